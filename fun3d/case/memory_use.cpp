// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/memory_use.hpp"

#include <sys/resource.h>

namespace trireme::flow {

std::int64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;  // Linux counts in kilobytes
}

}  // namespace trireme::flow
