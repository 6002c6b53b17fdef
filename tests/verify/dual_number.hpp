// SPDX-License-Identifier: Apache-2.0
// Exact differentiation in three variables: a value with its gradient. Lets a manufactured solution's source
// term be computed from the solution itself instead of by hand.
#pragma once

#include <array>
#include <cmath>

namespace trireme::verify {

struct Dual {
  double value = 0;
  std::array<double, 3> gradient{};

  static Dual variable(double value, int direction) {
    Dual x{value, {}};
    x.gradient[static_cast<std::size_t>(direction)] = 1;
    return x;
  }
};

inline Dual operator+(const Dual& a, const Dual& b) {
  Dual c{a.value + b.value, {}};
  for (std::size_t d = 0; d < 3; ++d) c.gradient[d] = a.gradient[d] + b.gradient[d];
  return c;
}
inline Dual operator*(const Dual& a, const Dual& b) {
  Dual c{a.value * b.value, {}};
  for (std::size_t d = 0; d < 3; ++d) c.gradient[d] = a.gradient[d] * b.value + a.value * b.gradient[d];
  return c;
}
inline Dual operator*(double a, const Dual& b) {
  return Dual{a, {}} * b;
}
inline Dual operator+(double a, const Dual& b) {
  return Dual{a, {}} + b;
}
inline Dual sin(const Dual& a) {
  Dual c{std::sin(a.value), {}};
  for (std::size_t d = 0; d < 3; ++d) c.gradient[d] = std::cos(a.value) * a.gradient[d];
  return c;
}
inline Dual cos(const Dual& a) {
  Dual c{std::cos(a.value), {}};
  for (std::size_t d = 0; d < 3; ++d) c.gradient[d] = -std::sin(a.value) * a.gradient[d];
  return c;
}

}  // namespace trireme::verify
