// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "amg/kernels/extended_i.hpp"

namespace trireme::amg::kernels {
namespace {

struct Matrix {
  const LocalRows& rows;
  const Pattern& strong;

  double entry(LocalIndex i, LocalIndex j) const {
    double found = 0;
    rows.for_entries(i, [&](LocalIndex column, double value) { found = column == j ? value : found; });
    return found;
  }
  // a~_kl
  double opposing(LocalIndex k, LocalIndex l) const {
    const double value = entry(k, l);
    return (rows.diagonal_value(k) < 0 ? value > 0 : value < 0) ? value : 0;
  }
  bool is_strong(LocalIndex i, LocalIndex j) const {
    const auto begin = strong.columns.begin() + strong.begin[i], end = strong.columns.begin() + strong.end[i];
    return std::find(begin, end, j) != end;
  }
};

// Whether j is in C_i^.
bool interpolates(const Matrix& a, const PointType* types, LocalIndex i, LocalIndex j) {
  if (types[j] != PointType::coarse) return false;
  bool found = a.is_strong(i, j);
  a.rows.for_entries(i, [&](LocalIndex k, double) {
    if (k != i && types[k] == PointType::fine && a.is_strong(i, k) && a.is_strong(k, j)) found = true;
  });
  return found;
}

}  // namespace

void extended_rows_reference(const LocalRows& matrix, const Pattern& strong, const PointType* types,
                             const LocalIndex* coarse_place, ConnectionBack back, LocalIndex n_coarse,
                             double* weights) {
  const Matrix a{matrix, strong};
  const LocalIndex n = matrix.n_rows;
  for (LocalIndex i = 0; i < n; ++i) {
    double* const w = weights + static_cast<std::size_t>(i) * static_cast<std::size_t>(n_coarse);
    if (types[i] == PointType::coarse) w[coarse_place[i]] = 1;
    if (types[i] != PointType::fine) continue;
    double d_i = 0;
    matrix.for_entries(i, [&](LocalIndex k, double a_ik) {
      if (types[k] == PointType::isolated) return;
      if (interpolates(a, types, i, k)) {
        w[coarse_place[k]] += a_ik;
        return;
      }
      if (types[k] == PointType::coarse || !a.is_strong(i, k)) {
        d_i += a_ik;
        return;
      }
      double d_ik = back == ConnectionBack::with ? a.opposing(k, i) : 0;
      for (LocalIndex l = 0; l < n; ++l)
        if (interpolates(a, types, i, l)) d_ik += a.opposing(k, l);
      if (d_ik == 0) {
        d_i += a_ik;
        return;
      }
      for (LocalIndex j = 0; j < n; ++j)
        if (interpolates(a, types, i, j)) w[coarse_place[j]] += a_ik * a.opposing(k, j) / d_ik;
      if (back == ConnectionBack::with) d_i += a_ik * a.opposing(k, i) / d_ik;
    });
    for (LocalIndex j = 0; j < n_coarse; ++j) w[j] = d_i == 0 ? 0 : -w[j] / d_i;
  }
}

}  // namespace trireme::amg::kernels
