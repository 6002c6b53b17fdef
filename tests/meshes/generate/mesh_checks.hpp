// SPDX-License-Identifier: Apache-2.0
// What every generated mesh must satisfy, checked on a mesh that one rank holds as a whole. Used by the tests
// of the generators.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/distributed_mesh.hpp"

namespace trireme::mesh::testing {

inline CellCorners corners_of(const DistributedMesh& whole, std::size_t cell) {
  CellCorners corners{};
  for (GlobalIndex i = whole.cell_offsets[cell]; i < whole.cell_offsets[cell + 1]; ++i) {
    corners[static_cast<std::size_t>(i - whole.cell_offsets[cell])] =
        whole.points[static_cast<std::size_t>(whole.cell_vertices[static_cast<std::size_t>(i)])];
  }
  return corners;
}

struct Volumes {
  double total = 0, smallest = 1e300;
};

inline Volumes measure_volumes(const DistributedMesh& whole) {
  Volumes volumes;
  for (std::size_t cell = 0; cell < whole.cell_types.size(); ++cell) {
    const double volume = cell_volume(whole.cell_types[cell], corners_of(whole, cell));
    volumes.total += volume;
    volumes.smallest = std::min(volumes.smallest, volume);
  }
  return volumes;
}

// Outward area vector of every marker, and the sum of the facets' areas.
struct MarkerArea {
  Point vector{};
  double area = 0;
  GlobalIndex facets = 0;
};

inline std::map<std::string, MarkerArea> measure_markers(const DistributedMesh& whole) {
  std::map<std::string, MarkerArea> areas;
  for (std::size_t f = 0; f < whole.facet_marker.size(); ++f) {
    const auto begin = static_cast<std::size_t>(whole.facet_offsets[f]);
    const auto size = static_cast<std::size_t>(whole.facet_offsets[f + 1]) - begin;
    std::array<Point, 4> p{};
    for (std::size_t i = 0; i < size; ++i) {
      p[i] = whole.points[static_cast<std::size_t>(whole.facet_vertices[begin + i])];
    }
    Point area = triangle_area(p[0], p[1], p[2]);
    if (size == 4) area = sum(area, triangle_area(p[0], p[2], p[3]));
    MarkerArea& marker = areas[whole.marker_names[static_cast<std::size_t>(whole.facet_marker[f])]];
    marker.vector = sum(marker.vector, area);
    marker.area += length(area);
    ++marker.facets;
  }
  return areas;
}

struct Conformity {
  GlobalIndex faces_of_two_cells = 0;
  GlobalIndex faces_of_cell_and_facet = 0;
  GlobalIndex faults = 0;  // faces met in any other combination, or twice in the same direction
};

// Every face must be met once in each direction: by two cells, or by a cell and a facet. A facet looks
// outward, so it lists its corners in the direction of the cell's face; its direction is turned around here.
inline Conformity check_conformity(const DistributedMesh& whole) {
  struct Face {
    std::array<GlobalIndex, 4> sorted;
    bool even;  // orientation relative to the sorted order
    bool facet;
  };
  std::vector<Face> faces;
  const auto add = [&faces](std::array<GlobalIndex, 4> ids, int size, bool facet) {
    // Rotate the smallest id to the front, then compare its neighbours: works for triangles and
    // quadrilaterals.
    std::rotate(ids.begin(), std::min_element(ids.begin(), ids.begin() + size), ids.begin() + size);
    Face face{ids, ids[1] < ids[static_cast<std::size_t>(size) - 1], facet};
    for (int i = size; i < 4; ++i) face.sorted[static_cast<std::size_t>(i)] = -1;
    std::sort(face.sorted.begin(), face.sorted.end());
    if (facet) face.even = !face.even;
    faces.push_back(face);
  };
  for (std::size_t cell = 0; cell < whole.cell_types.size(); ++cell) {
    const auto begin = static_cast<std::size_t>(whole.cell_offsets[cell]);
    for (const CellFace& face : cell_faces(whole.cell_types[cell])) {
      std::array<GlobalIndex, 4> ids{};
      for (int i = 0; i < face.size; ++i) {
        ids[static_cast<std::size_t>(i)] =
            whole.cell_vertices[begin + static_cast<std::size_t>(face.corners[static_cast<std::size_t>(i)])];
      }
      add(ids, face.size, false);
    }
  }
  for (std::size_t f = 0; f < whole.facet_marker.size(); ++f) {
    const GlobalIndex begin = whole.facet_offsets[f], end = whole.facet_offsets[f + 1];
    std::array<GlobalIndex, 4> ids{};
    std::copy(whole.facet_vertices.begin() + begin, whole.facet_vertices.begin() + end, ids.begin());
    add(ids, static_cast<int>(end - begin), true);
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.sorted < b.sorted; });
  Conformity result;
  for (std::size_t first = 0; first < faces.size();) {
    std::size_t last = first;
    while (last < faces.size() && faces[last].sorted == faces[first].sorted) ++last;
    if (last - first != 2 || faces[first].even == faces[first + 1].even ||
        (faces[first].facet && faces[first + 1].facet)) {
      ++result.faults;
    } else if (faces[first].facet || faces[first + 1].facet) {
      ++result.faces_of_cell_and_facet;
    } else {
      ++result.faces_of_two_cells;
    }
    first = last;
  }
  return result;
}

// Whether this rank's ranges of `part` are those of `whole`, bit for bit.
inline bool is_part_of(const DistributedMesh& part, const DistributedMesh& whole) {
  if (part.n_points != whole.n_points || part.n_cells != whole.n_cells || part.n_facets != whole.n_facets ||
      part.marker_names != whole.marker_names) {
    return false;
  }
  const auto equal_at = [](const auto& values, const auto& all, GlobalIndex begin) {
    return begin + static_cast<GlobalIndex>(values.size()) <= static_cast<GlobalIndex>(all.size()) &&
           std::equal(values.begin(), values.end(), all.begin() + begin);
  };
  const GlobalIndex cell_value = whole.cell_offsets[static_cast<std::size_t>(part.cell_begin)];
  const GlobalIndex facet_value = whole.facet_offsets[static_cast<std::size_t>(part.facet_begin)];
  return equal_at(part.points, whole.points, part.point_begin) &&
         equal_at(part.cell_types, whole.cell_types, part.cell_begin) &&
         equal_at(part.cell_vertices, whole.cell_vertices, cell_value) &&
         equal_at(part.facet_marker, whole.facet_marker, part.facet_begin) &&
         equal_at(part.facet_vertices, whole.facet_vertices, facet_value);
}

}  // namespace trireme::mesh::testing
