// SPDX-License-Identifier: Apache-2.0
// A low-rank cross layer of DCN-V2 (Wang et al., "DCN V2: Improved deep & cross network and practical lessons
// for web-scale learning to rank systems", WWW'21, arXiv 2008.13535, 3.2 and 3.5) on a block of samples,
//
//   y = x0 * (W (V x) + b) + x,
//
// where * multiplies value by value and x0 is what the first of the layers got; its gradients, and its
// directional derivatives (see curvature.hpp). Called by the dense part of the model and by second-order
// passes, block by block inside a parallel region. Serial; the bits depend on the shapes alone.
#pragma once

#include <cstddef>

namespace trireme::dlrm::kernels {

// parameters: W [features, rank], V [rank, features], b [features].
struct CrossShape {
  std::size_t features = 0, rank = 0;
  constexpr std::size_t v() const { return features * rank; }      // where V begins
  constexpr std::size_t b() const { return 2 * features * rank; }  // where b begins
  constexpr std::size_t parameters() const { return features * (2 * rank + 1); }
};

// What the layer has on n samples, or the derivatives of all of it along a direction. All [n, features], but
// low and d_low [n, rank].
template <class T>
struct CrossValues {
  const T* x0 = nullptr;
  const T* x = nullptr;
  T* low = nullptr;     // V x
  T* scaled = nullptr;  // W low + b
  T* y = nullptr;
  // Gradients, for the way back.
  const T* dy = nullptr;
  T* d_low = nullptr;
  T* d_scaled = nullptr;
  T* d_x0 = nullptr;  // added to, by what goes through x0 * scaled alone
  T* dx = nullptr;    // replaced; may be dy
};

enum class Into { fresh, sum };  // gradients of parameters are replaced, or added to

// From x0 and x to low, scaled and y.
void cross_forward(const CrossShape& shape, const float* parameters, std::size_t n,
                   const CrossValues<float>& at);
void cross_forward(const CrossShape& shape, const double* parameters, std::size_t n,
                   const CrossValues<double>& at);
void cross_forward_reference(const CrossShape& shape, const double* parameters, std::size_t n,
                             const CrossValues<double>& at);

// From dy, and what the way forward left, to all other gradients. d_parameters may be null.
void cross_backward(const CrossShape& shape, const float* parameters, std::size_t n,
                    const CrossValues<float>& at, float* d_parameters, Into into);
void cross_backward(const CrossShape& shape, const double* parameters, std::size_t n,
                    const CrossValues<double>& at, double* d_parameters, Into into);
void cross_backward_reference(const CrossShape& shape, const double* parameters, std::size_t n,
                              const CrossValues<double>& at, double* d_parameters, Into into);

// The derivatives of cross_forward along v [parameters], x0 and x of `along`.
void cross_forward_along(const CrossShape& shape, const double* parameters, const double* v, std::size_t n,
                         const CrossValues<double>& at, const CrossValues<double>& along);
void cross_forward_along_reference(const CrossShape& shape, const double* parameters, const double* v,
                                   std::size_t n, const CrossValues<double>& at,
                                   const CrossValues<double>& along);
// Those of cross_backward, which has been; `at` then still holds dy. r_parameters is added to.
void cross_backward_along(const CrossShape& shape, const double* parameters, const double* v, std::size_t n,
                          const CrossValues<double>& at, const CrossValues<double>& along,
                          double* r_parameters);
void cross_backward_along_reference(const CrossShape& shape, const double* parameters, const double* v,
                                    std::size_t n, const CrossValues<double>& at,
                                    const CrossValues<double>& along, double* r_parameters);

}  // namespace trireme::dlrm::kernels
