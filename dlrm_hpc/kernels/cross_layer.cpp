// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/cross_layer.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/blas_product.hpp"

namespace trireme::dlrm::kernels {
namespace {

// y [n, features] = x W' or, added, y + x W'; W [features, rank].
template <class T>
void to_features(const CrossShape& shape, const T* w, std::size_t n, const T* low, T beta, T* y) {
  blas_product(Factor::plain, Factor::transposed, n, shape.features, shape.rank, low, shape.rank, w,
               shape.rank, beta, y, shape.features);
}

// y [n, rank] = x V' or, added, y + x V'; V [rank, features].
template <class T>
void to_rank(const CrossShape& shape, const T* v, std::size_t n, const T* x, T beta, T* y) {
  blas_product(Factor::plain, Factor::transposed, n, shape.rank, shape.features, x, shape.features, v,
               shape.features, beta, y, shape.rank);
}

// The ways back of the two.
template <class T>
void from_features(const CrossShape& shape, const T* w, std::size_t n, const T* d, T beta, T* d_low) {
  blas_product(Factor::plain, Factor::plain, n, shape.rank, shape.features, d, shape.features, w, shape.rank,
               beta, d_low, shape.rank);
}
template <class T>
void from_rank(const CrossShape& shape, const T* v, std::size_t n, const T* d_low, T beta, T* dx) {
  blas_product(Factor::plain, Factor::plain, n, shape.features, shape.rank, d_low, shape.rank, v,
               shape.features, beta, dx, shape.features);
}

// dW += or = d' low, dV += or = d_low' x.
template <class T>
void add_w(const CrossShape& shape, std::size_t n, const T* d, const T* low, T beta, T* dw) {
  blas_product(Factor::transposed, Factor::plain, shape.features, shape.rank, n, d, shape.features, low,
               shape.rank, beta, dw, shape.rank);
}
template <class T>
void add_v(const CrossShape& shape, std::size_t n, const T* d_low, const T* x, T beta, T* dv) {
  blas_product(Factor::transposed, Factor::plain, shape.rank, shape.features, n, d_low, shape.rank, x,
               shape.features, beta, dv, shape.features);
}

template <class T>
void add_columns(const T* values, std::size_t n, std::size_t columns, T* sums) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < columns; ++j) sums[j] += values[s * columns + j];
}

template <class T>
void forward(const CrossShape& shape, const T* parameters, std::size_t n, const CrossValues<T>& at) {
  if (n == 0) return;
  const T* const bias = parameters + shape.b();
  to_rank(shape, parameters + shape.v(), n, at.x, T{0}, at.low);
  to_features(shape, parameters, n, at.low, T{0}, at.scaled);
  for (std::size_t s = 0; s < n; ++s) {
    const std::size_t row = s * shape.features;
    for (std::size_t j = 0; j < shape.features; ++j) {
      at.scaled[row + j] += bias[j];
      at.y[row + j] = at.x0[row + j] * at.scaled[row + j] + at.x[row + j];
    }
  }
}

template <class T>
void backward(const CrossShape& shape, const T* parameters, std::size_t n, const CrossValues<T>& at,
              T* d_parameters, Into into) {
  if (d_parameters && into == Into::fresh)
    std::fill_n(d_parameters + (n == 0 ? 0 : shape.b()), shape.parameters() - (n == 0 ? 0 : shape.b()), T{0});
  if (n == 0) return;
  const std::size_t values = n * shape.features;
  for (std::size_t k = 0; k < values; ++k) {
    at.d_scaled[k] = at.dy[k] * at.x0[k];
    at.d_x0[k] += at.dy[k] * at.scaled[k];
  }
  from_features(shape, parameters, n, at.d_scaled, T{0}, at.d_low);
  if (at.dx != at.dy) std::copy_n(at.dy, values, at.dx);
  from_rank(shape, parameters + shape.v(), n, at.d_low, T{1}, at.dx);
  if (!d_parameters) return;
  const T beta = into == Into::sum ? T{1} : T{0};
  add_w(shape, n, at.d_scaled, at.low, beta, d_parameters);
  add_v(shape, n, at.d_low, at.x, beta, d_parameters + shape.v());
  add_columns(at.d_scaled, n, shape.features, d_parameters + shape.b());
}

}  // namespace

void cross_forward(const CrossShape& shape, const float* parameters, std::size_t n,
                   const CrossValues<float>& at) {
  forward(shape, parameters, n, at);
}
void cross_forward(const CrossShape& shape, const double* parameters, std::size_t n,
                   const CrossValues<double>& at) {
  forward(shape, parameters, n, at);
}

void cross_backward(const CrossShape& shape, const float* parameters, std::size_t n,
                    const CrossValues<float>& at, float* d_parameters, Into into) {
  backward(shape, parameters, n, at, d_parameters, into);
}
void cross_backward(const CrossShape& shape, const double* parameters, std::size_t n,
                    const CrossValues<double>& at, double* d_parameters, Into into) {
  backward(shape, parameters, n, at, d_parameters, into);
}

void cross_forward_along(const CrossShape& shape, const double* parameters, const double* v, std::size_t n,
                         const CrossValues<double>& at, const CrossValues<double>& along) {
  if (n == 0) return;
  to_rank(shape, v + shape.v(), n, at.x, 0.0, along.low);
  to_rank(shape, parameters + shape.v(), n, along.x, 1.0, along.low);
  for (std::size_t s = 0; s < n; ++s)
    std::copy_n(v + shape.b(), shape.features, along.scaled + s * shape.features);
  to_features(shape, v, n, at.low, 1.0, along.scaled);
  to_features(shape, parameters, n, along.low, 1.0, along.scaled);
  for (std::size_t k = 0; k < n * shape.features; ++k)
    along.y[k] = along.x0[k] * at.scaled[k] + at.x0[k] * along.scaled[k] + along.x[k];
}

void cross_backward_along(const CrossShape& shape, const double* parameters, const double* v, std::size_t n,
                          const CrossValues<double>& at, const CrossValues<double>& along,
                          double* r_parameters) {
  if (n == 0) return;
  const std::size_t values = n * shape.features;
  for (std::size_t k = 0; k < values; ++k) {
    along.d_scaled[k] = along.dy[k] * at.x0[k] + at.dy[k] * along.x0[k];
    along.d_x0[k] += along.dy[k] * at.scaled[k] + at.dy[k] * along.scaled[k];
  }
  from_features(shape, parameters, n, along.d_scaled, 0.0, along.d_low);
  from_features(shape, v, n, at.d_scaled, 1.0, along.d_low);
  if (along.dx != along.dy) std::copy_n(along.dy, values, along.dx);
  from_rank(shape, parameters + shape.v(), n, along.d_low, 1.0, along.dx);
  from_rank(shape, v + shape.v(), n, at.d_low, 1.0, along.dx);
  add_w(shape, n, along.d_scaled, at.low, 1.0, r_parameters);
  add_w(shape, n, at.d_scaled, along.low, 1.0, r_parameters);
  add_v(shape, n, along.d_low, at.x, 1.0, r_parameters + shape.v());
  add_v(shape, n, at.d_low, along.x, 1.0, r_parameters + shape.v());
  add_columns(along.d_scaled, n, shape.features, r_parameters + shape.b());
}

}  // namespace trireme::dlrm::kernels
