// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/strong_neighbours.hpp"

#include <cmath>

#include "amg/kernels/row_couplings.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg::kernels {
namespace {

template <class F>
void for_each_strong(const Couplings& couplings, LocalIndex row, F&& f) {
  const double largest_here = couplings.largest[static_cast<std::size_t>(row)];
  for_each_coupling(couplings.diagonal, couplings.off_diagonal, row, [&](Coupling entry) {
    const double largest_there = couplings.largest[static_cast<std::size_t>(entry.neighbour)];
    if (is_strong(entry.value, largest_here, largest_there, couplings.threshold)) f(entry.neighbour);
  });
}

double largest_of_row(const CsrView& diagonal, const CsrView& off_diagonal, LocalIndex row) {
  double largest = 0;
  for_each_coupling(diagonal, off_diagonal, row, [&](Coupling entry) {
    const double magnitude = std::abs(entry.value);
    if (magnitude > largest) largest = magnitude;
  });
  return largest;
}

}  // namespace

void largest_couplings(const CsrView& diagonal, const CsrView& off_diagonal, std::span<double> largest) {
  threads::parallel_for(diagonal.n_rows(), [&](LocalIndex row) {
    largest[static_cast<std::size_t>(row)] = largest_of_row(diagonal, off_diagonal, row);
  });
}

void find_strong(const Couplings& couplings, std::span<LocalIndex> begins, std::span<LocalIndex> ends,
                 std::span<LocalIndex> neighbours) {
  threads::parallel_for(couplings.diagonal.n_rows(), [&](LocalIndex row) {
    const auto r = static_cast<std::size_t>(row);
    begins[r] = couplings.diagonal.offsets[r] + couplings.off_diagonal.offsets[r];
    LocalIndex end = begins[r];
    LocalIndex* const row_neighbours = neighbours.data();
    for_each_strong(couplings, row,
                    [row_neighbours, &end](LocalIndex neighbour) { row_neighbours[end++] = neighbour; });
    ends[r] = end;
  });
}

}  // namespace trireme::amg::kernels
