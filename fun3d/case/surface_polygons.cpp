// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/surface_polygons.hpp"

#include <algorithm>
#include <array>

namespace trireme::flow {

namespace {

using Triangle = std::array<LocalIndex, 3>;

Triangle triangle(const mesh::FlowMesh& mesh, LocalIndex facet) {
  const std::size_t at = 3 * static_cast<std::size_t>(facet);
  return {mesh.facets[at], mesh.facets[at + 1], mesh.facets[at + 2]};
}

// Whether both run along an edge in the same direction, which neighbours on a surface never do.
bool overlap(const Triangle& a, const Triangle& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (a[i] == b[j] && a[(i + 1) % 3] == b[(j + 1) % 3]) return true;
    }
  }
  return false;
}

Vector3 quadrilateral_area(const mesh::FlowMesh& mesh, const std::array<LocalIndex, 4>& corner) {
  Vector3 a, b;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto x = [&](std::size_t i) {
      return mesh.coordinates[3 * static_cast<std::size_t>(corner[i]) + d];
    };
    a[d] = 0.5 * (x(2) - x(0));
    b[d] = x(3) - x(1);
  }
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

void add(SurfacePolygons& polygons, std::span<const LocalIndex> corners, std::int32_t marker,
         const Vector3& normal) {
  polygons.corners.insert(polygons.corners.end(), corners.begin(), corners.end());
  polygons.offsets.push_back(static_cast<LocalIndex>(polygons.corners.size()));
  polygons.markers.push_back(marker);
  polygons.normals.push_back(normal);
}

void add_triangle(SurfacePolygons& polygons, const mesh::FlowMesh& mesh, LocalIndex facet) {
  if (!mesh.facet_owned[facet]) return;
  const double* normal = &mesh.facet_normals[3 * static_cast<std::size_t>(facet)];
  add(polygons, triangle(mesh, facet), mesh.facet_marker[facet], {normal[0], normal[1], normal[2]});
}

// Facets [begin, end) are what this rank has of the triangles around the corners 0, 1, 2, 3, which run from
// the corner before to the corner behind: number 0 is (3, 0, 1), number 3 is (2, 3, 0). A rank with corner 3
// has both.
void add_quadrilateral(SurfacePolygons& polygons, const mesh::FlowMesh& mesh, LocalIndex begin,
                       LocalIndex end) {
  if (mesh.facet_id[begin] % 4 != 0 || mesh.facet_id[end - 1] % 4 != 3 || !mesh.facet_owned[begin]) return;
  const Triangle first = triangle(mesh, begin), last = triangle(mesh, end - 1);
  const std::array<LocalIndex, 4> corners{first[0], first[1], first[2], last[0]};
  add(polygons, corners, mesh.facet_marker[begin], quadrilateral_area(mesh, corners));
}

}  // namespace

SurfacePolygons surface_polygons(const mesh::FlowMesh& mesh) {
  SurfacePolygons polygons;
  for (LocalIndex begin = 0, end = 0; begin < mesh.n_facets(); begin = end) {
    while (end < mesh.n_facets() && mesh.facet_id[end] / 4 == mesh.facet_id[begin] / 4) ++end;
    bool quadrilateral = false;
    for (LocalIndex facet = begin + 1; facet < end; ++facet)
      quadrilateral = quadrilateral || overlap(triangle(mesh, facet - 1), triangle(mesh, facet));
    if (quadrilateral) {
      add_quadrilateral(polygons, mesh, begin, end);
    } else {
      for (LocalIndex facet = begin; facet < end; ++facet) add_triangle(polygons, mesh, facet);
    }
  }
  return polygons;
}

}  // namespace trireme::flow
