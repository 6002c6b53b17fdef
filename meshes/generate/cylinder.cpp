// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/cylinder.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

constexpr double radius = 0.5;

struct Size {
  GlobalIndex around = 0, layers = 0;
};

// Square cells: the radius grows by 2 pi / around a layer.
Size size_of(const CylinderOptions& options) {
  if (options.circumferential_cells > 0) return {options.circumferential_cells, options.radial_cells};
  const double plane_points =
      static_cast<double>(options.target_vertices) / static_cast<double>(options.extrusion.span_cells + 1);
  const double turns = std::log(options.far_field_distance / radius) / (2 * std::numbers::pi);
  Size best;
  double best_error = HUGE_VAL;
  const auto middle = static_cast<GlobalIndex>(std::sqrt(plane_points / turns) / 2);
  for (GlobalIndex half = std::max<GlobalIndex>(4, middle - 2); half <= std::max<GlobalIndex>(4, middle + 2);
       ++half) {
    const double fitting = plane_points / static_cast<double>(2 * half) - 1;
    const Size size{2 * half, std::max<GlobalIndex>(2, std::llround(fitting))};
    const double stretch =
        std::log(static_cast<double>(size.layers) / (turns * static_cast<double>(size.around)));
    const double error = std::abs(static_cast<double>(size.around * (size.layers + 1)) / plane_points - 1) +
                         0.05 * std::abs(stretch);
    if (error < best_error) best_error = error, best = size;
  }
  return best;
}

void validate(const CylinderOptions& options) {
  const char* problem = "cylinder mesh cannot be generated";
  const std::int64_t around = options.circumferential_cells, layers = options.radial_cells;
  TRIREME_VALIDATE((around == 0 && layers == 0) || (around > 0 && layers > 0), ErrorKind::input, problem,
                   "circumferential_cells and radial_cells are given only in part",
                   "give both, or none and target_vertices");
  TRIREME_VALIDATE(
      around == 0 || (around >= 8 && around % 2 == 0 && around < 1 << 20 && layers < 1 << 20),
      ErrorKind::input, problem,
      "circumferential_cells is " + std::to_string(around) + ", radial_cells " + std::to_string(layers),
      "give an even number from 8 around the cylinder, and less than a million of both");
  TRIREME_VALIDATE(options.far_field_distance >= 2 && options.far_field_distance <= 1e4, ErrorKind::input,
                   problem, "far_field_distance is " + std::to_string(options.far_field_distance),
                   "give 2 to 10000 diameters");
  options.extrusion.validate();
}

}  // namespace

void CylinderOptions::describe(options::Schema& schema, const std::string& path) {
  schema.section(path,
                 "A circular cylinder of diameter 1; markers wall, far_field, symmetry_min, symmetry_max.");
  schema.add("circumferential_cells", circumferential_cells,
             "Cells around the cylinder, even; 0 with radial_cells 0: taken from target_vertices.",
             {.min = 0});
  schema.add("radial_cells", radial_cells, "Cells from the cylinder to the far field.", {.min = 0});
  schema.add("far_field_distance", far_field_distance, "Radius of the far field.",
             {.unit = "diameters", .min = 2, .max = 1e4});
  extrusion.describe(schema);
}

DistributedMesh generate_cylinder(const comm::Communicator& comm, const CylinderOptions& options) {
  validate(options);
  const Size size = size_of(options);
  ExtrudedGrid grid;
  grid.columns = size.around;
  grid.layers = size.layers;
  grid.closed = true;
  for (GlobalIndex column = 0; column < grid.columns; ++column)
    grid.mirrored.push_back(column < grid.columns / 2);
  grid.wall_marker.assign(static_cast<std::size_t>(grid.columns), 0);
  grid.outer_marker = 1;
  grid.depth_min_marker = 2;
  grid.depth_max_marker = 3;
  grid.marker_names = {"wall", "far_field", "symmetry_min", "symmetry_max"};
  const double growth = std::log(options.far_field_distance / radius);
  return generate_extruded(
      comm, grid, options.extrusion, [&](GlobalIndex line, GlobalIndex layer) -> std::array<double, 2> {
        // Clockwise from behind, below first; the upper half repeats the lower one's bits.
        const bool upper = line > size.around / 2;
        const GlobalIndex step = upper ? size.around - line : line;
        const double angle =
            2 * std::numbers::pi * (static_cast<double>(step) / static_cast<double>(size.around));
        const double r =
            radius * std::exp(growth * (static_cast<double>(layer) / static_cast<double>(size.layers)));
        const bool on_axis = step == 0 || 2 * step == size.around;
        const double y = on_axis ? 0 : r * std::sin(angle);
        return {r * std::cos(angle), upper || on_axis ? y : -y};
      });
}

}  // namespace trireme::mesh
