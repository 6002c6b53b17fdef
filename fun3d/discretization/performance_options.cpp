// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/performance_options.hpp"

#include "solvers/base/error.hpp"

namespace trireme::flow {

void PerformanceOptions::describe(options::Schema& schema) {
  schema.section("performance",
                 "How the loops over edges run; for measurements. What is computed stays the same but for "
                 "rounding.");
  schema.add_choice(
      "layout", layout, {{"interlaced", StateLayout::interlaced}, {"segregated", StateLayout::segregated}},
      "whether gradients and fluxes see the unknowns of a vertex side by side, or each unknown as an array "
      "of its own");
  schema.add_choice("simd", simd, {{"native", EdgeLanes::native}, {"scalar", EdgeLanes::scalar}},
                    "edges worked on at once: as many as a register of the machine holds, or one");
  schema.add_choice(
      "threads", threads,
      {{"owner", ThreadStrategy::owner},
       {"colouring", ThreadStrategy::colouring},
       {"private", ThreadStrategy::private_copies},
       {"atomic", ThreadStrategy::atomic}},
      "how threads share the sums of gradients and fluxes; only with owner bits do not depend on "
      "the number of threads");
  schema.add_choice(
      "edge_order", edge_order,
      {{"sorted", EdgeOrder::sorted}, {"as_read", EdgeOrder::as_read}, {"grouped", EdgeOrder::grouped}},
      "order of the edges: by their vertices, as the cells mention them, or in groups that share no vertex, "
      "each vertex's own order kept");
  schema.add_choice("gradient_loop", gradient_loop,
                    {{"vertices", GradientLoop::vertices}, {"edges", GradientLoop::edges}},
                    "gradients from a loop over the neighbours of every vertex, or over edges; vertices only "
                    "with threads owner, layout interlaced and edge_order other than as_read");
  schema.add("prefetch", prefetch, "edges ahead whose vertices are fetched into the cache; 0: none",
             {.min = 0, .max = 1024});
  schema.add("huge_pages", huge_pages, "whether large arrays may lie in huge pages");
}

void PerformanceOptions::validate() const {
  if (layout == StateLayout::segregated && simd != EdgeLanes::scalar) {
    throw Error(ErrorKind::input, "performance.layout: segregated needs performance.simd scalar",
                "there are no kernels for several edges of arrays by unknown", "add performance.simd=scalar");
  }
  if (layout == StateLayout::segregated && prefetch > 0) {
    throw Error(ErrorKind::input, "performance.prefetch is above 0 with performance.layout=segregated",
                "only rows of interlaced unknowns are prefetched", "leave performance.prefetch at 0");
  }
}

}  // namespace trireme::flow
