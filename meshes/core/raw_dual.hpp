// SPDX-License-Identifier: Apache-2.0
// A mesh as a dual-metrics file describes it: edges with area vectors, dual volumes and boundary triangles,
// but no cells (PETSc-FUN3D's uns3d.msh). All on one rank; ids are 0-based.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

struct RawDual {
  struct Marker {
    std::string name;
    std::vector<std::array<GlobalIndex, 3>> facets;
    std::vector<Point> facet_normals;  // [n_facets] outward area vectors
  };

  std::vector<Point> points;
  std::vector<double> volumes;                    // [n_points] of the median dual
  std::vector<std::array<GlobalIndex, 2>> edges;  // [n_edges]
  std::vector<Point> edge_normals;                // [n_edges] area vector pointing first -> second
  std::vector<Marker> markers;
  std::vector<std::string> notes;

  GlobalIndex n_points() const { return static_cast<GlobalIndex>(points.size()); }
  GlobalIndex n_edges() const { return static_cast<GlobalIndex>(edges.size()); }
};

}  // namespace trireme::mesh
