// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/force_options.hpp"

namespace trireme::flow {

namespace {

// Moments are divided by area and length: the product must have a finite reciprocal, with room for the force.
constexpr double smallest_reference = 1e-100;

}  // namespace

void ForceOptions::describe(options::Schema& schema) {
  schema.section("forces", "References of the force and moment coefficients, in the mesh's unit of length.");
  schema.add("reference_area", reference_area, "area by which forces are divided",
             {.min = smallest_reference});
  schema.add("reference_length", reference_length, "length by which moments are divided, besides the area",
             {.min = smallest_reference});
  schema.add("moment_point", moment_point, "point about which moments are taken", {.length = 3});
  schema.add_choice(
      "moment_arm", moment_arm, {{"centroid", MomentArm::centroid}, {"corner_sum", MomentArm::corner_sum}},
      "arm of a facet's moment: its centroid, or the sum of its three corners as in PETSc-FUN3D's raw "
      "moment, for comparison with that code only");
}

ForceReference ForceOptions::reference() const {
  return {reference_area, reference_length, {moment_point[0], moment_point[1], moment_point[2]}, moment_arm};
}

}  // namespace trireme::flow
