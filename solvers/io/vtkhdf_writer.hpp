// SPDX-License-Identifier: Apache-2.0
// Unstructured grids as VTKHDF 1.0 (https://docs.vtk.org, "VTKHDF file format", type UnstructuredGrid): plain
// HDF5 that ParaView and VTK >= 9.1 open. One partition for each rank that has points; written by all ranks
// together. Called for volumes and, with triangles as cells, for surfaces.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::io {

// VTK's numbers of the cell types that meshes have (vtkCellType.h).
enum class VtkCell : std::uint8_t {
  line = 3,
  triangle = 5,
  quad = 9,
  tetrahedron = 10,
  hexahedron = 12,
  wedge = 13,
  pyramid = 14
};

// This rank's part, all of it local: points that several ranks use are written by each.
struct VtkHdfGrid {
  std::span<const double> points;            // [n_points, 3]
  std::span<const LocalIndex> connectivity;  // local point numbers, flat, in VTK's vertex order
  std::span<const LocalIndex> offsets;       // [n_cells + 1], or empty without cells
  std::span<const std::uint8_t> types;       // [n_cells], VtkCell
};

struct VtkHdfField {
  enum class Location { point, cell };
  std::string name;
  int components = 1;
  std::span<const double> values;  // [n_points or n_cells, components]
  Location location = Location::point;
};

// Collective; every rank gives the same fields in the same order. The file appears whole or not at all.
// Throws Error(io), and Error(internal) when sizes do not fit together.
void write_unstructured_grid(const std::string& path, const comm::Communicator& comm, const VtkHdfGrid& grid,
                             const std::vector<VtkHdfField>& fields);

}  // namespace trireme::io
