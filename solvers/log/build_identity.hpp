// SPDX-License-Identifier: Apache-2.0
// Which source and which compiler made this library; for --version and the run record. The commit is recorded
// at build time, "unknown" when the sources are no git checkout.
#pragma once

#include <string>

namespace trireme::log {

struct BuildIdentity {
  std::string version;
  std::string commit;  // with "-modified" when the checkout had uncommitted changes
  std::string build_type;
  std::string compiler;
  std::string flags;
};

BuildIdentity build_identity();

}  // namespace trireme::log
