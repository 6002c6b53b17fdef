// SPDX-License-Identifier: Apache-2.0
#include "solvers/vec/kernels/entrywise.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/vec/kernels/entry_ranges.hpp"

namespace trireme::vec {
namespace {

double divide(double a, double b) {
  return b != 0 ? a / b : 0.0;
}

template <class F>
void combine(std::span<double> w, std::span<const double> x, std::span<const double> y, F&& value) {
  double* r = w.data();
  const double *a = x.data(), *b = y.data();
  for_entry_ranges(w.size(), [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) r[i] = value(a[i], b[i]);
  });
}

template <class F>
void transform(std::span<double> x, F&& value) {
  double* a = x.data();
  for_entry_ranges(x.size(), [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) a[i] = value(a[i]);
  });
}

// Passes the function of two numbers that `operation` names to `use`.
template <class Use>
void with_function(Binary operation, Use&& use) {
  switch (operation) {
    case Binary::multiply:
      return use([](double a, double b) { return a * b; });
    case Binary::divide:
      return use(divide);
    case Binary::maximum:
      return use([](double a, double b) { return std::max(a, b); });
    case Binary::minimum:
      return use([](double a, double b) { return std::min(a, b); });
    case Binary::maximum_magnitude:
      return use([](double a, double b) { return std::max(std::abs(a), std::abs(b)); });
  }
}

template <class Use>
void with_function(Unary operation, Use&& use) {
  switch (operation) {
    case Unary::reciprocal:
      return use([](double a) { return divide(1.0, a); });
    case Unary::absolute:
      return use([](double a) { return std::abs(a); });
    case Unary::square_root_of_magnitude:
      return use([](double a) { return std::sqrt(std::abs(a)); });
    case Unary::exponential:
      return use([](double a) { return std::exp(a); });
    case Unary::logarithm:
      return use([](double a) { return std::log(a); });
  }
}

}  // namespace

void apply_binary(Binary operation, std::span<double> w, std::span<const double> x,
                  std::span<const double> y) {
  with_function(operation, [&](auto value) { combine(w, x, y, value); });
}

void apply_binary_reference(Binary operation, std::span<double> w, std::span<const double> x,
                            std::span<const double> y) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double a = x[i], b = y[i];
    switch (operation) {
      case Binary::multiply:
        w[i] = a * b;
        break;
      case Binary::divide:
        w[i] = b != 0 ? a / b : 0;
        break;
      case Binary::maximum:
        w[i] = a < b ? b : a;
        break;
      case Binary::minimum:
        w[i] = b < a ? b : a;
        break;
      case Binary::maximum_magnitude:
        w[i] = std::abs(a) < std::abs(b) ? std::abs(b) : std::abs(a);
        break;
    }
  }
}

void apply_unary(Unary operation, std::span<double> x) {
  with_function(operation, [&](auto value) { transform(x, value); });
}

void apply_unary_reference(Unary operation, std::span<double> x) {
  for (double& value : x) {
    switch (operation) {
      case Unary::reciprocal:
        value = value != 0 ? 1 / value : 0;
        break;
      case Unary::absolute:
        value = value < 0 ? -value : value + 0.0;
        break;
      case Unary::square_root_of_magnitude:
        value = std::sqrt(std::abs(value));
        break;
      case Unary::exponential:
        value = std::exp(value);
        break;
      case Unary::logarithm:
        value = std::log(value);
        break;
    }
  }
}

void shift(std::span<double> x, double alpha) {
  transform(x, [alpha](double value) { return value + alpha; });
}

void shift_reference(std::span<double> x, double alpha) {
  for (double& value : x) value += alpha;
}

}  // namespace trireme::vec
