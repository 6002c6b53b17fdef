// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "meshes/core/cell_geometry.hpp"
#include "meshes/core/check_mesh.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// Lists the corners of the mirror image: swaps what turns every face around and keeps the shape's own order.
void mirror(CellType type, GlobalIndex* vertex) {
  switch (type) {
    case CellType::tetrahedron:
      std::swap(vertex[1], vertex[2]);
      break;
    case CellType::pyramid:
      std::swap(vertex[1], vertex[3]);
      break;
    case CellType::prism:
      std::swap_ranges(vertex, vertex + 3, vertex + 3);
      break;
    case CellType::hexahedron:
      std::swap_ranges(vertex, vertex + 4, vertex + 4);
      break;
  }
}

std::string cell_text(std::string_view source, const RawMesh& mesh, GlobalIndex cell) {
  std::string text = std::string(source) + ": cell " + std::to_string(cell) + " (" +
                     cell_name(mesh.cell_types[cell]) + " of points";
  for (GlobalIndex k = mesh.cell_offsets[cell]; k < mesh.cell_offsets[cell + 1]; ++k) {
    text += " " + std::to_string(mesh.cell_vertices[k]);
  }
  return text + ")";
}

}  // namespace

void reorient_cells(RawMesh& mesh, std::string_view source) {
  // A volume is nothing when rounding of the coordinates explains it.
  constexpr double rounding = 1e-14;
  CellCorners corners;
  GlobalIndex n_turned = 0, first_turned = -1;
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) {
    const CellType type = mesh.cell_types[c];
    const int size = cell_size(type);
    GlobalIndex* vertex = mesh.cell_vertices.data() + mesh.cell_offsets[c];
    for (int i = 0; i < size; ++i) {
      if (std::find(vertex + i + 1, vertex + size, vertex[i]) != vertex + size) {
        throw Error(ErrorKind::input, cell_text(source, mesh, c) + " has a point twice",
                    "collapsed cells have no shape", "export the cell as the simpler shape that it is");
      }
      corners[i] = mesh.points[vertex[i]];
    }
    double longest = 0;
    for (const CellEdge& edge : cell_edges(type)) {
      longest = std::max(longest, length(difference(corners[edge.second], corners[edge.first])));
    }
    const double volume = cell_volume(type, corners);
    if (!(std::abs(volume) > rounding * longest * longest * longest)) {
      const Point where = corner_mean(type, corners);
      throw Error(ErrorKind::input, cell_text(source, mesh, c) + " has no volume",
                  "near x " + std::to_string(where[0]) + ", y " + std::to_string(where[1]) + ", z " +
                      std::to_string(where[2]),
                  "remove or move its points");
    }
    if (volume < 0) {
      mirror(type, vertex);
      if (n_turned++ == 0) first_turned = c;
    }
  }
  if (n_turned > 0) {
    mesh.notes.push_back(std::string(source) + ": reoriented " + std::to_string(n_turned) + " of " +
                         std::to_string(mesh.n_cells()) +
                         " cells, whose corners were listed mirrored (first: cell " +
                         std::to_string(first_turned) + ")");
  }
}

}  // namespace trireme::mesh
