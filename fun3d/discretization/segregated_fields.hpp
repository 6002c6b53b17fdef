// SPDX-License-Identifier: Apache-2.0
// State, gradients and residual by unknown, [R, n_vertices] each, beside the interlaced ones: what
// performance.layout segregated works on. Used by discretization/residual. Local.
#pragma once

#include <cstddef>
#include <span>

#include "fun3d/kernels/field_layout.hpp"
#include "solvers/base/array.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

struct SegregatedFields {
  Array<double> state, gradients, residual;
  std::size_t memory_bytes() const {
    return (state.size() + gradients.size() + residual.size()) * sizeof(double);
  }
};

// by_unknown [R, n] from by_vertex [n, R]; vertices [begin, n).
template <int R>
void segregate(const double* by_vertex, std::size_t begin, std::size_t n, Array<double>& by_unknown) {
  by_unknown.resize(n * R);
  threads::parallel_for_range(n - begin, [&](std::size_t from, std::size_t to) {
    to_unknowns<R>(by_vertex, n, begin + from, begin + to, by_unknown.data());
  });
}

// by_vertex [n_wanted, R] from by_unknown [R, n].
template <int R>
void interlace(const Array<double>& by_unknown, std::size_t n, std::size_t n_wanted, double* by_vertex) {
  threads::parallel_for_range(n_wanted, [&](std::size_t from, std::size_t to) {
    to_vertices<R>(by_unknown.data(), n, from, to, by_vertex);
  });
}

}  // namespace trireme::flow
