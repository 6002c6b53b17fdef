// SPDX-License-Identifier: Apache-2.0
// Losses of samples as functions of their margins z, with first and second derivatives. Called by
// optim/problem for blocks of rows. No MPI, no allocation; each call works on one thread. Margins of any size
// are safe: exponentials are taken of non-positive numbers only.
#pragma once

#include <cstdint>

namespace trireme::optim::kernels {

// log(1 + exp(-y z)), y = +1 or -1. loss, residual (d/dz), curvature (d2/dz2): [n].
void logistic_losses(std::int64_t n, const double* z, const double* y, double* loss, double* residual,
                     double* curvature);

// 0.5 (z - y)^2; curvature is 1.
void squared_losses(std::int64_t n, const double* z, const double* y, double* loss, double* residual,
                    double* curvature);

// log sum_k exp(z_k) - z_label. z, residual, probability [n, n_classes]; label[i] is a whole number from 0 to
// n_classes - 1.
void softmax_losses(std::int64_t n, int n_classes, const double* z, const double* label, double* loss,
                    double* residual, double* probability);

// t [n, n_classes] becomes (diag(p) - p p') t, the softmax loss's Hessian in z.
void softmax_curvature(std::int64_t n, int n_classes, const double* probability, double* t);

// By the formulas of a textbook, in long double.
void logistic_losses_reference(std::int64_t n, const double* z, const double* y, double* loss,
                               double* residual, double* curvature);
void squared_losses_reference(std::int64_t n, const double* z, const double* y, double* loss,
                              double* residual, double* curvature);
void softmax_losses_reference(std::int64_t n, int n_classes, const double* z, const double* label,
                              double* loss, double* residual, double* probability);
void softmax_curvature_reference(std::int64_t n, int n_classes, const double* probability, double* t);

}  // namespace trireme::optim::kernels
