// SPDX-License-Identifier: Apache-2.0
// Small fixed-size values of the equation sets: the unknowns of one vertex, a vector of space, a Jacobian
// block. Used by every file of physics/ and kernels/; all are plain values that the compiler keeps in
// registers.
#pragma once

#include <array>

namespace trireme::flow {

// Number is double, or a simd::Pack of doubles where a kernel works on several edges at once.
template <class Number>
using Vector = std::array<Number, 3>;
using Vector3 = Vector<double>;

// The N unknowns of one vertex, in the order the equation set names them.
template <int N, class Number = double>
using State = std::array<Number, N>;

// A Jacobian block d(flux)/d(unknowns), row-major: block[row * N + column].
template <int N>
using Block = std::array<double, N * N>;

inline double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace trireme::flow
