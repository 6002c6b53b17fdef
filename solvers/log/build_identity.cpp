// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/build_identity.hpp"

#include "solvers/base/version.hpp"
#include "solvers/log/commit.hpp"

namespace trireme::log {

BuildIdentity build_identity() {
  return {version, commit, build_type, compiler, compile_flags};
}

}  // namespace trireme::log
