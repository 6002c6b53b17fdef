// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wing_grid.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "meshes/generate/fill_ranges.hpp"

namespace trireme::mesh::wing {
namespace {

constexpr std::int32_t wing_marker = 0, symmetry_marker = 1, far_field_marker = 2;

// A surface point: column i from trailing edge to leading edge, row k from root to tip.
struct SurfaceIndex {
  GlobalIndex i = 0, k = 0;
  bool lower = false;  // false on the edges shared by both sheets
};

// The numbering of the points.
class Grid {
 public:
  Grid(const Shape& shape, const Grading& grading, const GridSize& size, BrickCells cells, double scale)
      : shape_(shape),
        grading_(grading),
        size_(size),
        scale_(scale),
        cells_(cells),
        bricks_(BrickColumns::of_cells(cells, 2 * size.chordwise * size.spanwise, size.layers)),
        symmetry_(BrickColumns::of_side(cells, 2 * size.chordwise, size.layers)),
        pieces_(cells == BrickCells::tetrahedron ? 2 : 1),
        n_wing_(2 * size.chordwise * size.spanwise * pieces_) {}

  MeshCounts counts() const { return {size_.points(), bricks_.size(), 2 * n_wing_ + symmetry_.size()}; }

  // Not const: ids come in ascending order, so the line of the last point is kept.
  Point point(GlobalIndex id) {
    const GlobalIndex line = id / (size_.layers + 1), layer = id % (size_.layers + 1);
    if (!line_ || line != line_number_) {
      const SurfaceIndex at = surface_index(line);
      line_.emplace(shape_, grading_, size_, at.i, at.k, at.lower);
      line_number_ = line;
    }
    return scaled(scale_, line_->point(layer));
  }

  GeneratedCell cell(GlobalIndex id) const {
    const auto place = bricks_.place(id);
    const Brick brick = brick_of(place.column, place.layer);
    return number_corners(brick_piece(cells_, place, brick.frame()), [&](int c) { return corner(brick, c); });
  }

  // Those of the wing, of the symmetry plane, of the far field; all look outward.
  GeneratedFacet facet(GlobalIndex id) const {
    if (id < n_wing_)
      return facet_of(brick_of(id / pieces_, 0), {2, End::lower}, base_piece(id), wing_marker);
    id -= n_wing_;
    if (id < symmetry_.size()) {
      const auto place = symmetry_.place(id);  // the quadrilaterals of row 0 come first
      return facet_of(brick_of(place.column, place.layer), {1, End::upper},
                      place.hexahedral ? SidePiece::quadrilateral : side_triangle(place.part),
                      symmetry_marker);
    }
    id -= symmetry_.size();
    return facet_of(brick_of(id / pieces_, size_.layers - 1), {2, End::upper}, base_piece(id),
                    far_field_marker);
  }

 private:
  // A brick between two layers, its directions away from the nearer of trailing and leading edge, towards the
  // root, and outward.
  struct Brick {
    GlobalIndex i, k, layer;
    bool lower, from_trailing_edge;
    Frame frame() const { return from_trailing_edge != lower ? Frame::left_handed : Frame::right_handed; }
  };

  Brick brick_of(GlobalIndex quad, GlobalIndex layer) const {
    const GlobalIndex i = quad / 2 % size_.chordwise;
    return {i, quad / 2 / size_.chordwise, layer, quad % 2 == 1, i < size_.chordwise / 2};
  }

  // Surface points go around the section, upper and lower alternating, row by row from the root; points of
  // one line are numbered together, from the wing outward.
  GlobalIndex corner(const Brick& brick, int c) const {
    const bool away = (c & 1) != 0, towards_root = (c & 2) != 0;
    const GlobalIndex m = size_.chordwise;
    const GlobalIndex i = brick.i + (away == brick.from_trailing_edge ? 1 : 0);
    const GlobalIndex k = brick.k + (towards_root ? 0 : 1);
    GlobalIndex column = i;
    if (k < size_.spanwise && i > 0) column = 2 * i - (brick.lower && i < m ? 0 : 1);
    return (k * 2 * m + column) * (size_.layers + 1) + brick.layer + (c >> 2);
  }

  SurfaceIndex surface_index(GlobalIndex line) const {
    const GlobalIndex m = size_.chordwise, k = std::min(line / (2 * m), size_.spanwise);
    const GlobalIndex column = line - k * 2 * m;
    if (k == size_.spanwise) return {column, k, false};
    return {(column + 1) / 2, k, column % 2 == 0 && column > 0};
  }

  // Of a quadrilateral of wing or far field.
  SidePiece base_piece(GlobalIndex id) const {
    return pieces_ == 1 ? SidePiece::quadrilateral : side_triangle(id);
  }

  GeneratedFacet facet_of(const Brick& brick, const BrickSide& side, SidePiece piece,
                          std::int32_t marker) const {
    return number_corners(brick_facet(side, piece, brick.frame()), marker,
                          [&](int c) { return corner(brick, c); });
  }

  const Shape& shape_;
  Grading grading_;
  GridSize size_;
  double scale_;
  BrickCells cells_;
  BrickColumns bricks_, symmetry_;
  GlobalIndex pieces_;  // of a quadrilateral of wing or far field
  GlobalIndex n_wing_;
  std::optional<Line> line_;
  GlobalIndex line_number_ = 0;
};

}  // namespace

GridSize size_grid(GlobalIndex target_vertices, double rows_per_column) {
  // Layers for each column: lines on which the first spacing, the growth and the far field agree with it.
  constexpr double layers = 0.9;
  const double target = static_cast<double>(target_vertices);
  const auto middle = static_cast<GlobalIndex>(std::cbrt(target / (2 * rows_per_column * layers)));
  GridSize best;
  double best_error = HUGE_VAL;
  for (GlobalIndex m = std::max<GlobalIndex>(3, middle - 2); m <= std::max<GlobalIndex>(3, middle + 2); ++m) {
    GridSize size;
    size.chordwise = m;
    size.spanwise = std::max<GlobalIndex>(2, std::llround(rows_per_column * static_cast<double>(m)));
    size.layers = std::llround(layers * static_cast<double>(m));
    // One layer more or less is allowed to come closer.
    const double fitting = target / static_cast<double>(size.surface_points()) - 1;
    const double slack = static_cast<double>(std::max<GlobalIndex>(1, size.layers / 16));
    const double nearest = std::round(std::min(std::max(fitting, static_cast<double>(size.layers) - slack),
                                               static_cast<double>(size.layers) + slack));
    size.layers = std::max<GlobalIndex>(3, static_cast<GlobalIndex>(nearest));
    const double error = std::abs(static_cast<double>(size.points()) - target);
    if (error < best_error) best_error = error, best = size;
  }
  return best;
}

DistributedMesh generate(const comm::Communicator& comm, const Shape& shape, const Grading& grading,
                         const GridSize& size, BrickCells cells, double scale) {
  Grid grid(shape, grading, size, cells, scale);
  return fill_ranges(
      comm, grid.counts(), {"wing", "symmetry", "far_field"},
      [&grid](GlobalIndex id) { return grid.point(id); }, [&grid](GlobalIndex id) { return grid.cell(id); },
      [&grid](GlobalIndex id) { return grid.facet(id); });
}

}  // namespace trireme::mesh::wing
