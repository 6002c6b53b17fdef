// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/coarse_points.hpp"

#include "amg/matrix/partition.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/scan.hpp"

namespace trireme::amg {

CoarsePoints number_coarse_points(const CouplingGraph& graph, std::span<const PointType> types) {
  const auto n_rows = static_cast<std::size_t>(graph.n_points());
  CoarsePoints points;
  const bool shared = graph.comm->size() > 1;
  std::vector<GlobalIndex> ids;
  const LocalIndex n_coarse = comm::CollectiveGuard(*graph.comm).run([&] {
    points.place.resize(types.size());
    if (shared) ids.resize(types.size());
    threads::parallel_for(n_rows,
                          [&](std::size_t i) { points.place[i] = types[i] == PointType::coarse ? 1 : 0; });
    return threads::exclusive_scan(std::span(points.place).first(n_rows));
  });
  points.partition = make_partition(*graph.comm, n_coarse);

  threads::parallel_for(n_rows, [&](std::size_t i) {
    if (shared) ids[i] = points.partition->begin() + points.place[i];
    if (types[i] != PointType::coarse) points.place[i] = -1;
  });
  if (!shared) return points;
  comm::HaloExchange<GlobalIndex>(*graph.comm, graph.plan, 1).start(ids).finish();
  for (std::size_t ghost = n_rows; ghost < types.size(); ++ghost) {
    points.place[ghost] = -1;
    if (types[ghost] != PointType::coarse) continue;
    points.place[ghost] = n_coarse + static_cast<LocalIndex>(points.ghosts.size());
    points.ghosts.push_back(ids[ghost]);
  }
  return points;
}

}  // namespace trireme::amg
