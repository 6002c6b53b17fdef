// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/smoothed_rows.hpp"

#include <algorithm>
#include <cmath>

#include "amg/kernels/row_couplings.hpp"
#include "amg/kernels/strong_mask.hpp"
#include "amg/kernels/strong_neighbours.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::amg::kernels {
namespace {

LocalRows rows_of(const FilteredMatrix& matrix) {
  LocalRows rows;
  rows.n_rows = rows.n_owned = matrix.n_rows();
  rows.offsets = matrix.diagonal.offsets.data();
  rows.columns = matrix.diagonal.columns.data();
  rows.values = matrix.diagonal.values.data();
  rows.ghost_offsets = matrix.off_diagonal.offsets.data();
  rows.ghost_columns = matrix.off_diagonal.columns.data();
  rows.ghost_values = matrix.off_diagonal.values.data();
  return rows;
}

template <class F, class G>
void for_each_masked(const FilteredMatrix& matrix, LocalIndex row, F&& strong, G&& weak) {
  const LocalRows rows = rows_of(matrix);
  const std::uint8_t* const bits = matrix.strong.data() + mask_byte(rows, row);
  std::size_t entry = 0;
  rows.for_entries(row, [&](LocalIndex column, double value) {
    const bool is_strong = mask_bit(bits, entry++);
    if (column == row) return;
    if (is_strong)
      strong(column, value);
    else
      weak(value);
  });
}

// f(neighbour, value) for every strong coupling of the row, g(value) for every weak one.
template <class F, class G>
void for_each_filtered(const FilteredMatrix& matrix, LocalIndex row, F&& strong, G&& weak) {
  if (!matrix.strong.empty()) return for_each_masked(matrix, row, strong, weak);
  for_each_coupling(matrix.diagonal, matrix.off_diagonal, row, [&](Coupling entry) {
    if (matrix.largest.empty() ||
        is_strong(entry.value, matrix.largest[static_cast<std::size_t>(row)],
                  matrix.largest[static_cast<std::size_t>(entry.neighbour)], matrix.threshold))
      strong(entry.neighbour, entry.value);
    else
      weak(entry.value);
  });
}

constexpr auto ignore = [](double) {};

// f(RowOfAggregates&, row) for every row that has an aggregate, else g(row).
template <class F, class G>
void for_each_row(const SmoothedRows& rows, F&& with_aggregate, G&& without) {
  threads::parallel_region([&](int thread, int n_threads) {
    RowOfAggregates& gathered = rows.workspace[static_cast<std::size_t>(thread)];
    const auto [begin, end] = threads::thread_range(rows.matrix.n_rows(), thread, n_threads);
    for (LocalIndex row = begin; row < end; ++row) {
      if (rows.aggregate[static_cast<std::size_t>(row)] < 0) {
        without(row);
        continue;
      }
      with_aggregate(gathered, row);
      gathered.clear();
    }
  });
}

}  // namespace

void mask_strong(const FilteredMatrix& matrix, std::span<std::uint8_t> mask) {
  const LocalRows rows = rows_of(matrix);
  threads::parallel_for(matrix.n_rows(), [&](LocalIndex row) {
    std::uint8_t* const bits = mask.data() + mask_byte(rows, row);
    std::fill(bits, mask.data() + mask_byte(rows, row + 1), std::uint8_t{0});
    std::size_t entry = 0;
    rows.for_entries(row, [&](LocalIndex column, double value) {
      if (column != row && is_strong(value, matrix.largest[static_cast<std::size_t>(row)],
                                     matrix.largest[static_cast<std::size_t>(column)], matrix.threshold))
        bits[entry / 8] = static_cast<std::uint8_t>(bits[entry / 8] | 1u << entry % 8);
      ++entry;
    });
  });
}

void scaled_rows(const FilteredMatrix& matrix, std::span<double> diagonal, std::span<double> sums) {
  threads::parallel_for(matrix.n_rows(), [&](LocalIndex row) {
    const double own = diagonal_entry(matrix.diagonal, row);
    double filtered = own, sum = 0;
    for_each_filtered(
        matrix, row, [&](LocalIndex, double value) { sum += std::abs(value); },
        [&](double value) { filtered += value; });
    const double scale = own != 0 && filtered / own >= 0.1 ? filtered : own;
    diagonal[static_cast<std::size_t>(row)] = scale;
    sums[static_cast<std::size_t>(row)] = scale != 0 ? 1 + sum / std::abs(scale) : 0;
  });
}

void apply_scaled(const FilteredMatrix& matrix, std::span<const double> diagonal, std::span<const double> x,
                  std::span<double> y) {
  threads::parallel_for(matrix.n_rows(), [&](LocalIndex row) {
    const auto r = static_cast<std::size_t>(row);
    double sum = diagonal[r] * x[r];
    for_each_filtered(
        matrix, row,
        [&](LocalIndex other, double value) { sum += value * x[static_cast<std::size_t>(other)]; }, ignore);
    y[r] = diagonal[r] != 0 ? sum / diagonal[r] : 0;
  });
}

void mark_met_ghosts(const FilteredMatrix& matrix, std::span<const double> scale, std::span<char> met) {
  const auto first_ghost = static_cast<std::size_t>(matrix.n_rows());
  for (LocalIndex row = 0; row < matrix.n_rows(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    if (scale[r] == 0 || matrix.off_diagonal.offsets[r] == matrix.off_diagonal.offsets[r + 1]) continue;
    for_each_filtered(
        matrix, row,
        [&](LocalIndex other, double) {
          if (static_cast<std::size_t>(other) >= first_ghost)
            met[static_cast<std::size_t>(other) - first_ghost] = 1;
        },
        ignore);
  }
}

void count_smoothed(const SmoothedRows& rows, std::span<LocalIndex> owned_counts,
                    std::span<LocalIndex> foreign_counts) {
  for_each_row(
      rows,
      [&](RowOfAggregates& gathered, LocalIndex row) {
        const auto r = static_cast<std::size_t>(row);
        gathered.meet(rows.aggregate[r]);
        if (rows.scale[r] != 0)
          for_each_filtered(
              rows.matrix, row,
              [&](LocalIndex other, double) {
                if (const LocalIndex aggregate = rows.aggregate[static_cast<std::size_t>(other)];
                    aggregate >= 0)
                  gathered.meet(aggregate);
              },
              ignore);
        LocalIndex owned = 0;
        for (const LocalIndex aggregate : gathered.met())
          owned += aggregate < rows.n_owned_aggregates ? 1 : 0;
        owned_counts[r] = owned * rows.width;
        foreign_counts[r] = (static_cast<LocalIndex>(gathered.met().size()) - owned) * rows.width;
      },
      [&](LocalIndex row) {
        owned_counts[static_cast<std::size_t>(row)] = foreign_counts[static_cast<std::size_t>(row)] = 0;
      });
  owned_counts.back() = foreign_counts.back() = 0;
}

void fill_smoothed(const SmoothedRows& rows, Csr& owned, Csr& foreign) {
  const auto width = static_cast<std::size_t>(rows.width);
  const auto basis_of = [&](std::size_t row) { return rows.basis.data() + row * width; };
  for_each_row(
      rows,
      [&](RowOfAggregates& gathered, LocalIndex row) {
        const auto r = static_cast<std::size_t>(row);
        const bool smooth = rows.scale[r] != 0;
        gathered.add(rows.aggregate[r], smooth ? 1 - rows.damping : 1, basis_of(r));
        if (smooth) {
          const double factor = -rows.damping / rows.scale[r];
          for_each_filtered(
              rows.matrix, row,
              [&](LocalIndex other, double value) {
                const auto o = static_cast<std::size_t>(other);
                if (rows.aggregate[o] >= 0) gathered.add(rows.aggregate[o], factor * value, basis_of(o));
              },
              ignore);
        }
        auto next_owned = static_cast<std::size_t>(owned.offsets[r]);
        auto next_foreign = static_cast<std::size_t>(foreign.offsets[r]);
        for (std::size_t place = 0; place < gathered.met().size(); ++place) {
          const LocalIndex aggregate = gathered.met()[place];
          const bool is_owned = aggregate < rows.n_owned_aggregates;
          Csr& part = is_owned ? owned : foreign;
          std::size_t& next = is_owned ? next_owned : next_foreign;
          const LocalIndex first = (is_owned ? aggregate : aggregate - rows.n_owned_aggregates) * rows.width;
          for (std::size_t c = 0; c < width; ++c, ++next) {
            part.columns[next] = first + static_cast<LocalIndex>(c);
            part.values[next] = gathered.values(place)[c];
          }
        }
      },
      [](LocalIndex) {});
}

}  // namespace trireme::amg::kernels
