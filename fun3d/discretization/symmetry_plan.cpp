// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/symmetry_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fun3d/discretization/mirror_frame.hpp"

namespace trireme::flow {

namespace {

using OnPlane = std::pair<LocalIndex, int>;  // a vertex or edge, and a plane it is in

// Number of the edge between two local vertices, -1 where there is none: the diagonal of a quadrilateral.
LocalIndex edge_between(const mesh::FlowMesh& mesh, LocalIndex a, LocalIndex b) {
  const std::pair<LocalIndex, LocalIndex> wanted = std::minmax(a, b);
  LocalIndex begin = 0, end = mesh.n_edges();
  while (begin < end) {
    const LocalIndex middle = begin + (end - begin) / 2;
    const LocalIndex* ends = &mesh.edges[2 * static_cast<std::size_t>(middle)];
    if (std::pair(ends[0], ends[1]) < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == mesh.n_edges()) return -1;
  const LocalIndex* ends = &mesh.edges[2 * static_cast<std::size_t>(begin)];
  return std::pair(ends[0], ends[1]) == wanted ? begin : -1;
}

// visit(item, normals of its planes) for every item of the sorted list.
template <class F>
void for_each_item(std::vector<OnPlane>& list, std::span<const Vector3> normals, F&& visit) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  std::vector<Vector3> of_item;
  for (auto item = list.begin(); item != list.end();) {
    const LocalIndex number = item->first;
    of_item.clear();
    for (; item != list.end() && item->first == number; ++item)
      of_item.push_back(normals[static_cast<std::size_t>(item->second)]);
    visit(number, of_item);
  }
}

double copies_of_cell(const mesh::FlowMesh& mesh, std::vector<Vector3> normals) {
  if (mesh.dimension == 2)
    std::erase_if(normals, [](const Vector3& normal) { return std::abs(normal[2]) > 0.5; });
  return mirror_frame(normals).copies;
}

}  // namespace

SymmetryPlan::SymmetryPlan(const mesh::FlowMesh& mesh, const SymmetryPlanes& planes) {
  std::vector<OnPlane> on_vertices, on_edges;
  std::vector<double> areas;
  if (!planes.normals.empty()) areas.assign(static_cast<std::size_t>(mesh.n_owned), 0.0);
  for (LocalIndex facet = 0; facet < mesh.n_facets(); ++facet) {
    const int plane = planes.of_facet[static_cast<std::size_t>(facet)];
    if (plane < 0) continue;
    const LocalIndex* corners = &mesh.facets[3 * static_cast<std::size_t>(facet)];
    const double* area = &mesh.facet_normals[3 * static_cast<std::size_t>(facet)];
    for (int c = 0; c < 3; ++c) {
      if (corners[c] < mesh.n_owned) {
        on_vertices.emplace_back(corners[c], plane);
        areas[static_cast<std::size_t>(corners[c])] += std::hypot(area[0], area[1], area[2]) / 3.0;
      }
      const LocalIndex edge = edge_between(mesh, corners[c], corners[(c + 1) % 3]);
      if (edge >= 0) on_edges.emplace_back(edge, plane);
    }
  }
  for_each_item(on_vertices, planes.normals, [&](LocalIndex vertex, const std::vector<Vector3>& normals) {
    const MirrorFrame frame = mirror_frame(normals);
    vertices_.push_back(vertex);
    for (const Vector3& axis : frame.axes) frames_.insert(frames_.end(), axis.begin(), axis.end());
    groups_.insert(groups_.end(), frame.groups.begin(), frame.groups.end());
    areas_.push_back(areas[static_cast<std::size_t>(vertex)]);
    copies_.push_back(copies_of_cell(mesh, normals));
  });
  for_each_item(on_edges, planes.normals, [&](LocalIndex edge, const std::vector<Vector3>& normals) {
    const MirrorFrame frame = mirror_frame(normals);
    const double* area = &mesh.edge_normals[3 * static_cast<std::size_t>(edge)];
    edges_.push_back({edge, frame.along_planes({area[0], area[1], area[2]}), 1.0 / frame.copies});
  });
}

LocalIndex SymmetryPlan::position(LocalIndex vertex) const {
  const auto place = std::lower_bound(vertices_.begin(), vertices_.end(), vertex);
  return place != vertices_.end() && *place == vertex ? static_cast<LocalIndex>(place - vertices_.begin())
                                                      : -1;
}

const SymmetryPlan::Edge* SymmetryPlan::edge_in_plane(LocalIndex edge) const {
  const auto place =
      std::lower_bound(edges_.begin(), edges_.end(), edge,
                       [](const Edge& in_plane, LocalIndex number) { return in_plane.number < number; });
  return place != edges_.end() && place->number == edge ? &*place : nullptr;
}

}  // namespace trireme::flow
