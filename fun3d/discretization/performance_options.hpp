// SPDX-License-Identifier: Apache-2.0
// Section performance of a flow deck: how the loops over edges run, so that measurements can switch one
// technique at a time. Nothing here changes what is computed. The order of sums, and with it rounding,
// changes with edge_order as_read, threads other than owner and vertex order; all else keeps the bits. Read
// by discretization/mesh_plan and residual.
#pragma once

#include "fun3d/kernels/edge_list.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

enum class StateLayout { interlaced, segregated };
enum class EdgeOrder { sorted, as_read, grouped };
enum class GradientLoop { vertices, edges };

// Who adds to a vertex that edges of several threads meet at: the one thread that owns it; edges of one
// colour at a time, which share no vertex; every thread to its own copy; or all, atomically. Only with
// `owner` bits do not depend on the thread count.
enum class ThreadStrategy { owner, colouring, private_copies, atomic };

struct PerformanceOptions {
  StateLayout layout = StateLayout::interlaced;
  EdgeLanes simd = EdgeLanes::native;
  ThreadStrategy threads = ThreadStrategy::owner;
  EdgeOrder edge_order = EdgeOrder::sorted;
  GradientLoop gradient_loop = GradientLoop::vertices;
  int prefetch = 0;
  bool huge_pages = true;

  void describe(options::Schema& schema);
  // Throws Error (input) where options contradict one another. Local.
  void validate() const;
};

}  // namespace trireme::flow
