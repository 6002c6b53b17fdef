// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/flow_messages.hpp"

#include <algorithm>
#include <vector>

#include "meshes/partition/metis_partition.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::flow {

namespace {

void require_alone(const mesh::FlowMesh& mesh) {
  if (mesh.n_local() == mesh.n_owned) return;
  throw Error(ErrorKind::input, "messages are counted for a mesh on one rank without periodic boundaries",
              "this one has ghosts", "use one rank");
}

}  // namespace

FlowMessages count_flow_messages(const mesh::FlowMesh& mesh, std::span<const int> part_of, int n_parts) {
  require_alone(mesh);
  const auto parts = static_cast<std::size_t>(n_parts), n = static_cast<std::size_t>(mesh.n_owned);
  FlowMessages counted;
  counted.parts = n_parts;

  // Number the vertices part by part.
  std::vector<GlobalIndex> offsets(parts + 1, 0), number(n);
  for (const int part : part_of) ++offsets[static_cast<std::size_t>(part) + 1];
  for (std::size_t part = 0; part < parts; ++part) {
    counted.most_vertices = std::max(counted.most_vertices, offsets[part + 1]);
    offsets[part + 1] += offsets[part];
  }
  std::vector<GlobalIndex> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t vertex = 0; vertex < n; ++vertex)
    number[vertex] = next[static_cast<std::size_t>(part_of[vertex])]++;

  std::vector<std::vector<GlobalIndex>> ghosts(parts);
  std::vector<GlobalIndex> edges(parts, 0);
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge) {
    const LocalIndex first = mesh.edges[2 * static_cast<std::size_t>(edge)],
                     second = mesh.edges[2 * static_cast<std::size_t>(edge) + 1];
    const auto here = static_cast<std::size_t>(part_of[first]),
               there = static_cast<std::size_t>(part_of[second]);
    ++edges[here];
    if (here == there) continue;
    ++edges[there];
    ghosts[here].push_back(number[second]);
    ghosts[there].push_back(number[first]);
  }
  for (std::vector<GlobalIndex>& ids : ghosts) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  }
  for (const comm::ExchangePlan& plan : comm::build_exchange_plans(offsets, ghosts)) {
    counted.messages += plan.messages();
    counted.values += plan.bytes_per_exchange(1);
    counted.most_messages = std::max(counted.most_messages, plan.messages());
    counted.most_values = std::max(counted.most_values, plan.bytes_per_exchange(1));
  }
  for (const GlobalIndex visited : edges) {
    counted.most_edges = std::max(counted.most_edges, visited);
    counted.all_edges += visited;
  }
  return counted;
}

std::vector<int> partition_for_counting(const mesh::FlowMesh& mesh, int n_parts) {
  require_alone(mesh);
  const auto n = static_cast<std::size_t>(mesh.n_owned);
  std::vector<GlobalIndex> offsets(n + 1, 0);
  const std::span<const LocalIndex> ends = std::span(mesh.edges);
  for (const LocalIndex end : ends) ++offsets[static_cast<std::size_t>(end) + 1];
  for (std::size_t vertex = 0; vertex < n; ++vertex) offsets[vertex + 1] += offsets[vertex];
  std::vector<GlobalIndex> columns(ends.size()), next(offsets.begin(), offsets.end() - 1);
  for (std::size_t end = 0; end < ends.size(); end += 2) {
    columns[static_cast<std::size_t>(next[ends[end]]++)] = ends[end + 1];
    columns[static_cast<std::size_t>(next[ends[end + 1]]++)] = ends[end];
  }
  return mesh::metis_partition(offsets, columns, n_parts).parts;
}

}  // namespace trireme::flow
