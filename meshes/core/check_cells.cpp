// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "meshes/core/cell_shape.hpp"
#include "meshes/core/check_mesh.hpp"
#include "meshes/core/face_table.hpp"

namespace trireme::mesh {
namespace {

// A cell's own entry among the findings, if any; reorients it when that is all it needs.
void examine(RawMesh& mesh, GlobalIndex c, MeshFindings& findings) {
  const CellType type = mesh.cell_types[static_cast<std::size_t>(c)];
  const std::span vertices(mesh.cell_vertices.data() + mesh.cell_offsets[static_cast<std::size_t>(c)],
                           static_cast<std::size_t>(cell_size(type)));
  const auto text = [&] { return cell_text(mesh, c); };
  CellCorners corners{};
  bool repeated = false;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    repeated |= std::find(vertices.begin() + static_cast<std::ptrdiff_t>(i) + 1, vertices.end(),
                          vertices[i]) != vertices.end();
    corners[i] = mesh.points[static_cast<std::size_t>(vertices[i])];
    // Told of the point already.
    if (!std::isfinite(dot(corners[i], corners[i]))) return;
  }
  if (repeated) return findings.add(repeated_point, text);
  const CellCondition condition = examine_cell(type, corners);
  if (condition.shape == CellShape::zero_edge) return findings.add(zero_edge, text);
  if (condition.shape == CellShape::zero_volume) return findings.add(no_volume, text);
  if (condition.shape == CellShape::folded) return findings.add(folded_cell, text);
  if (condition.shape == CellShape::concave) findings.add(concave_cell, text);
  if (condition.mirrored) {
    findings.add(mirrored_cell, text);
    mirror_cell(type, vertices);
  }
}

}  // namespace

void check_cells(RawMesh& mesh, MeshFindings& findings) {
  for (GlobalIndex c = 0; c < mesh.n_cells(); ++c) examine(mesh, c, findings);
}

}  // namespace trireme::mesh
