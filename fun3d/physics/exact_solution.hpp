// SPDX-License-Identifier: Apache-2.0
// A flow that is known everywhere, and the source that makes it a solution of an equation set: the divergence
// of its flux, differentiated exactly (method of manufactured solutions: Salari & Knupp, SAND2000-1444).
// Called by case/manufactured_case and by the tests of the order of accuracy.
#pragma once

#include <cmath>
#include <functional>

#include "fun3d/physics/dual.hpp"

namespace trireme::flow {

// A function of position with its gradient.
using Field = Dual<3>;

inline Field sin(const Field& a) {
  return Field::of(std::sin(a.value), std::cos(a.value), a);
}
inline Field cos(const Field& a) {
  return Field::of(std::cos(a.value), -std::sin(a.value), a);
}
inline Field exp(const Field& a) {
  return Field::of(std::exp(a.value), std::exp(a.value), a);
}

// A state of equation set E as a function of position, of which every component has its gradient.
template <class E>
using ExactSolution = std::function<State<E::n_unknowns, Field>(const Vector<Field>& position)>;

template <class E>
struct ExactValues {
  State<E::n_unknowns> state;
  State<E::n_unknowns> source;  // per unit volume
};

// At the point x [3]. Pure.
template <class E>
ExactValues<E> exact_values_at(const typename E::Parameters& parameters, const ExactSolution<E>& solution,
                               const double* x) {
  Vector<Field> position;
  for (std::size_t d = 0; d < 3; ++d) {
    position[d] = x[d];
    position[d].derivatives[d] = 1;
  }
  const State<E::n_unknowns, Field> q = solution(position);
  ExactValues<E> values{};
  for (std::size_t d = 0; d < 3; ++d) {
    Vector<Field> axis{};
    axis[d] = 1.0;
    const auto flux = E::flux(parameters, q, axis);
    for (int k = 0; k < E::n_unknowns; ++k) values.source[k] += flux[k].derivatives[d];
  }
  for (int k = 0; k < E::n_unknowns; ++k) values.state[k] = q[k].value;
  return values;
}

}  // namespace trireme::flow
