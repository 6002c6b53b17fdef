// SPDX-License-Identifier: Apache-2.0
// Huge pages for memory that others allocate, and against all of them. Arrays of the project's own ask for
// themselves (array.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

#include "solvers/base/array.hpp"

namespace trireme {

// Asks for huge pages where whole ones lie within [place, place + bytes), which nobody has touched yet.
// Called by the `omp` Vec for the memory that PETSc gives it. Advice only. Local.
inline void advise_huge_pages(void* place, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes < huge_array_bytes) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  const std::uintptr_t first = (begin + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
  const std::uintptr_t last = (begin + bytes) / huge_page_bytes * huge_page_bytes;
  if (first < last) static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#else
  static_cast<void>(place);
  static_cast<void>(bytes);
#endif
}

// Keeps the memory that the process asks for from now on in small pages, whatever arrays advise: for
// measurements of what huge pages bring. Called by trireme-fun3d for performance.huge_pages=false. Where the
// system has no such switch, nothing happens. Local.
inline void forbid_huge_pages() {
#if defined(__linux__) && defined(PR_SET_THP_DISABLE)
  static_cast<void>(prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0));
#endif
}

}  // namespace trireme
