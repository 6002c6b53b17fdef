// SPDX-License-Identifier: Apache-2.0
// Small fixed-size values of the equation sets: the unknowns of one vertex, a vector of space, a Jacobian
// block. Used by every file of physics/ and kernels/; all are plain values that the compiler keeps in
// registers.
#pragma once

#include <array>

namespace trireme::flow {

using Vector3 = std::array<double, 3>;

// The N unknowns of one vertex, in the order the equation set names them.
template <int N>
using State = std::array<double, N>;

// A Jacobian block d(flux)/d(unknowns), row-major: block[row * N + column].
template <int N>
using Block = std::array<double, N * N>;

inline double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace trireme::flow
