// SPDX-License-Identifier: Apache-2.0
// Finds the runs of a block's rows (kernels/stencil_runs.hpp): eight rows, counted from the block's first,
// whose entries lie at nearly the same distances and whose couplings among one another are weak enough that
// they can be relaxed at once. Called by StencilRuns and by the choice of a row order.
#pragma once

#include <span>
#include <vector>

#include "amg/kernels/stencil_runs.hpp"
#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

// Looks at eight rows at a time; keeps its arrays for the next ones.
class RunFinder {
 public:
  explicit RunFinder(const MatrixView& matrix) : matrix_(&matrix) {}

  // Looks at rows [first, first + 8) of the block [block_begin, block_end), which must hold them; the
  // matrix's order is the block's. Whether they form a run, of which the other functions then tell.
  bool try_rows(LocalIndex block_begin, LocalIndex block_end, LocalIndex first);
  // The same where the rows formed a run with other values in the same places.
  bool try_again(LocalIndex block_begin, LocalIndex block_end, LocalIndex first);
  // Only reads the rows, of which it is known that they form a run.
  void read_rows(LocalIndex block_begin, LocalIndex block_end, LocalIndex first);

  // Distances of the entries inside the block, and outside it; ascending. After try_rows. Ghosts are columns
  // from n_rows on.
  std::span<const LocalIndex> distances() const { return inside_.distances; }
  std::span<const LocalIndex> outer_distances() const { return outside_.distances; }

  // Writes eights of values, zero where a row has no entry, at distances ascending: those before the
  // diagonal, after it, or outside the block. Value: float or double.
  template <class Value>
  void write_lower(std::span<const LocalIndex> distances, double scale, Value* values) const;
  template <class Value>
  void write_upper(std::span<const LocalIndex> distances, double scale, Value* values) const;
  template <class Value>
  void write_outer(std::span<const LocalIndex> distances, double scale, Value* values) const;

 private:
  // Row `lane` has the value value[lane * stride] where all rows repeat the first; else its own, stride 0.
  struct Entry {
    LocalIndex distance, stride;
    const double* value;
  };
  // Entries of the rows, distances ascending, and the distances of all of them. Where all rows repeat the
  // first only that is here.
  struct Part {
    std::vector<Entry> rows[run_rows];
    std::vector<LocalIndex> distances, merged;

    void put(int lane, Entry entry);
    bool has_repeats() const;
    // Whether zeros that would fill the rows up do not outweigh the column numbers saved.
    bool merge();
  };
  bool repeat_first(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) const;
  void read_row(LocalIndex block_begin, LocalIndex block_end, LocalIndex row, int lane);
  template <class Value>
  void write_lane(std::span<const LocalIndex> distances, std::span<const Entry> entries, int lane,
                  double scale, Value* values) const;
  std::span<const Entry> entries(const Part& part, int lane) const { return part.rows[repeat_ ? 0 : lane]; }
  bool lies_in(LocalIndex block_begin, LocalIndex block_end, LocalIndex first) const;
  bool is_weakly_coupled_inside() const;

  const MatrixView* matrix_;
  bool repeat_ = false;  // whether all rows repeat the first
  Part inside_, outside_;
  double diagonal_[run_rows] = {};
};

// Whether most rows would be in runs, judged by a few dozen samples. Local.
bool is_mostly_runs(const MatrixView& matrix);

}  // namespace trireme::amg
