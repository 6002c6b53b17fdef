// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/brick_cells.hpp"

#include <utility>

namespace trireme::mesh {
namespace {

GlobalIndex hexahedral_layers(BrickCells cells, GlobalIndex layers) {
  if (cells == BrickCells::hexahedron) return layers;
  return cells == BrickCells::mixed ? (layers + 1) / 2 : 0;
}

}  // namespace

void describe_brick_cells(options::Schema& schema, BrickCells& cells) {
  schema.add_choice(
      "cells", cells,
      {{"tetrahedron", BrickCells::tetrahedron},
       {"prism", BrickCells::prism},
       {"hexahedron", BrickCells::hexahedron},
       {"mixed", BrickCells::mixed}},
      "Cell shape; mixed: hexahedra in the half of the layers next to the wall, prisms beyond.");
}

BrickColumns::BrickColumns(BrickCells cells, GlobalIndex columns, GlobalIndex layers, int parts)
    : columns_(columns),
      layers_(layers),
      hexahedral_layers_(mesh::hexahedral_layers(cells, layers)),
      parts_(parts) {}

BrickColumns BrickColumns::of_cells(BrickCells cells, GlobalIndex columns, GlobalIndex layers) {
  return {cells, columns, layers, cells == BrickCells::tetrahedron ? kuhn_tetrahedra : 2};
}

BrickColumns BrickColumns::of_side(BrickCells cells, GlobalIndex columns, GlobalIndex layers) {
  return {cells, columns, layers, 2};
}

BrickColumns::Place BrickColumns::place(GlobalIndex id) const {
  const GlobalIndex n_hexahedral = columns_ * hexahedral_layers_;
  if (id < n_hexahedral) return {id / hexahedral_layers_, id % hexahedral_layers_, 0, true};
  const GlobalIndex beyond = id - n_hexahedral, brick = beyond / parts_;
  const GlobalIndex layers = layers_ - hexahedral_layers_;
  return {brick / layers, hexahedral_layers_ + brick % layers, static_cast<int>(beyond % parts_), false};
}

BrickPiece brick_piece(BrickCells cells, const BrickColumns::Place& place, Frame frame) {
  const bool mirrored = frame == Frame::left_handed;
  if (place.hexahedral) {
    if (mirrored) return {CellType::hexahedron, {0, 2, 3, 1, 4, 6, 7, 5}};
    return {CellType::hexahedron, {0, 1, 3, 2, 4, 5, 7, 6}};
  }
  if (cells == BrickCells::tetrahedron) {
    const auto corners = kuhn_corners(place.part, frame);
    return {CellType::tetrahedron, {corners[0], corners[1], corners[2], corners[3]}};
  }
  BrickPiece prism{CellType::prism, {0, 4, 5, 2, 6, 7}};
  if (place.part == 1) prism.corners = {0, 5, 1, 2, 7, 3};
  if (mirrored) {
    std::swap(prism.corners[1], prism.corners[2]);
    std::swap(prism.corners[4], prism.corners[5]);
  }
  return prism;
}

BrickFacet brick_facet(const BrickSide& side, SidePiece piece, Frame frame) {
  // From the lowest corner; the third is the highest.
  constexpr std::array<std::array<int, 4>, 6> sides{
      {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
  std::array<int, 4> corners =
      sides[static_cast<std::size_t>(2 * side.axis + (side.end == End::upper ? 1 : 0))];
  if (frame == Frame::left_handed) std::swap(corners[1], corners[3]);
  if (piece == SidePiece::quadrilateral) return {4, corners};
  if (piece == SidePiece::first_triangle) return {3, {corners[0], corners[2], corners[3]}};
  return {3, {corners[0], corners[1], corners[2]}};
}

}  // namespace trireme::mesh
