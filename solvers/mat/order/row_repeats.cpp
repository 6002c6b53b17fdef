// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/order/row_repeats.hpp"

#include <cstddef>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::mat {
namespace {

constexpr std::size_t shortest_mean_stretch = 6;
// Few rows tell whether it is worth looking at all.
constexpr std::size_t sample_rows = 4096;

template <class Index>
bool repeats_row_before(const Bcsr<Index>& a, std::size_t row) {
  const auto begin = static_cast<std::size_t>(a.offsets[row]),
             length = static_cast<std::size_t>(a.offsets[row + 1]) - begin;
  if (length != begin - static_cast<std::size_t>(a.offsets[row - 1])) return false;
  Index differences = 0;
  for (std::size_t k = begin; k < begin + length; ++k)
    differences |= a.columns[k] - a.columns[k - length] - 1;
  return differences == 0;
}

}  // namespace

template <class Index>
RowRepeats find_row_repeats(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds) {
  const std::size_t parts = row_bounds.size() - 1;
  std::vector<std::vector<LocalIndex>> of_part(parts);
  threads::parallel_for(parts, [&](std::size_t part) {
    const auto begin = static_cast<std::size_t>(row_bounds[part]),
               end = static_cast<std::size_t>(row_bounds[part + 1]);
    for (std::size_t row = begin; row < end; ++row) {
      if (row == begin || !repeats_row_before(a, row)) of_part[part].push_back(static_cast<LocalIndex>(row));
      if (row - begin == sample_rows && of_part[part].size() * shortest_mean_stretch > sample_rows) return;
    }
  });
  RowRepeats repeats;
  repeats.part_begin.push_back(0);
  for (const auto& rows : of_part) {
    repeats.first_rows.insert(repeats.first_rows.end(), rows.begin(), rows.end());
    repeats.part_begin.push_back(static_cast<LocalIndex>(repeats.first_rows.size()));
  }
  for (std::size_t part = 0; part < parts; ++part)
    if (of_part[part].size() * shortest_mean_stretch >
        static_cast<std::size_t>(row_bounds[part + 1] - row_bounds[part]))
      return {};
  return repeats;
}

template RowRepeats find_row_repeats(const Bcsr<LocalIndex>&, std::span<const LocalIndex>);
template RowRepeats find_row_repeats(const Bcsr<GlobalIndex>&, std::span<const LocalIndex>);

}  // namespace trireme::mat
