// SPDX-License-Identifier: Apache-2.0
// Written from the definition, with no code shared with the kernel.
#include <cmath>

#include "amg/kernels/strong_neighbours.hpp"

namespace trireme::amg::kernels {

void largest_couplings_reference(const CsrView& diagonal, const CsrView& off_diagonal,
                                 std::span<double> largest) {
  for (std::size_t row = 0; row < largest.size(); ++row) {
    largest[row] = 0;
    for (LocalIndex k = diagonal.offsets[row]; k < diagonal.offsets[row + 1]; ++k)
      if (static_cast<std::size_t>(diagonal.columns[static_cast<std::size_t>(k)]) != row)
        largest[row] = std::fmax(largest[row], std::abs(diagonal.values[static_cast<std::size_t>(k)]));
    for (LocalIndex k = off_diagonal.offsets[row]; k < off_diagonal.offsets[row + 1]; ++k)
      largest[row] = std::fmax(largest[row], std::abs(off_diagonal.values[static_cast<std::size_t>(k)]));
  }
}

void strong_neighbours_reference(const Couplings& couplings, std::span<LocalIndex> offsets,
                                 std::span<LocalIndex> neighbours) {
  const auto n = static_cast<std::size_t>(couplings.diagonal.n_rows());
  offsets[0] = 0;
  std::size_t place = 0;
  const auto visit = [&](std::size_t row, std::size_t neighbour, double value) {
    const bool enough_here = std::abs(value) >= couplings.threshold * couplings.largest[row];
    const bool enough_there = std::abs(value) >= couplings.threshold * couplings.largest[neighbour];
    if (neighbour != row && value != 0 && (enough_here || enough_there))
      neighbours[place++] = static_cast<LocalIndex>(neighbour);
  };
  for (std::size_t row = 0; row < n; ++row) {
    for (LocalIndex k = couplings.diagonal.offsets[row]; k < couplings.diagonal.offsets[row + 1]; ++k)
      visit(row, static_cast<std::size_t>(couplings.diagonal.columns[static_cast<std::size_t>(k)]),
            couplings.diagonal.values[static_cast<std::size_t>(k)]);
    for (LocalIndex k = couplings.off_diagonal.offsets[row]; k < couplings.off_diagonal.offsets[row + 1]; ++k)
      visit(row, n + static_cast<std::size_t>(couplings.off_diagonal.columns[static_cast<std::size_t>(k)]),
            couplings.off_diagonal.values[static_cast<std::size_t>(k)]);
    offsets[row + 1] = static_cast<LocalIndex>(place);
  }
}

}  // namespace trireme::amg::kernels
