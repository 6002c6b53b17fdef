// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/extruded_grid.hpp"

#include <cmath>

#include "meshes/generate/fill_ranges.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

class Numbering {
 public:
  Numbering(const ExtrudedGrid& grid, const Extrusion& extrusion)
      : grid_(grid),
        cells_(extrusion.cells),
        depth_cells_(extrusion.span_cells),
        bricks_(BrickColumns::of_cells(cells_, grid.columns * depth_cells_, grid.layers)),
        depth_side_(BrickColumns::of_side(cells_, grid.columns, grid.layers)),
        pieces_(cells_ == BrickCells::tetrahedron ? 2 : 1) {
    n_wall_ = grid.columns * depth_cells_ * pieces_;
    n_end_ = grid.closed ? 0 : grid.layers * depth_cells_ * pieces_;
  }

  MeshCounts counts() const {
    return {grid_.lines() * (depth_cells_ + 1) * (grid_.layers + 1), bricks_.size(),
            2 * (n_wall_ + n_end_ + depth_side_.size())};
  }

  // A line's copies in depth follow one another.
  struct PointPlace {
    GlobalIndex line, depth, layer;
  };
  PointPlace point_place(GlobalIndex id) const {
    const GlobalIndex row = id / (grid_.layers + 1);
    return {row / (depth_cells_ + 1), row % (depth_cells_ + 1), id % (grid_.layers + 1)};
  }

  GeneratedCell cell(GlobalIndex id) const {
    const auto place = bricks_.place(id);
    const Brick brick{place.column / depth_cells_, place.column % depth_cells_, place.layer};
    BrickPiece piece = brick_piece(cells_, place, frame(brick.column));
    if (piece.type == CellType::hexahedron && depth_cells_ == 1) {
      // Cells of a plane mesh have their two bases in the planes, as prisms have anyway.
      constexpr std::array<std::size_t, 8> onward{0, 4, 5, 1, 3, 7, 6, 2}, against{0, 3, 7, 4, 1, 2, 6, 5};
      const std::array<int, 8> corners = piece.corners;
      for (std::size_t n = 0; n < 8; ++n)
        piece.corners[n] = corners[mirrored(brick.column) ? against[n] : onward[n]];
    }
    return number_corners(piece, [&](int c) { return corner(brick, c); });
  }

  // Wall, outer side, first and last end, then the two planes.
  GeneratedFacet facet(GlobalIndex id) const {
    for (const bool outer : {false, true}) {
      if (id < n_wall_) {
        const GlobalIndex quad = id / pieces_;
        const Brick brick{quad / depth_cells_, quad % depth_cells_, outer ? grid_.layers - 1 : 0};
        return facet_of(
            brick, {2, outer ? End::upper : End::lower}, base_piece(id),
            outer ? grid_.outer_marker : grid_.wall_marker[static_cast<std::size_t>(brick.column)]);
      }
      id -= n_wall_;
    }
    for (const bool last : {false, true}) {
      if (id < n_end_) {
        const GlobalIndex quad = id / pieces_, column = last ? grid_.columns - 1 : 0;
        const Brick brick{column, quad % depth_cells_, quad / depth_cells_};
        return facet_of(brick, {0, last != mirrored(column) ? End::upper : End::lower}, base_piece(id),
                        last ? grid_.last_marker : grid_.first_marker);
      }
      id -= n_end_;
    }
    const bool at_depth_max = id >= depth_side_.size();
    const auto place = depth_side_.place(at_depth_max ? id - depth_side_.size() : id);
    const Brick brick{place.column, at_depth_max ? depth_cells_ - 1 : 0, place.layer};
    return facet_of(brick, {1, at_depth_max ? End::lower : End::upper},
                    place.hexahedral ? SidePiece::quadrilateral : side_triangle(place.part),
                    at_depth_max ? grid_.depth_max_marker : grid_.depth_min_marker);
  }

 private:
  struct Brick {
    GlobalIndex column, depth, layer;
  };

  bool mirrored(GlobalIndex column) const { return grid_.mirrored[static_cast<std::size_t>(column)]; }
  Frame frame(GlobalIndex column) const {
    return mirrored(column) ? Frame::left_handed : Frame::right_handed;
  }
  // Of a quadrilateral of wall or end.
  SidePiece base_piece(GlobalIndex id) const {
    return pieces_ == 1 ? SidePiece::quadrilateral : side_triangle(id);
  }

  // Directions of a brick: along the wall (against it when mirrored), towards z = 0, away from the wall.
  GlobalIndex corner(const Brick& brick, int c) const {
    const bool onward = ((c & 1) != 0) != mirrored(brick.column);
    GlobalIndex line = brick.column + (onward ? 1 : 0);
    if (grid_.closed && line == grid_.columns) line = 0;
    const GlobalIndex depth = brick.depth + ((c & 2) != 0 ? 0 : 1);
    return (line * (depth_cells_ + 1) + depth) * (grid_.layers + 1) + brick.layer + (c >> 2);
  }

  GeneratedFacet facet_of(const Brick& brick, const BrickSide& side, SidePiece piece,
                          std::int32_t marker) const {
    return number_corners(brick_facet(side, piece, frame(brick.column)), marker,
                          [&](int c) { return corner(brick, c); });
  }

  const ExtrudedGrid& grid_;
  BrickCells cells_;
  GlobalIndex depth_cells_;
  BrickColumns bricks_, depth_side_;
  GlobalIndex pieces_;  // of a quadrilateral of wall or end
  GlobalIndex n_wall_ = 0, n_end_ = 0;
};

}  // namespace

void Extrusion::describe(options::Schema& schema) {
  describe_brick_cells(schema, cells);
  schema.add("span_cells", span_cells, "Cells in depth, along z.", {.min = 1, .max = 1e5});
  schema.add("depth", depth, "Extent along z, from z = 0.", {.min = 0, .open_min = true});
}

void Extrusion::validate() const {
  TRIREME_VALIDATE(span_cells >= 1 && span_cells <= 100000, ErrorKind::input, "the mesh cannot be generated",
                   "span_cells is " + std::to_string(span_cells), "give 1 to 100000");
  TRIREME_VALIDATE(depth > 0 && depth < HUGE_VAL, ErrorKind::input, "the mesh cannot be generated",
                   "depth is " + std::to_string(depth), "give a positive length");
}

DistributedMesh generate_extruded(
    const comm::Communicator& comm, const ExtrudedGrid& grid, const Extrusion& extrusion,
    const std::function<std::array<double, 2>(GlobalIndex, GlobalIndex)>& point) {
  const Numbering numbering(grid, extrusion);
  DistributedMesh mesh = fill_ranges(
      comm, numbering.counts(), grid.marker_names,
      [&](GlobalIndex id) -> Point {
        const auto at = numbering.point_place(id);
        const auto [x, y] = point(at.line, at.layer);
        return {
            x, y,
            extrusion.depth * (static_cast<double>(at.depth) / static_cast<double>(extrusion.span_cells))};
      },
      [&](GlobalIndex id) { return numbering.cell(id); },
      [&](GlobalIndex id) { return numbering.facet(id); });
  mesh.dimension = extrusion.span_cells == 1 ? 2 : 3;
  return mesh;
}

}  // namespace trireme::mesh
