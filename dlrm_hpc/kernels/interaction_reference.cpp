// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/interaction.hpp"

namespace trireme::dlrm::kernels {

void interact_reference(const float* vectors, std::size_t vectors_stride, std::size_t n,
                        std::size_t n_vectors, std::size_t width, float* out, std::size_t out_stride) {
  for (std::size_t s = 0; s < n; ++s) {
    const float* const z = vectors + s * vectors_stride;
    float* at = out + s * out_stride;
    for (std::size_t d = 0; d < width; ++d) *at++ = z[d];
    for (std::size_t i = 1; i < n_vectors; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double sum = 0;
        for (std::size_t d = 0; d < width; ++d)
          sum += static_cast<double>(z[i * width + d]) * z[j * width + d];
        *at++ = static_cast<float>(sum);
      }
  }
}

void interact_backward_reference(const float* vectors, std::size_t vectors_stride, const float* d_out,
                                 std::size_t out_stride, std::size_t n, std::size_t n_vectors,
                                 std::size_t width, float* d_vectors, std::size_t d_vectors_stride) {
  for (std::size_t s = 0; s < n; ++s) {
    const float* const z = vectors + s * vectors_stride;
    const float* const g = d_out + s * out_stride;
    for (std::size_t i = 0; i < n_vectors; ++i)
      for (std::size_t d = 0; d < width; ++d) {
        double sum = i == 0 ? g[d] : 0;
        for (std::size_t j = 0; j < n_vectors; ++j) {
          if (i == j) continue;
          const std::size_t a = i > j ? i : j, b = i > j ? j : i;
          sum += static_cast<double>(g[width + a * (a - 1) / 2 + b]) * z[j * width + d];
        }
        d_vectors[s * d_vectors_stride + i * width + d] = static_cast<float>(sum);
      }
  }
}

}  // namespace trireme::dlrm::kernels
