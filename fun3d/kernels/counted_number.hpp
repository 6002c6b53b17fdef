// SPDX-License-Identifier: Apache-2.0
// A number that counts what is done with it: a flux written as a template over the number type tells its own
// floating-point operations when it is called with these. Additions, multiplications, divisions and square
// roots count as one each; signs, comparisons and selections as none; a power as one. Called by
// kernels/kernel_costs.
#pragma once

#include <cmath>
#include <cstdint>

namespace trireme::flow {

struct CountedNumber {
  double value = 0;

  CountedNumber() = default;
  CountedNumber(double constant) : value(constant) {}

  // Of this thread, since it began.
  static std::int64_t& operations() {
    static thread_local std::int64_t count = 0;
    return count;
  }
  static CountedNumber made(double value) {
    ++operations();
    return value;
  }

  friend CountedNumber operator+(CountedNumber a, CountedNumber b) { return made(a.value + b.value); }
  friend CountedNumber operator-(CountedNumber a, CountedNumber b) { return made(a.value - b.value); }
  friend CountedNumber operator*(CountedNumber a, CountedNumber b) { return made(a.value * b.value); }
  friend CountedNumber operator/(CountedNumber a, CountedNumber b) { return made(a.value / b.value); }
  friend CountedNumber operator-(CountedNumber a) { return -a.value; }
  CountedNumber& operator+=(CountedNumber b) { return *this = *this + b; }
  CountedNumber& operator-=(CountedNumber b) { return *this = *this - b; }
  CountedNumber& operator*=(CountedNumber b) { return *this = *this * b; }

  friend bool operator<(CountedNumber a, CountedNumber b) { return a.value < b.value; }
  friend bool operator>(CountedNumber a, CountedNumber b) { return a.value > b.value; }
  friend bool operator<=(CountedNumber a, CountedNumber b) { return a.value <= b.value; }
  friend bool operator>=(CountedNumber a, CountedNumber b) { return a.value >= b.value; }

  friend CountedNumber select(bool mask, CountedNumber yes, CountedNumber no) { return mask ? yes : no; }
  friend CountedNumber min(CountedNumber a, CountedNumber b) { return b < a ? b : a; }
  friend CountedNumber max(CountedNumber a, CountedNumber b) { return a < b ? b : a; }
  friend CountedNumber abs(CountedNumber a) { return std::abs(a.value); }
  friend CountedNumber sqrt(CountedNumber a) { return made(std::sqrt(a.value)); }
  friend CountedNumber pow(CountedNumber a, double exponent) { return made(std::pow(a.value, exponent)); }
};

}  // namespace trireme::flow
