// SPDX-License-Identifier: Apache-2.0
// A number with its derivatives in N variables: a flux written as a template over the number type gives its
// own Jacobian when it is called with these (forward differentiation). Used where a hand-written Jacobian
// would be long and speed matters little, as on open boundaries. Comparisons look at the value alone.
#pragma once

#include <array>
#include <cmath>

#include "fun3d/physics/state.hpp"

namespace trireme::flow {

template <int N>
struct Dual {
  double value = 0;
  std::array<double, N> derivatives{};

  Dual() = default;
  Dual(double constant) : value(constant) {}

  // f(a) with slope f'(a), and f(a, b) with its two slopes.
  static Dual of(double value, double slope, const Dual& a) {
    Dual result(value);
    for (int j = 0; j < N; ++j) result.derivatives[j] = slope * a.derivatives[j];
    return result;
  }
  static Dual of(double value, double slope_a, const Dual& a, double slope_b, const Dual& b) {
    Dual result(value);
    for (int j = 0; j < N; ++j)
      result.derivatives[j] = slope_a * a.derivatives[j] + slope_b * b.derivatives[j];
    return result;
  }

  friend Dual operator+(const Dual& a, const Dual& b) { return of(a.value + b.value, 1, a, 1, b); }
  friend Dual operator-(const Dual& a, const Dual& b) { return of(a.value - b.value, 1, a, -1, b); }
  friend Dual operator-(const Dual& a) { return of(-a.value, -1, a); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return of(a.value * b.value, b.value, a, a.value, b);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return of(quotient, 1 / b.value, a, -quotient / b.value, b);
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }

  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual select(bool mask, const Dual& yes, const Dual& no) { return mask ? yes : no; }
  friend Dual min(const Dual& a, const Dual& b) { return b < a ? b : a; }
  friend Dual max(const Dual& a, const Dual& b) { return a < b ? b : a; }
  friend Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
  // At zero the slope counts as zero, so that sqrt(max(0, x)) stays a number where it is clipped.
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return of(root, root > 0 ? 0.5 / root : 0.0, a);
  }
  friend Dual pow(const Dual& a, double exponent) {
    const double power = std::pow(a.value, exponent);
    return of(power, exponent * power / a.value, a);
  }
};

// The state as the point at which derivatives are taken.
template <int N>
State<N, Dual<N>> as_variables(const State<N>& q) {
  State<N, Dual<N>> variables;
  for (int k = 0; k < N; ++k) {
    variables[k] = q[k];
    variables[k].derivatives[k] = 1;
  }
  return variables;
}

template <int N>
Block<N> jacobian_of(const State<N, Dual<N>>& f) {
  Block<N> block;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) block[i * N + j] = f[i].derivatives[j];
  }
  return block;
}

}  // namespace trireme::flow
