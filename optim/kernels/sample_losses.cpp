// SPDX-License-Identifier: Apache-2.0
#include "optim/kernels/sample_losses.hpp"

#include <cmath>

namespace trireme::optim::kernels {

void logistic_losses(std::int64_t n, const double* z, const double* y, double* loss, double* residual,
                     double* curvature) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double margin = y[i] * z[i];
    const double small = std::exp(-std::fabs(margin));  // in [0, 1]
    const double wrong = margin > 0 ? small / (1 + small) : 1 / (1 + small);
    loss[i] = (margin > 0 ? 0 : -margin) + std::log1p(small);
    residual[i] = -y[i] * wrong;
    curvature[i] = small / ((1 + small) * (1 + small));
  }
}

void squared_losses(std::int64_t n, const double* z, const double* y, double* loss, double* residual,
                    double* curvature) {
  for (std::int64_t i = 0; i < n; ++i) {
    residual[i] = z[i] - y[i];
    loss[i] = 0.5 * residual[i] * residual[i];
    curvature[i] = 1;
  }
}

void softmax_losses(std::int64_t n, int n_classes, const double* z, const double* label, double* loss,
                    double* residual, double* probability) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double* of_row = z + i * n_classes;
    double* p = probability + i * n_classes;
    double* r = residual + i * n_classes;
    double largest = of_row[0];
    for (int k = 1; k < n_classes; ++k) largest = of_row[k] > largest ? of_row[k] : largest;
    double total = 0;
    for (int k = 0; k < n_classes; ++k) {
      p[k] = std::exp(of_row[k] - largest);
      total += p[k];
    }
    const auto right = static_cast<int>(label[i]);
    loss[i] = std::log(total) + (largest - of_row[right]);
    for (int k = 0; k < n_classes; ++k) {
      p[k] /= total;
      r[k] = p[k] - (k == right ? 1 : 0);
    }
  }
}

void softmax_curvature(std::int64_t n, int n_classes, const double* probability, double* t) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double* p = probability + i * n_classes;
    double* of_row = t + i * n_classes;
    double mean = 0;
    for (int k = 0; k < n_classes; ++k) mean += p[k] * of_row[k];
    for (int k = 0; k < n_classes; ++k) of_row[k] = p[k] * (of_row[k] - mean);
  }
}

}  // namespace trireme::optim::kernels
