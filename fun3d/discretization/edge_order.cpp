// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/edge_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trireme::flow {

namespace {

// Where in the mesh's list the edge between two vertices stands; -1 where it has none.
class EdgeFinder {
 public:
  explicit EdgeFinder(const mesh::FlowMesh& mesh) : mesh_(&mesh) {}
  LocalIndex operator()(LocalIndex a, LocalIndex b) const {
    const std::pair<LocalIndex, LocalIndex> wanted = std::minmax(a, b);
    LocalIndex begin = 0, end = mesh_->n_edges();
    while (begin < end) {
      const LocalIndex middle = begin + (end - begin) / 2;
      if (ends(middle) < wanted)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin < mesh_->n_edges() && ends(begin) == wanted ? begin : -1;
  }

 private:
  std::pair<LocalIndex, LocalIndex> ends(LocalIndex edge) const {
    return {mesh_->edges[2 * static_cast<std::size_t>(edge)],
            mesh_->edges[2 * static_cast<std::size_t>(edge) + 1]};
  }
  const mesh::FlowMesh* mesh_;
};

std::vector<LocalIndex> places_by_file_numbers(const mesh::FlowMesh& mesh) {
  std::vector<LocalIndex> order(static_cast<std::size_t>(mesh.n_edges()));
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](LocalIndex edge) -> std::pair<GlobalIndex, GlobalIndex> {
    return std::minmax(mesh.original_id[mesh.edges[2 * static_cast<std::size_t>(edge)]],
                       mesh.original_id[mesh.edges[2 * static_cast<std::size_t>(edge) + 1]]);
  };
  std::stable_sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) { return key(a) < key(b); });
  std::vector<LocalIndex> places(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) places[order[p]] = static_cast<LocalIndex>(p);
  return places;
}

}  // namespace

std::vector<LocalIndex> places_as_read(const mesh::FlowMesh& mesh) {
  if (mesh.n_cells() == 0) return places_by_file_numbers(mesh);
  std::vector<LocalIndex> places(static_cast<std::size_t>(mesh.n_edges()), -1);
  const EdgeFinder find(mesh);
  LocalIndex next = 0;
  for (LocalIndex cell = 0; cell < mesh.n_cells(); ++cell) {
    const LocalIndex* vertices = mesh.cell_vertices.data() + mesh.cell_offsets[cell];
    for (const mesh::CellEdge& edge : mesh::cell_edges(mesh.cell_types[cell])) {
      const LocalIndex number = find(vertices[edge.first], vertices[edge.second]);
      if (number >= 0 && places[number] < 0) places[number] = next++;
    }
  }
  for (LocalIndex& place : places)
    if (place < 0) place = next++;
  return places;
}

std::vector<VisitedEdge> grouped(std::span<const VisitedEdge> edges, std::span<const LocalIndex> ends,
                                 LocalIndex n_vertices, int width, LocalIndex window) {
  // Of every vertex, the first group that comes after all that write it; of every group, the next one that
  // is not full, itself included.
  std::vector<LocalIndex> free_from(static_cast<std::size_t>(n_vertices), 0), open, group_of, filled;
  const auto first_open = [&](LocalIndex group) {
    while (group < static_cast<LocalIndex>(open.size()) && open[group] != group) {
      if (open[group] < static_cast<LocalIndex>(open.size())) open[group] = open[open[group]];
      group = open[group];
    }
    return group;
  };
  group_of.reserve(edges.size());
  for (const VisitedEdge& edge : edges) {
    const LocalIndex* end = &ends[2 * static_cast<std::size_t>(edge.number)];
    LocalIndex group = std::max<LocalIndex>(0, static_cast<LocalIndex>(open.size()) - window);
    if (edge.writes & writes_first) group = std::max(group, free_from[end[0]]);
    if (edge.writes & writes_second) group = std::max(group, free_from[end[1]]);
    group = first_open(group);
    while (group >= static_cast<LocalIndex>(open.size())) {
      open.push_back(static_cast<LocalIndex>(open.size()));
      filled.push_back(0);
    }
    group_of.push_back(group);
    if (++filled[group] == width) open[group] = group + 1;
    if (edge.writes & writes_first) free_from[end[0]] = group + 1;
    if (edge.writes & writes_second) free_from[end[1]] = group + 1;
  }
  std::vector<VisitedEdge> result(open.size() * static_cast<std::size_t>(width));
  std::fill(filled.begin(), filled.end(), 0);
  for (std::size_t e = 0; e < edges.size(); ++e)
    result[static_cast<std::size_t>(group_of[e]) * width + filled[group_of[e]]++] = edges[e];
  for (std::size_t group = 0; group < filled.size(); ++group) {
    for (int lane = filled[group]; lane < width; ++lane)
      result[group * width + lane] = {result[group * width].number, 0};
  }
  return result;
}

}  // namespace trireme::flow
