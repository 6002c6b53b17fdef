// SPDX-License-Identifier: Apache-2.0
// Sums over edges by the plan's thread strategy: the one interface behind which owner-only writes, colouring,
// private copies and atomic sums lie. Called by discretization/residual for gradients and fluxes. Local.
#pragma once

#include <algorithm>
#include <span>

#include "fun3d/discretization/edge_plan.hpp"
#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/field_layout.hpp"
#include "solvers/base/array.hpp"

namespace trireme::flow {

enum class EdgePart { interior, halo };

// Adds terms(const EdgeList&, double* sums) of all edges of a part to `sums`. terms may run on several
// threads at once and writes what the list says. copies: kept by the caller from call to call, grows to
// n_threads times the size of sums where the strategy wants copies.
template <class Terms>
void sum_over_edges(const EdgePlan& plan, EdgePart part, std::span<double> sums, Array<double>& copies,
                    Terms&& terms) {
  const SharedEdges& shared = part == EdgePart::interior ? plan.shared_interior() : plan.shared_halo();
  const int n_threads = plan.n_threads();
  const std::size_t n = sums.size();
  switch (plan.strategy()) {
    case ThreadStrategy::owner:
      return for_each_thread(plan, [&](int thread) {
        terms(part == EdgePart::interior ? plan.interior(thread) : plan.halo(thread), sums.data());
      });
    case ThreadStrategy::colouring:
      for (int colour = 0; colour < shared.n_colours(); ++colour)
        for_each_thread(plan, [&](int thread) { terms(shared.edges(thread, colour), sums.data()); });
      return;
    case ThreadStrategy::atomic:
      return for_each_thread(plan, [&](int thread) { terms(shared.edges(thread, 0), sums.data()); });
    case ThreadStrategy::private_copies:
      if (shared.edges(0, 0).size() == 0) return;  // the largest share
      copies.resize(n * static_cast<std::size_t>(n_threads));
      for_each_thread(plan, [&](int thread) {
        double* own = copies.data() + n * static_cast<std::size_t>(thread);
        std::fill_n(own, n, 0.0);
        terms(shared.edges(thread, 0), own);
      });
      threads::parallel_for_range(n, [&](std::size_t begin, std::size_t end) {
        add_copies(copies.data(), n, n_threads, begin, end, sums.data());
      });
      return;
  }
}

}  // namespace trireme::flow
