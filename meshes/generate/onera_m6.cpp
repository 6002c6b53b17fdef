// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "meshes/generate/fill_ranges.hpp"
#include "meshes/generate/kuhn_split.hpp"
#include "meshes/generate/onera_m6_shape.hpp"
#include "meshes/generate/onera_m6_spread.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

// A surface point: column i from trailing edge to leading edge, row k from root to tip.
struct SurfaceIndex {
  GlobalIndex i = 0, k = 0;
  bool lower = false;  // false on the edges shared by both sheets
};

// The numbering of the points.
class OneraM6Grid {
 public:
  OneraM6Grid(const OneraM6Options& options, const OneraM6Counts& counts)
      : grading_{options.far_field_distance * onera_m6::semispan, options.trailing_edge_spacing,
                 options.leading_edge_clustering, options.tip_spacing, options.wall_spacing},
        counts_(counts),
        scale_(options.unit == LengthUnit::semispan ? 1 / onera_m6::semispan : 1.0) {}

  const OneraM6Counts& counts() const { return counts_; }

  // Surface points go around the section, upper and lower alternating, row by row from the root; points of
  // one line are numbered together, from the wing outward.
  GlobalIndex point_id(const SurfaceIndex& at, GlobalIndex layer) const {
    const GlobalIndex m = counts_.chordwise;
    GlobalIndex column = at.i;
    if (at.k < counts_.spanwise && at.i > 0) column = 2 * at.i - (at.lower && at.i < m ? 0 : 1);
    return (at.k * 2 * m + column) * (counts_.layers + 1) + layer;
  }

  // Not const: ids come in ascending order, so the line of the last point is kept.
  Point point(GlobalIndex id) {
    const GlobalIndex line = id / (counts_.layers + 1), layer = id % (counts_.layers + 1);
    if (!line_ || line != line_number_) {
      const SurfaceIndex at = surface_index(line);
      line_.emplace(grading_, onera_m6::GridSize{counts_.chordwise, counts_.spanwise, counts_.layers}, at.i,
                    at.k, at.lower);
      line_number_ = line;
    }
    return scaled(scale_, line_->point(layer));
  }

 private:
  SurfaceIndex surface_index(GlobalIndex line) const {
    const GlobalIndex m = counts_.chordwise, k = std::min(line / (2 * m), counts_.spanwise);
    const GlobalIndex column = line - k * 2 * m;
    if (k == counts_.spanwise) return {column, k, false};
    return {(column + 1) / 2, k, column % 2 == 0 && column > 0};
  }

  onera_m6::Grading grading_;
  OneraM6Counts counts_;
  double scale_;
  std::optional<onera_m6::Line> line_;
  GlobalIndex line_number_ = 0;
};

// A brick between two layers and its corners in the directions of the cut: corner bit 0 away from the nearer
// of trailing and leading edge, bit 1 towards the root, bit 2 outward.
class Brick {
 public:
  Brick(const OneraM6Grid& grid, GlobalIndex quad, GlobalIndex layer) : grid_(grid), layer_(layer) {
    const GlobalIndex m = grid.counts().chordwise;
    lower_ = quad % 2 == 1;
    i_ = quad / 2 % m;
    k_ = quad / 2 / m;
    from_trailing_edge_ = i_ < m / 2;
  }

  GlobalIndex corner(int c) const {
    const bool away = (c & 1) != 0, towards_root = (c & 2) != 0;
    const SurfaceIndex at{i_ + (away == from_trailing_edge_ ? 1 : 0), k_ + (towards_root ? 0 : 1), lower_};
    return grid_.point_id(at, layer_ + (c >> 2));
  }

  // Whether the three directions form a left-handed frame.
  bool mirrored() const { return from_trailing_edge_ != lower_; }

 private:
  const OneraM6Grid& grid_;
  GlobalIndex layer_, i_, k_;
  bool lower_, from_trailing_edge_;
};

GeneratedCell cell_of(const OneraM6Grid& grid, GlobalIndex id) {
  const GlobalIndex brick_id = id / kuhn_tetrahedra, layers = grid.counts().layers;
  const Brick brick(grid, brick_id / layers, brick_id % layers);
  const auto corners = kuhn_corners(static_cast<int>(id % kuhn_tetrahedra), brick.mirrored());
  GeneratedCell made;
  for (std::size_t n = 0; n < 4; ++n) made.vertices[n] = brick.corner(corners[n]);
  return made;
}

// Facets: two a quadrilateral of the wing, then of the symmetry plane, then of the far field; all look
// outward.
GeneratedFacet facet_of(const OneraM6Grid& grid, GlobalIndex id) {
  constexpr int wing = 0, symmetry = 1, far_field = 2;
  constexpr int faces[3][2][3] = {{{0, 3, 1}, {0, 2, 3}}, {{2, 7, 3}, {2, 6, 7}}, {{4, 5, 7}, {4, 7, 6}}};
  const OneraM6Counts& counts = grid.counts();
  const GlobalIndex n_wing = 4 * counts.chordwise * counts.spanwise;
  const GlobalIndex n_symmetry = 4 * counts.chordwise * counts.layers;
  const int marker = id < n_wing ? wing : id < n_wing + n_symmetry ? symmetry : far_field;
  const GlobalIndex within = id - (marker == wing ? 0 : marker == symmetry ? n_wing : n_wing + n_symmetry);
  GlobalIndex quad = within / 2, layer = 0;
  if (marker == symmetry) {
    layer = quad % counts.layers;
    quad /= counts.layers;  // those of row 0 come first
  } else if (marker == far_field) {
    layer = counts.layers - 1;
  }
  const Brick brick(grid, quad, layer);
  GeneratedFacet made;
  made.marker = marker;
  for (std::size_t n = 0; n < 3; ++n) made.vertices[n] = brick.corner(faces[marker][within % 2][n]);
  if (brick.mirrored()) std::swap(made.vertices[1], made.vertices[2]);
  return made;
}

}  // namespace

OneraM6Counts count_onera_m6(GlobalIndex target_vertices) {
  // Rows and layers for each column: about square quadrilaterals at mid chord, and lines on which the first
  // spacing, the growth and the far field agree with that.
  constexpr double rows = 0.75, layers = 0.9;
  const double target = static_cast<double>(target_vertices);
  const auto middle = static_cast<GlobalIndex>(std::cbrt(target / (2 * rows * layers)));
  OneraM6Counts best;
  double best_error = HUGE_VAL;
  for (GlobalIndex m = std::max<GlobalIndex>(3, middle - 2); m <= middle + 2; ++m) {
    OneraM6Counts counts;
    counts.chordwise = m;
    counts.spanwise = std::max<GlobalIndex>(2, std::llround(rows * static_cast<double>(m)));
    counts.layers = std::llround(layers * static_cast<double>(m));
    // One layer more or less is allowed to come closer.
    const double fitting = target / static_cast<double>(counts.surface_points()) - 1;
    const double slack = static_cast<double>(std::max<GlobalIndex>(1, counts.layers / 16));
    const double nearest = std::round(std::min(std::max(fitting, static_cast<double>(counts.layers) - slack),
                                               static_cast<double>(counts.layers) + slack));
    counts.layers = std::max<GlobalIndex>(3, static_cast<GlobalIndex>(nearest));
    const double error = std::abs(static_cast<double>(counts.points()) - target);
    if (error < best_error) best_error = error, best = counts;
  }
  return best;
}

void OneraM6Options::describe(options::Schema& schema, const std::string& path) {
  schema.section(path, "The ONERA M6 half wing; markers wing, symmetry, far_field.");
  schema.add("far_field_distance", far_field_distance, "Distance from the wing to the far field.",
             {.unit = "semispans", .min = 2, .max = 1000});
  schema.add("trailing_edge_spacing", trailing_edge_spacing,
             "First chordwise interval at the trailing edge; 0 for that of a cosine, larger for coarser.",
             {.min = 0, .max = 1});
  schema.add("leading_edge_clustering", leading_edge_clustering,
             "Share by which chordwise intervals shrink at the leading edge.", {.min = 0, .max = 0.7});
  schema.add("tip_spacing", tip_spacing, "First spanwise interval at the tip, as trailing_edge_spacing.",
             {.min = 0, .max = 1});
  schema.add("wall_spacing", wall_spacing,
             "Height of the first layer over the chordwise interval at mid chord.", {.min = 0.02, .max = 2});
  schema.add_choice("unit", unit,
                    {{"semispan", LengthUnit::semispan}, {"root_chord", LengthUnit::root_chord}},
                    "Length that is 1 in the mesh.");
}

DistributedMesh generate_onera_m6(const comm::Communicator& comm, const OneraM6Options& options) {
  TRIREME_VALIDATE(
      options.target_vertices >= 500, ErrorKind::input, "the wing mesh cannot be generated",
      "target_vertices " + std::to_string(options.target_vertices) + " is too few to close the tip",
      "give 500 or more");
  OneraM6Grid grid(options, count_onera_m6(options.target_vertices));
  const OneraM6Counts& counts = grid.counts();
  const GlobalIndex facets = 8 * counts.chordwise * counts.spanwise + 4 * counts.chordwise * counts.layers;
  return fill_ranges(
      comm, {counts.points(), counts.cells(), facets}, {"wing", "symmetry", "far_field"},
      [&grid](GlobalIndex id) { return grid.point(id); },
      [&grid](GlobalIndex id) { return cell_of(grid, id); },
      [&grid](GlobalIndex id) { return facet_of(grid, id); });
}

}  // namespace trireme::mesh
