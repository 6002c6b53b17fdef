// SPDX-License-Identifier: Apache-2.0
// The four cell shapes, their edges and faces in the vertex order of the CGNS standard (SIDS, "Unstructured
// grid element numbering"): bottom face counter-clockwise seen from the top, then the top. Used by readers,
// metrics, checks, writers.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trireme::mesh {

enum class CellType : std::uint8_t { tetrahedron = 0, pyramid = 1, prism = 2, hexahedron = 3 };
inline constexpr int n_cell_types = 4;

constexpr int cell_size(CellType type) {
  constexpr std::array<int, n_cell_types> sizes{4, 5, 6, 8};
  return sizes[static_cast<std::size_t>(type)];
}

// VTK's number of the shape: 10, 14, 13, 12.
constexpr int vtk_cell_type(CellType type) {
  constexpr std::array<int, n_cell_types> types{10, 14, 13, 12};
  return types[static_cast<std::size_t>(type)];
}

constexpr const char* cell_name(CellType type) {
  constexpr std::array<const char*, n_cell_types> names{"tetrahedron", "pyramid", "prism", "hexahedron"};
  return names[static_cast<std::size_t>(type)];
}

// A face: 3 or 4 corners (positions within the cell), ordered so that its normal points out of the cell.
struct CellFace {
  int size;
  std::array<int, 4> corners;
};

// An edge of a cell: its two corners, and the faces to the left and right of it. Seen from outside the cell
// with the edge pointing from first to second, `left` traverses the edge first->second and `right`
// second->first.
struct CellEdge {
  int first, second;
  int left, right;
};

std::span<const CellFace> cell_faces(CellType type);
std::span<const CellEdge> cell_edges(CellType type);

}  // namespace trireme::mesh
