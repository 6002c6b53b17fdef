// SPDX-License-Identifier: Apache-2.0
// Index arrays of other libraries, whose integers may have 64 bits, as local indices: the arrays themselves
// where the widths agree, else a copy. Called by whoever borrows a matrix from PETSc or hypre.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme {

// Every index must fit. `copy` must live as long as the result. A template, so that only the branch for the
// width at hand is compiled.
template <class Index>
std::span<const LocalIndex> as_local_indices(std::span<const Index> indices,
                                             [[maybe_unused]] std::vector<LocalIndex>& copy) {
  if constexpr (std::is_same_v<Index, LocalIndex>) {
    return indices;
  } else {
    copy.assign(indices.begin(), indices.end());
    return copy;
  }
}

}  // namespace trireme
