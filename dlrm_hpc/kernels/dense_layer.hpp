// SPDX-License-Identifier: Apache-2.0
// A fully connected layer on a block of samples, Y = f(X W^T + b), and its gradients. Products go to
// OpenBLAS, but for layers of at most 16 inputs and those of one output, where it reaches a fraction of its
// rate. Called block by block inside a parallel region, where OpenBLAS stays on the calling thread. Serial;
// the bits depend on the shapes alone.
#pragma once

#include <cstddef>

namespace trireme::dlrm::kernels {

enum class Activation { none, relu };

struct LayerShape {
  std::size_t inputs = 0, outputs = 0;
  Activation activation = Activation::relu;
  constexpr std::size_t parameters() const { return outputs * (inputs + 1); }
};

inline constexpr std::size_t narrow_inputs = 16;

// Floats of scratch that either direction of this layer needs.
constexpr std::size_t layer_scratch(const LayerShape& shape) {
  return shape.inputs <= narrow_inputs ? (narrow_inputs + 1) * (shape.outputs + 16) : 0;
}

// parameters: W [outputs, inputs], then b [outputs]. x [n, x_stride], y [n, y_stride].
void layer_forward(const LayerShape& shape, const float* parameters, const float* x, std::size_t x_stride,
                   std::size_t n, float* y, std::size_t y_stride, float* scratch);
void layer_forward_reference(const LayerShape& shape, const float* parameters, const float* x,
                             std::size_t x_stride, std::size_t n, float* y, std::size_t y_stride);

// dy [n, dy_stride]: the gradient for y; becomes that for the sums before the activation. d_parameters is
// replaced. dx [n, dx_stride]: replaced, or null where nobody asks.
void layer_backward(const LayerShape& shape, const float* parameters, const float* x, std::size_t x_stride,
                    const float* y, std::size_t y_stride, std::size_t n, float* dy, std::size_t dy_stride,
                    float* d_parameters, float* dx, std::size_t dx_stride, float* scratch);
void layer_backward_reference(const LayerShape& shape, const float* parameters, const float* x,
                              std::size_t x_stride, const float* y, std::size_t y_stride, std::size_t n,
                              float* dy, std::size_t dy_stride, float* d_parameters, float* dx,
                              std::size_t dx_stride);

// Rate of one OpenBLAS product of the shape 256 x 512 x 256 on this thread, in Gflop/s; wrong: it did not
// give the right numbers. x, w, y: 256 * 512, 512 * 256 and 256 * 256 floats of scratch. About 20 ms.
struct BlasTrial {
  double gflops = 0;
  bool wrong = false;
};
BlasTrial try_blas(float* x, float* w, float* y);
// Name, version and kernel set of the BLAS, one line that lives forever.
const char* blas_name();

}  // namespace trireme::dlrm::kernels
