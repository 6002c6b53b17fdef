// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "solvers/vec/kernels/updates.hpp"

namespace trireme::vec {

void set_reference(std::span<double> y, double alpha) {
  for (double& value : y) value = alpha;
}

void copy_reference(std::span<double> y, std::span<const double> x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i];
}

void swap_reference(std::span<double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) std::swap(x[i], y[i]);
}

void scale_reference(std::span<double> y, double alpha) {
  for (double& value : y) value *= alpha;
}

void axpy_reference(std::span<double> y, double alpha, std::span<const double> x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = y[i] + alpha * x[i];
}

void aypx_reference(std::span<double> y, double beta, std::span<const double> x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i] + beta * y[i];
}

void axpby_reference(std::span<double> y, double alpha, double beta, std::span<const double> x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = alpha * x[i] + beta * y[i];
}

void waxpy_reference(std::span<double> w, double alpha, std::span<const double> x,
                     std::span<const double> y) {
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = y[i] + alpha * x[i];
}

void axpbypcz_reference(std::span<double> z, double alpha, double beta, double gamma,
                        std::span<const double> x, std::span<const double> y) {
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double old = gamma == 0 ? 0 : gamma * z[i];
    z[i] = alpha * x[i] + beta * y[i] + old;
  }
}

void maxpy_reference(std::span<double> y, std::span<const double> alphas, std::span<const double* const> xs) {
  for (std::size_t k = 0; k < xs.size(); ++k) axpy_reference(y, alphas[k], {xs[k], y.size()});
}

}  // namespace trireme::vec
