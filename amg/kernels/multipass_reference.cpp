// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "amg/kernels/multipass.hpp"

namespace trireme::amg::kernels {

void find_next_pass_reference(const Pattern& strong, std::span<const LocalIndex> passes, LocalIndex pass,
                              std::span<const LocalIndex> points, std::span<std::int8_t> found) {
  std::fill(found.begin(), found.end(), std::int8_t{0});
  for (std::size_t p = 0; p < points.size(); ++p)
    for (LocalIndex k = strong.begin[points[p]]; k < strong.end[points[p]]; ++k)
      if (passes[static_cast<std::size_t>(strong.columns[k])] == pass) found[p] = 1;
}

void multipass_reference(const MultipassInput& in, const LocalIndex* coarse_place, LocalIndex n_coarse,
                         double* weights) {
  const LocalIndex n = in.matrix.n_rows;
  const auto row_of = [&](LocalIndex i) {
    return weights + static_cast<std::size_t>(i) * static_cast<std::size_t>(n_coarse);
  };
  const auto is_strong = [&](LocalIndex i, LocalIndex j) {
    const auto begin = in.strong->columns.begin() + in.strong->begin[i],
               end = in.strong->columns.begin() + in.strong->end[i];
    return std::find(begin, end, j) != end;
  };
  std::vector<LocalIndex> passes(static_cast<std::size_t>(n), no_pass);
  for (LocalIndex i = 0; i < n; ++i)
    if (in.types[i] == PointType::coarse) {
      passes[static_cast<std::size_t>(i)] = 0;
      row_of(i)[coarse_place[i]] = 1;
    }
  for (LocalIndex pass = 1; pass <= n; ++pass)
    for (LocalIndex i = 0; i < n; ++i) {
      if (in.types[i] != PointType::fine || passes[static_cast<std::size_t>(i)] != no_pass) continue;
      double c = 0, others = 0;
      std::vector<double> sum(static_cast<std::size_t>(n_coarse), 0.0);
      in.matrix.for_entries(i, [&](LocalIndex j, double a_ij) {
        if (j == i || in.types[j] == PointType::isolated) return;
        if (passes[static_cast<std::size_t>(j)] != pass - 1 || !is_strong(i, j)) {
          others += a_ij;
          return;
        }
        passes[static_cast<std::size_t>(i)] = pass;
        for (LocalIndex k = 0; k < n_coarse; ++k) {
          sum[static_cast<std::size_t>(k)] += a_ij * row_of(j)[k];
          c += a_ij * row_of(j)[k];
        }
      });
      const double a_ii = in.matrix.diagonal_value(i);
      if (c == 0 || a_ii == 0) continue;
      for (LocalIndex k = 0; k < n_coarse; ++k)
        row_of(i)[k] = -(c + others) / c / a_ii * sum[static_cast<std::size_t>(k)];
    }
}

}  // namespace trireme::amg::kernels
