// SPDX-License-Identifier: Apache-2.0
// The cross layer sample by sample, one number after the other; derivatives along a direction by the product
// rule on each number.
#include <algorithm>
#include <vector>

#include "dlrm_hpc/kernels/cross_layer.hpp"

namespace trireme::dlrm::kernels {

void cross_forward_reference(const CrossShape& shape, const double* parameters, std::size_t n,
                             const CrossValues<double>& at) {
  const std::size_t features = shape.features, rank = shape.rank;
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t r = 0; r < rank; ++r) {
      at.low[s * rank + r] = 0;
      for (std::size_t j = 0; j < features; ++j)
        at.low[s * rank + r] += parameters[shape.v() + r * features + j] * at.x[s * features + j];
    }
    for (std::size_t j = 0; j < features; ++j) {
      const std::size_t k = s * features + j;
      at.scaled[k] = parameters[shape.b() + j];
      for (std::size_t r = 0; r < rank; ++r) at.scaled[k] += parameters[j * rank + r] * at.low[s * rank + r];
      at.y[k] = at.x0[k] * at.scaled[k] + at.x[k];
    }
  }
}

void cross_backward_reference(const CrossShape& shape, const double* parameters, std::size_t n,
                              const CrossValues<double>& at, double* d_parameters, Into into) {
  const std::size_t features = shape.features, rank = shape.rank;
  if (d_parameters && into == Into::fresh) std::fill_n(d_parameters, shape.parameters(), 0.0);
  for (std::size_t s = 0; s < n; ++s) {
    std::fill_n(at.d_low + s * rank, rank, 0.0);
    for (std::size_t j = 0; j < features; ++j) {
      const std::size_t k = s * features + j;
      const double g = at.dy[k] * at.x0[k];
      at.d_scaled[k] = g;
      at.d_x0[k] += at.dy[k] * at.scaled[k];
      at.dx[k] = at.dy[k];
      for (std::size_t r = 0; r < rank; ++r) {
        at.d_low[s * rank + r] += g * parameters[j * rank + r];
        if (d_parameters) d_parameters[j * rank + r] += g * at.low[s * rank + r];
      }
      if (d_parameters) d_parameters[shape.b() + j] += g;
    }
    for (std::size_t r = 0; r < rank; ++r)
      for (std::size_t j = 0; j < features; ++j) {
        const std::size_t k = s * features + j;
        at.dx[k] += at.d_low[s * rank + r] * parameters[shape.v() + r * features + j];
        if (d_parameters) d_parameters[shape.v() + r * features + j] += at.d_low[s * rank + r] * at.x[k];
      }
  }
}

void cross_forward_along_reference(const CrossShape& shape, const double* parameters, const double* v,
                                   std::size_t n, const CrossValues<double>& at,
                                   const CrossValues<double>& along) {
  const std::size_t features = shape.features, rank = shape.rank;
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t r = 0; r < rank; ++r) {
      along.low[s * rank + r] = 0;
      for (std::size_t j = 0; j < features; ++j) {
        const std::size_t place = shape.v() + r * features + j;
        along.low[s * rank + r] +=
            v[place] * at.x[s * features + j] + parameters[place] * along.x[s * features + j];
      }
    }
    for (std::size_t j = 0; j < features; ++j) {
      const std::size_t k = s * features + j;
      along.scaled[k] = v[shape.b() + j];
      for (std::size_t r = 0; r < rank; ++r)
        along.scaled[k] +=
            v[j * rank + r] * at.low[s * rank + r] + parameters[j * rank + r] * along.low[s * rank + r];
      along.y[k] = along.x0[k] * at.scaled[k] + at.x0[k] * along.scaled[k] + along.x[k];
    }
  }
}

void cross_backward_along_reference(const CrossShape& shape, const double* parameters, const double* v,
                                    std::size_t n, const CrossValues<double>& at,
                                    const CrossValues<double>& along, double* r_parameters) {
  const std::size_t features = shape.features, rank = shape.rank;
  for (std::size_t s = 0; s < n; ++s) {
    std::fill_n(along.d_low + s * rank, rank, 0.0);
    for (std::size_t j = 0; j < features; ++j) {
      const std::size_t k = s * features + j;
      const double rg = along.dy[k] * at.x0[k] + at.dy[k] * along.x0[k];
      along.d_scaled[k] = rg;
      along.d_x0[k] += along.dy[k] * at.scaled[k] + at.dy[k] * along.scaled[k];
      along.dx[k] = along.dy[k];
      for (std::size_t r = 0; r < rank; ++r) {
        along.d_low[s * rank + r] += rg * parameters[j * rank + r] + at.d_scaled[k] * v[j * rank + r];
        r_parameters[j * rank + r] += rg * at.low[s * rank + r] + at.d_scaled[k] * along.low[s * rank + r];
      }
      r_parameters[shape.b() + j] += rg;
    }
    for (std::size_t r = 0; r < rank; ++r)
      for (std::size_t j = 0; j < features; ++j) {
        const std::size_t k = s * features + j, place = shape.v() + r * features + j;
        const double rg = along.d_low[s * rank + r], g = at.d_low[s * rank + r];
        along.dx[k] += rg * parameters[place] + g * v[place];
        r_parameters[place] += rg * at.x[k] + g * along.x[k];
      }
  }
}

}  // namespace trireme::dlrm::kernels
