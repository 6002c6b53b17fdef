// SPDX-License-Identifier: Apache-2.0
// The dot interaction of DLRM (Naumov et al., "Deep learning recommendation model for personalization and
// recommendation systems", arXiv 1906.00091, 2.1): the scalar products of all pairs of a sample's vectors,
// behind the first vector itself. Called by the dense part of the model, block by block inside a parallel
// region. Serial.
#pragma once

#include <cstddef>

namespace trireme::dlrm::kernels {

// Values of a sample's row of the interaction of n_vectors vectors of `width`.
constexpr std::size_t interaction_values(std::size_t n_vectors, std::size_t width) {
  return width + n_vectors * (n_vectors - 1) / 2;
}
// Floats of scratch for either direction.
constexpr std::size_t interaction_scratch(std::size_t n_vectors, std::size_t width) {
  const std::size_t padded = (n_vectors + 15) / 16 * 16;
  return padded * (width + padded) + 64;
}

// vectors [n, vectors_stride]: [n_vectors, width] of each sample. out [n, out_stride]: the first vector, then
// <z_i, z_j> for i = 1 .., j = 0 .. i - 1.
void interact(const float* vectors, std::size_t vectors_stride, std::size_t n, std::size_t n_vectors,
              std::size_t width, float* out, std::size_t out_stride, float* scratch);
void interact_reference(const float* vectors, std::size_t vectors_stride, std::size_t n,
                        std::size_t n_vectors, std::size_t width, float* out, std::size_t out_stride);

// d_vectors [n, vectors_stride] becomes the gradient for d_out [n, out_stride]; vectors as above.
void interact_backward(const float* vectors, std::size_t vectors_stride, const float* d_out,
                       std::size_t out_stride, std::size_t n, std::size_t n_vectors, std::size_t width,
                       float* d_vectors, std::size_t d_vectors_stride, float* scratch);
void interact_backward_reference(const float* vectors, std::size_t vectors_stride, const float* d_out,
                                 std::size_t out_stride, std::size_t n, std::size_t n_vectors,
                                 std::size_t width, float* d_vectors, std::size_t d_vectors_stride);

}  // namespace trireme::dlrm::kernels
