// SPDX-License-Identifier: Apache-2.0
// Keeps the memory that a process asks for from now on in small pages, whatever arrays advise: for
// measurements of what huge pages bring. Called by trireme-fun3d for performance.huge_pages=false.
#pragma once

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace trireme {

// Where the system has no such switch, nothing happens. Local.
inline void forbid_huge_pages() {
#if defined(__linux__) && defined(PR_SET_THP_DISABLE)
  static_cast<void>(prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0));
#endif
}

}  // namespace trireme
