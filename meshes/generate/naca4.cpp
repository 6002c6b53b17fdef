// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/naca4.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "meshes/generate/wing_grid.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

constexpr const char* problem = "NACA aerofoil mesh cannot be generated";

void validate(const Naca4Options& options) {
  const auto within = [](double value, double least, double most, const char* name) {
    TRIREME_VALIDATE(value >= least && value <= most, ErrorKind::input, problem,
                     std::string(name) + " is " + std::to_string(value),
                     "give " + std::to_string(least) + " to " + std::to_string(most));
  };
  within(options.far_field_distance, 2, 1000, "far_field_distance");
  within(options.trailing_edge_spacing, 0, 1, "trailing_edge_spacing");
  within(options.leading_edge_clustering, 0, 0.7, "leading_edge_clustering");
  within(options.wall_spacing, 0.02, 2, "wall_spacing");
  if (options.body == NacaBody::aerofoil) {
    options.extrusion.validate();
    return;
  }
  within(options.semispan, 0.5, 10, "semispan");
  within(options.far_field_distance, 2 * options.semispan, 1000,
         "far_field_distance of a wing (at least two semispans)");
  within(options.taper, 0.4, 1, "taper");
  within(options.sweep, 0, 30, "sweep");
  within(options.tip_spacing, 0, 1, "tip_spacing");
}

wing::Shape shape_of(const Naca4Section& section, const Naca4Options& options) {
  wing::Shape shape;
  shape.half_thickness = [&section](double x) { return section.half_thickness(x); };
  if (section.is_cambered()) shape.camber = [&section](double x) { return section.camber(x); };
  // Ends of the slit in proportion to those of the ONERA M6 wing, which is 9.73 % thick.
  shape.nose_focus = 0.5 * section.nose_radius();
  shape.nose_focus_at_tip = 4 * shape.nose_focus;
  shape.tip_focus = 0.29 * section.thickness();
  shape.tip_nose_focus = 0.13 * section.thickness();
  if (options.body == NacaBody::wing) {
    shape.semispan = options.semispan;
    shape.tip_leading_edge = options.semispan * std::tan(options.sweep * std::numbers::pi / 180);
    shape.tip_trailing_edge = shape.tip_leading_edge + options.taper;
    // The tip's rounding then is as far from the slit's end as the nose, as on the ONERA M6 wing.
    constexpr double semispan_over_tip_chord = 2.62;
    shape.span_stretch = std::sqrt(std::max(1.0, options.semispan / options.taper / semispan_over_tip_chord));
  }
  return shape;
}

// Columns of one side and layers, in the ratio of the wing's grid, for the target.
wing::GridSize size_plane(const Naca4Options& options) {
  constexpr double layers_per_column = 0.9;
  const double plane_points =
      static_cast<double>(options.target_vertices) / static_cast<double>(options.extrusion.span_cells + 1);
  const auto middle = static_cast<GlobalIndex>(std::sqrt(plane_points / (2 * layers_per_column)));
  wing::GridSize best;
  double best_error = HUGE_VAL;
  for (GlobalIndex m = std::max<GlobalIndex>(4, middle - 2); m <= std::max<GlobalIndex>(4, middle + 2); ++m) {
    wing::GridSize size{
        m, 1, std::max<GlobalIndex>(3, std::llround(plane_points / static_cast<double>(2 * m)) - 1)};
    const double stretch =
        std::log(static_cast<double>(size.layers) / (layers_per_column * static_cast<double>(m)));
    const double error = std::abs(static_cast<double>(2 * m * (size.layers + 1)) / plane_points - 1) +
                         0.05 * std::abs(stretch);
    if (error < best_error) best_error = error, best = size;
  }
  return best;
}

DistributedMesh generate_aerofoil(const comm::Communicator& comm, const Naca4Options& options,
                                  const wing::Shape& shape, const wing::Grading& grading) {
  const wing::GridSize size = size_plane(options);
  const GlobalIndex m = size.chordwise;
  ExtrudedGrid grid;
  grid.columns = 2 * m;
  grid.layers = size.layers;
  grid.closed = true;
  // From the trailing edge below to the leading edge and back above; the cut leads away from the nearer edge.
  for (GlobalIndex column = 0; column < grid.columns; ++column) {
    const GlobalIndex from_trailing_edge = std::min(column, grid.columns - 1 - column);
    grid.mirrored.push_back((from_trailing_edge >= m / 2) == (column < m));
  }
  grid.wall_marker.assign(static_cast<std::size_t>(grid.columns), 0);
  grid.outer_marker = 1;
  grid.depth_min_marker = 2;
  grid.depth_max_marker = 3;
  grid.marker_names = {"airfoil", "far_field", "symmetry_min", "symmetry_max"};
  std::optional<wing::Line> line;
  GlobalIndex line_number = -1;
  return generate_extruded(comm, grid, options.extrusion,
                           [&](GlobalIndex number, GlobalIndex layer) -> std::array<double, 2> {
                             if (number != line_number) {
                               const bool lower = number > 0 && number<m, upper = number> m;
                               line.emplace(shape, grading, size, upper ? 2 * m - number : number, 0, lower);
                               line_number = number;
                             }
                             const Point p = line->point(layer);
                             return {p[0], p[1]};
                           });
}

}  // namespace

void Naca4Options::describe(options::Schema& schema, const std::string& path) {
  schema.section(
      path,
      "A NACA four-digit aerofoil; markers airfoil, far_field, symmetry_min, symmetry_max, or wing, "
      "symmetry, far_field.");
  schema.add("digits", digits, "The section, for example 0012 or 2412.");
  schema.add_choice(
      "trailing_edge", trailing_edge,
      {{"closed", NacaTrailingEdge::closed}, {"extended", NacaTrailingEdge::extended}},
      "How the trailing edge becomes sharp: last coefficient -0.1036, or the original curve followed "
      "to its end and scaled to chord 1.");
  schema.add_choice("body", body, {{"aerofoil", NacaBody::aerofoil}, {"wing", NacaBody::wing}},
                    "Plane O-grid extruded along z, or half wing with rounded tip.");
  extrusion.describe(schema);
  schema.add("far_field_distance", far_field_distance,
             "Distance to the far field; of a wing at least two semispans.",
             {.unit = "chords", .min = 2, .max = 1000});
  schema.add("trailing_edge_spacing", trailing_edge_spacing,
             "First chordwise interval at the trailing edge; 0 for that of a cosine, larger for coarser.",
             {.min = 0, .max = 1});
  schema.add("leading_edge_clustering", leading_edge_clustering,
             "Share by which chordwise intervals shrink at the leading edge.", {.min = 0, .max = 0.7});
  schema.add("wall_spacing", wall_spacing,
             "Height of the first layer over the chordwise interval at mid chord.", {.min = 0.02, .max = 2});
  schema.add("semispan", semispan, "Semispan of the wing without the rounding of its tip.",
             {.unit = "root chords", .min = 0.5, .max = 10});
  schema.add("taper", taper, "Tip chord over root chord of the wing.", {.min = 0.4, .max = 1});
  schema.add("sweep", sweep, "Sweep of the wing's leading edge.", {.unit = "degrees", .min = 0, .max = 30});
  schema.add("tip_spacing", tip_spacing,
             "First spanwise interval at the wing's tip, as trailing_edge_spacing.", {.min = 0, .max = 1});
}

DistributedMesh generate_naca4(const comm::Communicator& comm, const Naca4Options& options) {
  validate(options);
  const Naca4Section section(options.digits, options.trailing_edge);
  const wing::Shape shape = shape_of(section, options);
  const wing::Grading grading{options.far_field_distance, options.trailing_edge_spacing,
                              options.leading_edge_clustering, options.tip_spacing, options.wall_spacing};
  const bool is_wing = options.body == NacaBody::wing;
  TRIREME_VALIDATE(!is_wing || 2 * section.largest_camber() <= section.thickness() + 1e-12, ErrorKind::input,
                   problem, "section " + options.digits + " bends by more than half its thickness",
                   "the grid around a wing's tip needs a thicker or straighter one");
  const std::int64_t least = is_wing ? 500 : 32 * (options.extrusion.span_cells + 1);
  TRIREME_VALIDATE(options.target_vertices >= least, ErrorKind::input, problem,
                   "target_vertices " + std::to_string(options.target_vertices) + " is too few",
                   "give " + std::to_string(least) + " or more");
  if (!is_wing) return generate_aerofoil(comm, options, shape, grading);
  // Rows in proportion to semispan over mean chord; the ONERA M6 wing, of 1.89, has 0.75 a column. Long wings
  // get longer quadrilaterals.
  const double slenderness = options.semispan / (0.5 * (1 + options.taper));
  const double rows_per_column = std::clamp(0.75 * slenderness / 1.89, 0.4, 2.0);
  return wing::generate(comm, shape, grading, wing::size_grid(options.target_vertices, rows_per_column),
                        options.extrusion.cells, 1.0);
}

}  // namespace trireme::mesh
