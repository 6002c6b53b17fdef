// SPDX-License-Identifier: Apache-2.0
// Loops over the entries of a matrix that find the strong neighbours of its rows, as
// aggregate/strong_graph.hpp defines them. Called by it. Threaded over rows with disjoint writes.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

// largest [n_rows]: max over j != i of |a_ij|; NaN counts as none.
void largest_couplings(const CsrView& diagonal, const CsrView& off_diagonal, std::span<double> largest);
void largest_couplings_reference(const CsrView& diagonal, const CsrView& off_diagonal,
                                 std::span<double> largest);

// largest_here, largest_there: of the rows at both ends.
inline bool is_strong(double value, double largest_here, double largest_there, double threshold) {
  const double magnitude = std::abs(value);
  return magnitude > 0 && magnitude >= threshold * std::min(largest_here, largest_there);
}

struct Couplings {
  CsrView diagonal, off_diagonal;
  std::span<const double> largest;  // [n_rows + ghosts]
  double threshold;
};

// begins, ends [n_rows]: the places of a row's strong neighbours; a row begins where its entries would, so
// nothing need be counted first. neighbours [all nonzeros]: owned ones by their column, ghosts from n_rows
// on, in the order of the row; places in between are left unset.
void find_strong(const Couplings& couplings, std::span<LocalIndex> begins, std::span<LocalIndex> ends,
                 std::span<LocalIndex> neighbours);
// By the definition, on one thread, without gaps: offsets [n_rows + 1].
void strong_neighbours_reference(const Couplings& couplings, std::span<LocalIndex> offsets,
                                 std::span<LocalIndex> neighbours);

}  // namespace trireme::amg::kernels
