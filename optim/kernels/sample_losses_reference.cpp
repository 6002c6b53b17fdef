// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "optim/kernels/sample_losses.hpp"

namespace trireme::optim::kernels {

using real = long double;

void logistic_losses_reference(std::int64_t n, const double* z, const double* y, double* loss,
                               double* residual, double* curvature) {
  for (std::int64_t i = 0; i < n; ++i) {
    const real margin = static_cast<real>(y[i]) * z[i], sigmoid = 1 / (1 + std::exp(margin));
    loss[i] = static_cast<double>(std::log1p(std::exp(-margin)));
    residual[i] = static_cast<double>(-y[i] * sigmoid);
    curvature[i] = static_cast<double>(sigmoid / (1 + std::exp(-margin)));
  }
}

void squared_losses_reference(std::int64_t n, const double* z, const double* y, double* loss,
                              double* residual, double* curvature) {
  for (std::int64_t i = 0; i < n; ++i) {
    const real difference = static_cast<real>(z[i]) - y[i];
    loss[i] = static_cast<double>(difference * difference / 2);
    residual[i] = static_cast<double>(difference);
    curvature[i] = 1;
  }
}

void softmax_losses_reference(std::int64_t n, int n_classes, const double* z, const double* label,
                              double* loss, double* residual, double* probability) {
  for (std::int64_t i = 0; i < n; ++i) {
    real total = 0;
    for (int k = 0; k < n_classes; ++k) total += std::exp(static_cast<real>(z[i * n_classes + k]));
    const auto right = static_cast<int>(label[i]);
    loss[i] = static_cast<double>(std::log(total) - z[i * n_classes + right]);
    for (int k = 0; k < n_classes; ++k) {
      const real p = std::exp(static_cast<real>(z[i * n_classes + k])) / total;
      probability[i * n_classes + k] = static_cast<double>(p);
      residual[i * n_classes + k] = static_cast<double>(p - (k == right ? 1 : 0));
    }
  }
}

void softmax_curvature_reference(std::int64_t n, int n_classes, const double* probability, double* t) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double* p = probability + i * n_classes;
    std::vector<real> product(static_cast<std::size_t>(n_classes));
    for (int k = 0; k < n_classes; ++k)
      for (int l = 0; l < n_classes; ++l)
        product[static_cast<std::size_t>(k)] +=
            (static_cast<real>(k == l ? p[k] : 0) - static_cast<real>(p[k]) * p[l]) * t[i * n_classes + l];
    for (int k = 0; k < n_classes; ++k)
      t[i * n_classes + k] = static_cast<double>(product[static_cast<std::size_t>(k)]);
  }
}

}  // namespace trireme::optim::kernels
