// SPDX-License-Identifier: Apache-2.0
// How good the cells of a mesh are: volumes, dihedral angles, aspect ratios. Called by
// load_flow_mesh for generated meshes, by trireme-mesh after generating and for `info`, and by tests.
// Dihedral angles and altitudes are plain geometry; the aspect ratio is the longest edge over the smallest
// altitude, as in Shewchuk, "What is a good linear finite element?" (2002), section 6.
#pragma once

#include <array>
#include <string>

#include "meshes/core/distributed_mesh.hpp"

namespace trireme::mesh {

struct MeshQuality {
  // Aspect ratios are counted below these bounds; the last class has none.
  static constexpr std::array<double, 5> aspect_bounds{5, 10, 25, 50, 100};

  GlobalIndex n_points = 0, n_cells = 0;
  GlobalIndex inverted_cells = 0;  // volume zero, negative or not a number
  double volume = 0;               // of all cells; its last bits depend on the rank count
  double smallest_volume = 0;
  double smallest_dihedral = 0;     // degrees
  double largest_dihedral = 0;      // degrees
  double largest_aspect_ratio = 0;  // longest edge / smallest altitude; a regular tetrahedron has 1.22
  std::array<GlobalIndex, aspect_bounds.size() + 1> cells_of_aspect{};
};

// Collective; needs no cell to be on the rank of its vertices. For cells other than tetrahedra the altitude
// is volume over largest face (three times that for a pyramid). Cost: one exchange of the remote vertices,
// O(cells). A mesh without cells has all zeros.
MeshQuality measure_quality(const comm::Communicator& comm, const DistributedMesh& mesh);

// Counts, volumes and extremes in one line for people, without a newline.
std::string quality_line(const MeshQuality& quality);

// The same and the cells by aspect ratio, in lines, without a newline at the end.
std::string quality_text(const MeshQuality& quality);

}  // namespace trireme::mesh
