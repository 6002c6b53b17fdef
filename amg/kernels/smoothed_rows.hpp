// SPDX-License-Identifier: Apache-2.0
// Loops over the entries of a matrix that smooth a tentative prolongator row by row, as
// aggregate/smoothed_interpolation.hpp defines it. Called by it. Threaded over rows with disjoint writes.
#pragma once

#include <cstdint>
#include <span>

#include "amg/kernels/row_of_aggregates.hpp"
#include "amg/matrix/csr.hpp"

namespace trireme::amg::kernels {

// The filtered matrix: weak couplings are added to the diagonal.
struct FilteredMatrix {
  CsrView diagonal, off_diagonal;
  std::span<const double>
      largest;  // [n_rows + ghosts] as in aggregate/strong_graph.hpp; empty: nothing is weak
  double threshold;
  // In place of largest and threshold, if given: the mask of strong_mask.hpp.
  std::span<const std::uint8_t> strong = {};

  LocalIndex n_rows() const noexcept { return diagonal.n_rows(); }
};

// mask [mask_bytes]: which couplings are strong by largest and threshold, which must be given.
void mask_strong(const FilteredMatrix& matrix, std::span<std::uint8_t> mask);

// diagonal [n_rows]: the filtered one; the matrix's own where the weak couplings would leave less than a
// tenth of it. sums [n_rows]: of |a_ij| / |d_i| over the strong couplings and the diagonal; 0 where d_i is 0.
void scaled_rows(const FilteredMatrix& matrix, std::span<double> diagonal, std::span<double> sums);
void scaled_rows_reference(const FilteredMatrix& matrix, std::span<double> diagonal, std::span<double> sums);

// y = D^-1 A_F x; x [n_rows + ghosts], y [n_rows].
void apply_scaled(const FilteredMatrix& matrix, std::span<const double> diagonal, std::span<const double> x,
                  std::span<double> y);

// met [ghosts]: 1 for every ghost that a row with a scale is strongly coupled to; the others are left as they
// are. One thread: ghosts are few.
void mark_met_ghosts(const FilteredMatrix& matrix, std::span<const double> scale, std::span<char> met);

struct SmoothedRows {
  FilteredMatrix matrix;
  std::span<const double> scale;  // [n_rows] the filtered diagonal; a row where it is 0 is not smoothed
  double damping;                 // w
  std::span<const LocalIndex> aggregate;  // [n_rows + ghosts]: owned ones, then foreign ones; -1: none
  LocalIndex n_owned_aggregates, n_foreign_aggregates;
  std::span<const double> basis;  // [n_rows + ghosts, width]
  int width;
  std::span<RowOfAggregates> workspace;  // one a thread, clear
};

// counts [n_rows + 1]: entries of each row of P in owned and in foreign columns, and a last 0.
void count_smoothed(const SmoothedRows& rows, std::span<LocalIndex> owned_counts,
                    std::span<LocalIndex> foreign_counts);
// Fills P, whose offsets are the scanned counts; the aggregates of a row in the order in which the row meets
// them.
void fill_smoothed(const SmoothedRows& rows, Csr& owned, Csr& foreign);
// P as a dense array [n_rows, aggregates * width], from the definition, on one thread.
void smoothed_rows_reference(const SmoothedRows& rows, std::span<double> dense);

}  // namespace trireme::amg::kernels
