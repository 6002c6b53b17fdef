// SPDX-License-Identifier: Apache-2.0
// A mesh as a foreign file describes it: cells and named boundary facets, all on one rank, nothing derived.
// Readers produce it, core/check_mesh repairs and validates it, core/distributed_mesh scatters it. Ids are
// 0-based.
#pragma once

#include <string>
#include <vector>

#include "meshes/core/cell_type.hpp"
#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

struct RawMesh {
  struct Marker {
    std::string name;
    std::vector<GlobalIndex> facet_vertices;       // flat, 3 (triangle) or 4 (quadrilateral) ids a facet
    std::vector<GlobalIndex> facet_offsets = {0};  // [n_facets + 1]
    GlobalIndex n_facets() const { return static_cast<GlobalIndex>(facet_offsets.size()) - 1; }
  };

  std::vector<Point> points;
  std::vector<CellType> cell_types;             // [n_cells]
  std::vector<GlobalIndex> cell_vertices;       // flat, cell_size(type) ids a cell
  std::vector<GlobalIndex> cell_offsets = {0};  // [n_cells + 1]
  std::vector<Marker> markers;
  int dimension = 3;               // 2: one extruded layer of a plane mesh
  std::vector<std::string> notes;  // repairs made while reading and checking, one sentence each

  GlobalIndex n_points() const { return static_cast<GlobalIndex>(points.size()); }
  GlobalIndex n_cells() const { return static_cast<GlobalIndex>(cell_types.size()); }
};

// Names of the two planes that extruding a plane mesh makes; boundary conditions default to symmetry there.
inline constexpr char extrusion_min[] = "extrusion_min";
inline constexpr char extrusion_max[] = "extrusion_max";

}  // namespace trireme::mesh
