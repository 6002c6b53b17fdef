// SPDX-License-Identifier: Apache-2.0
// One register's worth of a pack: its type, its size on this machine, and the two operations that the vector
// extensions of gcc and clang lack and their optimizers do not find by themselves. Called by pack.hpp only.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace trireme::simd {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#elif defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int register_bytes = 16;
#else
inline constexpr int register_bytes = 0;
#endif
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool has_fma = true;
#else
inline constexpr bool has_fma = false;
#endif

namespace detail {

// What one register holds of a pack.
template <class T, int Lanes>
struct Register {
  using Integer = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  typedef T Values __attribute__((vector_size(sizeof(T) * Lanes)));
  typedef Integer Mask __attribute__((vector_size(sizeof(T) * Lanes)));
};
template <class T>
struct Register<T, 1> {
  using Values = T;
  using Mask = bool;
};

// The masked forms for 512 bits: gcc 12 warns of its own header's plain ones.
template <class Values>
Values square_root(Values a) {
  if constexpr (std::is_floating_point_v<Values>) return std::sqrt(a);
#if defined(__SSE2__)
  if constexpr (std::is_same_v<Values, Register<double, 2>::Values>) return _mm_sqrt_pd(a);
  if constexpr (std::is_same_v<Values, Register<float, 4>::Values>) return _mm_sqrt_ps(a);
#endif
#if defined(__AVX__)
  if constexpr (std::is_same_v<Values, Register<double, 4>::Values>) return _mm256_sqrt_pd(a);
  if constexpr (std::is_same_v<Values, Register<float, 8>::Values>) return _mm256_sqrt_ps(a);
#endif
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<Values, Register<double, 8>::Values>) return _mm512_maskz_sqrt_pd(0xff, a);
  if constexpr (std::is_same_v<Values, Register<float, 16>::Values>) return _mm512_maskz_sqrt_ps(0xffff, a);
#endif
  if constexpr (!std::is_floating_point_v<Values>)
    for (std::size_t k = 0; k < sizeof(a) / sizeof(a[0]); ++k) a[k] = std::sqrt(a[k]);
  return a;
}

// With has_fma only.
template <class Values>
Values fused(Values a, Values b, Values c) {
  if constexpr (std::is_floating_point_v<Values>) return std::fma(a, b, c);
#if defined(__FMA__)
  if constexpr (std::is_same_v<Values, Register<double, 2>::Values>) return _mm_fmadd_pd(a, b, c);
  if constexpr (std::is_same_v<Values, Register<float, 4>::Values>) return _mm_fmadd_ps(a, b, c);
  if constexpr (std::is_same_v<Values, Register<double, 4>::Values>) return _mm256_fmadd_pd(a, b, c);
  if constexpr (std::is_same_v<Values, Register<float, 8>::Values>) return _mm256_fmadd_ps(a, b, c);
#endif
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<Values, Register<double, 8>::Values>) return _mm512_fmadd_pd(a, b, c);
  if constexpr (std::is_same_v<Values, Register<float, 16>::Values>) return _mm512_fmadd_ps(a, b, c);
#endif
  if constexpr (!std::is_floating_point_v<Values>)
    for (std::size_t k = 0; k < sizeof(a) / sizeof(a[0]); ++k) a[k] = std::fma(a[k], b[k], c[k]);
  return a;
}

}  // namespace detail

}  // namespace trireme::simd
