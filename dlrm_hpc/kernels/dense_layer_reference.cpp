// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "dlrm_hpc/kernels/dense_layer.hpp"

namespace trireme::dlrm::kernels {

void layer_forward_reference(const LayerShape& shape, const float* parameters, const float* x,
                             std::size_t x_stride, std::size_t n, float* y, std::size_t y_stride) {
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      double sum = parameters[shape.outputs * shape.inputs + j];
      for (std::size_t k = 0; k < shape.inputs; ++k)
        sum += static_cast<double>(x[s * x_stride + k]) * parameters[j * shape.inputs + k];
      if (shape.activation == Activation::relu && sum < 0) sum = 0;
      y[s * y_stride + j] = static_cast<float>(sum);
    }
}

void layer_backward_reference(const LayerShape& shape, const float* parameters, const float* x,
                              std::size_t x_stride, const float* y, std::size_t y_stride, std::size_t n,
                              float* dy, std::size_t dy_stride, float* d_parameters, float* dx,
                              std::size_t dx_stride) {
  std::vector<double> sums(shape.parameters(), 0.0);
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      float& g = dy[s * dy_stride + j];
      if (shape.activation == Activation::relu && !(y[s * y_stride + j] > 0)) g = 0;
      for (std::size_t k = 0; k < shape.inputs; ++k)
        sums[j * shape.inputs + k] += static_cast<double>(g) * x[s * x_stride + k];
      sums[shape.outputs * shape.inputs + j] += g;
    }
  for (std::size_t p = 0; p < sums.size(); ++p) d_parameters[p] = static_cast<float>(sums[p]);
  if (!dx) return;
  for (std::size_t s = 0; s < n; ++s)
    for (std::size_t k = 0; k < shape.inputs; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < shape.outputs; ++j)
        sum += static_cast<double>(dy[s * dy_stride + j]) * parameters[j * shape.inputs + k];
      dx[s * dx_stride + k] = static_cast<float>(sum);
    }
}

}  // namespace trireme::dlrm::kernels
