// SPDX-License-Identifier: Apache-2.0
// Runs a thread's part of an EdgePlan on that thread, and every part even when fewer threads run than the
// plan was made for. The parts write disjoint vertices, so which thread runs a part does not matter to the
// result.
#pragma once

#include <span>

#include "fun3d/discretization/edge_plan.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

// body(int part) for every part of the plan.
template <class F>
void for_each_thread(const EdgePlan& plan, F&& body) {
  threads::parallel_region([&](int thread, int running) {
    for (int part = thread; part < plan.n_threads(); part += running) body(part);
  });
}

// Sets the rows [width] of the given vertices.
template <int width>
void fill_rows(std::span<const LocalIndex> vertices, double* values, double value) {
  for (const LocalIndex vertex : vertices) {
    for (int k = 0; k < width; ++k) values[static_cast<std::size_t>(vertex) * width + k] = value;
  }
}

}  // namespace trireme::flow
