// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/coarsening.hpp"

#include "amg/coarsen/distance_two_graph.hpp"
#include "amg/coarsen/hmis.hpp"
#include "amg/coarsen/pmis.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::amg {
namespace {

Array<PointType> types_of(const CouplingGraph& graph, CoarseningKind kind, std::int64_t seed) {
  return kind == CoarseningKind::hmis ? hmis_coarsening(graph, seed) : pmis_coarsening(graph, seed);
}

}  // namespace

Splitting split_points(const CouplingGraph& graph, CoarseningKind kind, std::int64_t seed) {
  Splitting splitting;
  splitting.types = types_of(graph, kind, seed);
  splitting.coarse = number_coarse_points(graph, splitting.types);
  return splitting;
}

Splitting split_again(const CouplingGraph& graph, const Splitting& first, CoarseningKind kind, int num_paths,
                      std::int64_t seed, RowWorkspace& workspace) {
  const auto second = distance_two_graph(graph, first.types, first.coarse, num_paths, workspace);
  const auto kept = types_of(second.view(), kind, seed);
  Splitting splitting;
  splitting.types = first.types;
  threads::parallel_for(graph.n_points(), [&](LocalIndex i) {
    const auto p = static_cast<std::size_t>(i);
    if (first.types[p] == PointType::coarse &&
        kept[static_cast<std::size_t>(first.coarse.place[p])] == PointType::fine)
      splitting.types[p] = PointType::fine;
  });
  comm::HaloExchange<PointType>(*graph.comm, graph.plan, 1).start(splitting.types).finish();
  splitting.coarse = number_coarse_points(graph, splitting.types);
  return splitting;
}

}  // namespace trireme::amg
