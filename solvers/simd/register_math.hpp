// SPDX-License-Identifier: Apache-2.0
// One register's worth of a pack: its type, its size on this machine, and the operations that the vector
// extensions of gcc and clang lack and their optimizers do not find by themselves. Called by pack.hpp only.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

// As many numbers of any type, whether or not they fill a register.
template <class T, int Lanes>
struct Numbers {
  typedef T Values __attribute__((vector_size(sizeof(T) * Lanes)));
};
template <class T>
struct Numbers<T, 1> {
  using Values = T;
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

// Numbers of another type, one for one. gcc 12 takes 256 and 512 bits apart by itself.
template <class To, class From>
To converted(const From& numbers) {
#if defined(__AVX__)
  if constexpr (std::is_same_v<To, Register<double, 4>::Values> &&
                std::is_same_v<From, Register<float, 4>::Values>)
    return _mm256_cvtps_pd(numbers);
#endif
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<To, Register<double, 8>::Values> &&
                std::is_same_v<From, Register<float, 8>::Values>)
    return _mm512_maskz_cvtps_pd(0xff, numbers);
#endif
  return __builtin_convertvector(numbers, To);
}

// Two numbers, four times each. A shuffle from two lanes to eight goes through memory with gcc 12.
template <class T>
typename Register<T, 8>::Values two_repeated(const T* source) {
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<T, double>)
    return _mm512_mask_broadcastsd_pd(_mm512_maskz_broadcastsd_pd(0xff, _mm_load_sd(source)), 0xf0,
                                      _mm_load_sd(source + 1));
#endif
  typename Register<T, 8>::Values values;
  for (int k = 0; k < 8; ++k) values[k] = source[k / 4];
  return values;
}

// The sum of the halves of eight.
template <class T>
typename Register<T, 4>::Values sum_of_halves(const typename Register<T, 8>::Values& a) {
  return __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
}

// Four rows of four numbers each become four columns; with eight lanes, rows i and i + 4 lie in the halves of
// register i, and columns come and go alike, so that it is its own inverse.
template <class Values>
void transpose_fours(Values (&r)[4]) {
  if constexpr (sizeof(Values) / sizeof(r[0][0]) == 4) {
    const Values even01 = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
    const Values odd01 = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
    const Values even23 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
    const Values odd23 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
    r[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
    r[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
    r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
  } else {
    const Values even01 = __builtin_shufflevector(r[0], r[1], 0, 8, 2, 10, 4, 12, 6, 14);
    const Values odd01 = __builtin_shufflevector(r[0], r[1], 1, 9, 3, 11, 5, 13, 7, 15);
    const Values even23 = __builtin_shufflevector(r[2], r[3], 0, 8, 2, 10, 4, 12, 6, 14);
    const Values odd23 = __builtin_shufflevector(r[2], r[3], 1, 9, 3, 11, 5, 13, 7, 15);
    r[0] = __builtin_shufflevector(even01, even23, 0, 1, 8, 9, 4, 5, 12, 13);
    r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 8, 9, 4, 5, 12, 13);
    r[2] = __builtin_shufflevector(even01, even23, 2, 3, 10, 11, 6, 7, 14, 15);
    r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 10, 11, 6, 7, 14, 15);
  }
}

// Registers that transpose_fours takes.
template <class T, int Lanes>
inline constexpr bool has_transpose = (Lanes == 4 || Lanes == 8) && (sizeof(T) * Lanes <= register_bytes);

// rows[k][0..3] as the columns of a register of 4 or 8 lanes.
template <class T, int Lanes>
void load_fours(const T* const* rows, typename Register<T, Lanes>::Values (&columns)[4]) {
  using Four = typename Register<T, 4>::Values;
  for (int i = 0; i < 4; ++i) {
    Four low;
    std::memcpy(&low, rows[i], sizeof(low));
    if constexpr (Lanes == 4) {
      columns[i] = low;
    } else {
      Four high;
      std::memcpy(&high, rows[i + 4], sizeof(high));
      columns[i] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    }
  }
  transpose_fours(columns);
}

// The inverse, to rows `stride` apart. The columns are used up.
template <class T, int Lanes>
void store_fours(typename Register<T, Lanes>::Values (&columns)[4], T* rows, std::ptrdiff_t stride) {
  using Four = typename Register<T, 4>::Values;
  transpose_fours(columns);
  for (int i = 0; i < 4; ++i) {
    if constexpr (Lanes == 4) {
      std::memcpy(rows + i * stride, &columns[i], sizeof(Four));
    } else {
      const Four low = __builtin_shufflevector(columns[i], columns[i], 0, 1, 2, 3);
      const Four high = __builtin_shufflevector(columns[i], columns[i], 4, 5, 6, 7);
      std::memcpy(rows + i * stride, &low, sizeof(Four));
      std::memcpy(rows + (i + 4) * stride, &high, sizeof(Four));
    }
  }
}

}  // namespace detail

}  // namespace trireme::simd
