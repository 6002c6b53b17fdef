// SPDX-License-Identifier: Apache-2.0
// Small fixed-size values of the equation sets: the unknowns of one vertex, a vector of space, a Jacobian
// block. Used by every file of physics/ and kernels/; all are plain values that the compiler keeps in
// registers.
#pragma once

#include <array>
#include <cstddef>

namespace trireme::flow {

// Number is double, or a simd::Pack of doubles where a kernel works on several edges at once.
template <class Number>
using Vector = std::array<Number, 3>;
using Vector3 = Vector<double>;

// The N unknowns of one vertex, in the order the equation set names them.
template <int N, class Number = double>
using State = std::array<Number, N>;

// A Jacobian block d(flux)/d(unknowns), row-major: block[row * N + column].
template <int N, class Number = double>
using Block = std::array<Number, N * N>;

template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// A vector of numbers of any type with the same value in every lane.
template <class Number>
Vector<Number> as_vector_of(const Vector3& a) {
  return {Number(a[0]), Number(a[1]), Number(a[2])};
}

template <class Number, std::size_t N>
std::array<Number, N> as_state_of(const std::array<double, N>& q) {
  std::array<Number, N> result;
  for (std::size_t k = 0; k < N; ++k) result[k] = Number(q[k]);
  return result;
}

// The scalar twin of the pack's select.
inline double select(bool mask, double yes, double no) {
  return mask ? yes : no;
}

}  // namespace trireme::flow
