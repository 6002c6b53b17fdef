// SPDX-License-Identifier: Apache-2.0
// Bricks that stand in columns on a wall, and the cells and facets they are cut into: tetrahedra (Kuhn), two
// prisms with axis along index direction 1, or a hexahedron; `mixed` has hexahedra in the layers next to the
// wall and prisms beyond. Neighbouring bricks always agree on their common face, because every cut uses the
// diagonal from a face's lowest to its highest corner and only hexahedra and prisms of the same column meet.
// Called by the structured generators (generate/extruded_grid, generate/wing_grid).
#pragma once

#include <array>

#include "meshes/core/cell_type.hpp"
#include "meshes/generate/fill_ranges.hpp"
#include "meshes/generate/kuhn_split.hpp"
#include "solvers/base/types.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::mesh {

enum class BrickCells { tetrahedron, prism, hexahedron, mixed };

// Adds the choice `cells` to the schema's current section.
void describe_brick_cells(options::Schema& schema, BrickCells& cells);

// Numbers the pieces of columns of bricks: hexahedral layers (one piece a brick) before the others.
class BrickColumns {
 public:
  struct Place {
    GlobalIndex column = 0, layer = 0;
    int part = 0;  // of the brick's pieces
    bool hexahedral = false;
  };

  // The cells of the bricks.
  static BrickColumns of_cells(BrickCells cells, GlobalIndex columns, GlobalIndex layers);
  // The facets of one side across direction 1; `columns` is the number of columns along the side.
  static BrickColumns of_side(BrickCells cells, GlobalIndex columns, GlobalIndex layers);

  GlobalIndex size() const {
    return columns_ * (hexahedral_layers_ + (layers_ - hexahedral_layers_) * parts_);
  }
  // id in [0, size()).
  Place place(GlobalIndex id) const;

 private:
  BrickColumns(BrickCells cells, GlobalIndex columns, GlobalIndex layers, int parts);
  GlobalIndex columns_, layers_, hexahedral_layers_;
  GlobalIndex parts_;  // of a brick that is no hexahedron
};

// Corner c of a brick lies at offset (c & 1, c >> 1 & 1, c >> 2 & 1) along its three directions, of which the
// last leads away from the wall.
struct BrickPiece {
  CellType type = CellType::tetrahedron;
  std::array<int, 8> corners{};  // the first cell_size(type)
};
BrickPiece brick_piece(BrickCells cells, const BrickColumns::Place& place, Frame frame);

// A side of a brick: across one of its directions, at the lower or upper end. A side is one quadrilateral or
// two triangles.
enum class End { lower, upper };
struct BrickSide {
  int axis = 0;
  End end = End::lower;
};
enum class SidePiece { quadrilateral, first_triangle, second_triangle };
constexpr SidePiece side_triangle(GlobalIndex part) {
  return part % 2 == 0 ? SidePiece::first_triangle : SidePiece::second_triangle;
}

// Piece of a side; looks out of the brick.
struct BrickFacet {
  int size = 3;
  std::array<int, 4> corners{};
};
BrickFacet brick_facet(const BrickSide& side, SidePiece piece, Frame frame);

// A piece with global ids; corner(c) gives that of the brick's corner c.
template <class Corner>
GeneratedCell number_corners(const BrickPiece& piece, Corner&& corner) {
  GeneratedCell made{piece.type, {}};
  for (std::size_t n = 0; n < static_cast<std::size_t>(cell_size(piece.type)); ++n)
    made.vertices[n] = corner(piece.corners[n]);
  return made;
}
template <class Corner>
GeneratedFacet number_corners(const BrickFacet& facet, std::int32_t marker, Corner&& corner) {
  GeneratedFacet made{marker, facet.size, {}};
  for (std::size_t n = 0; n < static_cast<std::size_t>(facet.size); ++n)
    made.vertices[n] = corner(facet.corners[n]);
  return made;
}

}  // namespace trireme::mesh
