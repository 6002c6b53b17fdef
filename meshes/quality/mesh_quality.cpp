// SPDX-License-Identifier: Apache-2.0
#include "meshes/quality/mesh_quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/partition/cell_points.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct CellQuality {
  double volume = 0;
  double smallest_dihedral = infinity, largest_dihedral = -infinity;  // degrees
  double aspect_ratio = 0;
};

CellQuality quality_of(CellType type, const CellCorners& corners) {
  CellQuality quality;
  quality.volume = cell_volume(type, corners);
  std::array<Point, 6> areas{};
  double largest_face = 0, longest_edge = 0;
  const auto faces = cell_faces(type);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    areas[f] = face_area(faces[f], corners);
    largest_face = std::max(largest_face, length(areas[f]));
  }
  for (const CellEdge& edge : cell_edges(type)) {
    const Point along = difference(corners[static_cast<std::size_t>(edge.second)],
                                   corners[static_cast<std::size_t>(edge.first)]);
    longest_edge = std::max(longest_edge, length(along));
    // atan2 keeps its accuracy for the nearly flat angles that matter, where a cosine would not.
    const Point &left = areas[static_cast<std::size_t>(edge.left)],
                &right = areas[static_cast<std::size_t>(edge.right)];
    const double between = std::atan2(length(cross(left, right)), dot(left, right));
    const double dihedral = 180 - between * 180 / std::numbers::pi;
    quality.smallest_dihedral = std::min(quality.smallest_dihedral, dihedral);
    quality.largest_dihedral = std::max(quality.largest_dihedral, dihedral);
  }
  const bool pointed = type == CellType::tetrahedron || type == CellType::pyramid;
  const double altitude = (pointed ? 3 : 1) * quality.volume / largest_face;
  quality.aspect_ratio = altitude > 0 ? longest_edge / altitude : infinity;
  return quality;
}

}  // namespace

MeshQuality measure_quality(const comm::Communicator& comm, const DistributedMesh& mesh) {
  const CellPoints points(comm, mesh);
  MeshQuality total;
  std::array<double, 4> largest;  // of minus volume, minus dihedral, dihedral, aspect ratio
  largest.fill(-infinity);
  for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
    const CellQuality cell = quality_of(mesh.cell_types[c], points.corners(c));
    if (!(cell.volume > 0)) ++total.inverted_cells;
    total.volume += cell.volume;
    largest[0] = std::max(largest[0], -cell.volume);
    largest[1] = std::max(largest[1], -cell.smallest_dihedral);
    largest[2] = std::max(largest[2], cell.largest_dihedral);
    largest[3] = std::max(largest[3], cell.aspect_ratio);
    const auto& bounds = MeshQuality::aspect_bounds;
    ++total.cells_of_aspect[static_cast<std::size_t>(
        std::upper_bound(bounds.begin(), bounds.end(), cell.aspect_ratio) - bounds.begin())];
  }
  comm::all_max_in_place(comm, std::span<double>(largest));
  comm::all_sum_in_place(comm, std::span<GlobalIndex>(total.cells_of_aspect));
  total.inverted_cells = comm::all_sum(comm, total.inverted_cells);
  total.volume = comm::all_sum(comm, total.volume);
  total.n_points = mesh.n_points;
  total.n_cells = mesh.n_cells;
  if (mesh.n_cells > 0) {
    total.smallest_volume = -largest[0];
    total.smallest_dihedral = -largest[1];
    total.largest_dihedral = largest[2];
    total.largest_aspect_ratio = largest[3];
  }
  return total;
}

std::string quality_line(const MeshQuality& quality) {
  return fmt::format(
      "{} points, {} cells, volume {:.6g}, smallest cell {:.3g}, inverted cells {}, dihedral angles {:.2f} "
      "to "
      "{:.2f} degrees, largest aspect ratio {:.1f}",
      quality.n_points, quality.n_cells, quality.volume, quality.smallest_volume, quality.inverted_cells,
      quality.smallest_dihedral, quality.largest_dihedral, quality.largest_aspect_ratio);
}

std::string quality_text(const MeshQuality& quality) {
  std::string text = quality_line(quality) + '\n';
  text += "cells by aspect ratio:";
  for (std::size_t i = 0; i < quality.cells_of_aspect.size(); ++i) {
    const bool last = i == MeshQuality::aspect_bounds.size();
    text += fmt::format("{} {} {}: {}", i == 0 ? "" : ",", last ? "from" : "below",
                        MeshQuality::aspect_bounds[last ? i - 1 : i], quality.cells_of_aspect[i]);
  }
  return text;
}

}  // namespace trireme::mesh
