// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "amg/kernels/direct_interpolation.hpp"

namespace trireme::amg::kernels {

void direct_rows_reference(const DirectInput& input, LocalIndex n_coarse, double* weights) {
  for (LocalIndex i = 0; i < input.matrix.n_rows; ++i) {
    double* const w = weights + static_cast<std::size_t>(i) * static_cast<std::size_t>(n_coarse);
    if (input.types[i] == PointType::coarse) w[input.coarse_place[i]] = 1;
    if (input.types[i] != PointType::fine) continue;
    const auto begin = input.strong->columns.begin() + input.strong->begin[i],
               end = input.strong->columns.begin() + input.strong->end[i];
    double d_i = input.matrix.diagonal_value(i);
    for (const bool want_negative : {true, false}) {
      double all = 0, kept = 0;
      const auto for_couplings = [&](auto&& f) {
        input.matrix.for_entries(i, [&](LocalIndex j, double a_ij) {
          if (j == i || (a_ij < 0) != want_negative || input.types[j] == PointType::isolated) return;
          f(j, a_ij, input.types[j] == PointType::coarse && std::find(begin, end, j) != end);
        });
      };
      for_couplings([&](LocalIndex, double a_ij, bool is_kept) {
        all += a_ij;
        kept += is_kept ? a_ij : 0;
      });
      if (kept == 0) {
        d_i += all;
        continue;
      }
      for_couplings([&](LocalIndex j, double a_ij, bool is_kept) {
        if (is_kept) w[input.coarse_place[j]] += a_ij * all / kept;
      });
    }
    for (LocalIndex j = 0; j < n_coarse; ++j) w[j] = d_i == 0 ? 0 : -w[j] / d_i;
  }
}

}  // namespace trireme::amg::kernels
