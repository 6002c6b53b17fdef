// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6.hpp"

#include "meshes/generate/onera_m6_shape.hpp"
#include "meshes/generate/wing_grid.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::mesh {

void OneraM6Options::describe(options::Schema& schema, const std::string& path) {
  schema.section(path, "The ONERA M6 half wing; markers wing, symmetry, far_field.");
  describe_brick_cells(schema, cells);
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
  constexpr double rows_per_column = 0.75;  // about square quadrilaterals at mid chord
  const wing::Grading grading{options.far_field_distance * onera_m6::semispan, options.trailing_edge_spacing,
                              options.leading_edge_clustering, options.tip_spacing, options.wall_spacing};
  return wing::generate(comm, onera_m6::shape(), grading,
                        wing::size_grid(options.target_vertices, rows_per_column), options.cells,
                        options.unit == LengthUnit::semispan ? 1 / onera_m6::semispan : 1.0);
}

}  // namespace trireme::mesh
