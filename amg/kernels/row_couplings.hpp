// SPDX-License-Identifier: Apache-2.0
// Walks along the off-diagonal entries of a row whose parts are stored apart. Included by the kernels that
// look at couplings without regard to where their other end lies.
#pragma once

#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

struct Coupling {
  LocalIndex neighbour;  // an owned row, or n_rows + the place of a ghost column
  double value;
};

// f(Coupling) for every entry of the row but its diagonal, owned columns first.
template <class F>
void for_each_coupling(const CsrView& diagonal, const CsrView& off_diagonal, LocalIndex row, F&& f) {
  const auto r = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(diagonal.offsets[r]);
       k < static_cast<std::size_t>(diagonal.offsets[r + 1]); ++k)
    if (diagonal.columns[k] != row) f(Coupling{diagonal.columns[k], diagonal.values[k]});
  const LocalIndex first_ghost = diagonal.n_rows();
  for (auto k = static_cast<std::size_t>(off_diagonal.offsets[r]);
       k < static_cast<std::size_t>(off_diagonal.offsets[r + 1]); ++k)
    f(Coupling{first_ghost + off_diagonal.columns[k], off_diagonal.values[k]});
}

// a_ii, 0 where the row has none.
inline double diagonal_entry(const CsrView& diagonal, LocalIndex row) {
  const auto r = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(diagonal.offsets[r]);
       k < static_cast<std::size_t>(diagonal.offsets[r + 1]); ++k)
    if (diagonal.columns[k] == row) return diagonal.values[k];
  return 0;
}

}  // namespace trireme::amg::kernels
