// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/distance_two.hpp"

namespace trireme::amg::kernels {
namespace {

// Drops the row's own point and those that too few paths lead to.
void keep_reached(LocalIndex own, int num_paths, RowAccumulator& row) {
  LocalIndex kept = 0;
  for (LocalIndex k = 0; k < row.count; ++k) {
    const LocalIndex column = row.columns[k];
    if (column == own || row.values[k] < num_paths) {
      row.place[column] = -1;
      continue;
    }
    row.columns[kept] = column;
    row.values[kept++] = row.values[k];
  }
  row.count = kept;
}

}  // namespace

LocalIndex distance_two_rows(const DistanceTwoInput& in, int num_paths, LocalIndex row_begin,
                             LocalIndex row_end, RowAccumulator& row, RowSink& sink) {
  RowAccumulator paths = row;
  const Pattern& strong = *in.strong;
  const LocalIndex* const columns = strong.columns.data();
  for (LocalIndex r = row_begin; r < row_end; ++r) {
    const LocalIndex i = in.coarse[static_cast<std::size_t>(r)];
    for (LocalIndex k = strong.begin[i]; k < strong.end[i]; ++k) {
      const LocalIndex j = columns[k];
      if (in.types[j] == PointType::coarse) paths.add(in.place[j], paths_of_coupling);
      if (j < in.n_points) {
        for (LocalIndex l = strong.begin[j]; l < strong.end[j]; ++l)
          if (in.types[columns[l]] == PointType::coarse) paths.add(in.place[columns[l]], 1);
      } else {
        const auto ghost = static_cast<std::size_t>(j - in.n_points);
        for (LocalIndex l = in.ghost_offsets[ghost]; l < in.ghost_offsets[ghost + 1]; ++l)
          paths.add(in.ghost_columns[static_cast<std::size_t>(l)], 1);
      }
    }
    keep_reached(in.place[i], num_paths, paths);
    const bool has_room = sink.has_room(paths.count);
    if (has_room) sink.put(r, paths, paths.count);
    paths.clear();
    if (!has_room) return r;
  }
  return row_end;
}

}  // namespace trireme::amg::kernels
