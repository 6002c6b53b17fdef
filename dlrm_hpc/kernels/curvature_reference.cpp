// SPDX-License-Identifier: Apache-2.0
// The layers of curvature.cpp, one number after the other. The interaction there is such already.
#include <algorithm>

#include "dlrm_hpc/kernels/curvature.hpp"

namespace trireme::dlrm::kernels {
namespace {

bool passes(const LayerShape& shape, double y) {
  return shape.activation == Activation::none || y > 0;
}

}  // namespace

void curvature_forward_reference(const LayerShape& shape, const double* parameters, const double* x,
                                 std::size_t n, double* y) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      double sum = parameters[shape.outputs * shape.inputs + j];
      for (std::size_t k = 0; k < shape.inputs; ++k)
        sum += parameters[j * shape.inputs + k] * x[s * shape.inputs + k];
      y[s * shape.outputs + j] = shape.activation == Activation::relu ? std::max(sum, 0.0) : sum;
    }
}

void curvature_forward_along_reference(const LayerShape& shape, const double* parameters, const double* v,
                                       const double* x, const double* rx, const double* y, std::size_t n,
                                       double* ry) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      double sum = v[shape.outputs * shape.inputs + j];
      for (std::size_t k = 0; k < shape.inputs; ++k) {
        sum += v[j * shape.inputs + k] * x[s * shape.inputs + k];
        if (rx) sum += parameters[j * shape.inputs + k] * rx[s * shape.inputs + k];
      }
      ry[s * shape.outputs + j] = passes(shape, y[s * shape.outputs + j]) ? sum : 0.0;
    }
}

void curvature_backward_reference(const LayerShape& shape, const double* parameters, const double* x,
                                  const double* y, std::size_t n, double* dy, double* d_parameters,
                                  double* dx) {
  if (dx) std::fill_n(dx, n * shape.inputs, 0.0);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      double& g = dy[s * shape.outputs + j];
      if (!passes(shape, y[s * shape.outputs + j])) g = 0;
      for (std::size_t k = 0; k < shape.inputs; ++k) {
        if (d_parameters) d_parameters[j * shape.inputs + k] += g * x[s * shape.inputs + k];
        if (dx) dx[s * shape.inputs + k] += g * parameters[j * shape.inputs + k];
      }
      if (d_parameters) d_parameters[shape.outputs * shape.inputs + j] += g;
    }
}

void curvature_backward_along_reference(const LayerShape& shape, const double* parameters, const double* v,
                                        const double* x, const double* rx, const double* y, std::size_t n,
                                        const double* dy, double* rdy, double* r_parameters, double* rdx) {
  curvature_backward_reference(shape, parameters, x, y, n, rdy, r_parameters, rdx);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j)
      for (std::size_t k = 0; k < shape.inputs; ++k) {
        const double g = dy[s * shape.outputs + j];
        if (rx) r_parameters[j * shape.inputs + k] += g * rx[s * shape.inputs + k];
        if (rdx) rdx[s * shape.inputs + k] += g * v[j * shape.inputs + k];
      }
}

}  // namespace trireme::dlrm::kernels
