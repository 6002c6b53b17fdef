// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/bump.hpp"

#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

constexpr double half_chord = 0.5;  // of the circular arc

}  // namespace

double bump_floor(BumpShape shape, double bump_height, double x) {
  if (shape == BumpShape::gaussian) return bump_height * std::exp(-25 * x * x);
  if (std::abs(x) >= half_chord) return 0;
  const double radius = (half_chord * half_chord + bump_height * bump_height) / (2 * bump_height);
  return std::sqrt(radius * radius - x * x) - (radius - bump_height);
}

void BumpOptions::describe(options::Schema& schema, const std::string& path) {
  schema.section(
      path,
      "A channel with a bump on the floor around x = 0; markers wall_lower, inlet, outlet, wall_upper, "
      "symmetry_min, symmetry_max.");
  schema.add_choice("shape", shape,
                    {{"gaussian", BumpShape::gaussian}, {"circular_arc", BumpShape::circular_arc}},
                    "y = h exp(-25 x^2), or an arc of a circle over a chord of 1.");
  schema.add("bump_height", bump_height, "Height h of the bump; 0: 0.0625 (gaussian) or 0.1 (circular_arc).",
             {.min = 0, .max = 0.5});
  schema.add("length", length, "Length of the channel, half of it ahead of the bump's middle.",
             {.min = 1.2, .max = 1000});
  schema.add("height", height, "Height of the channel; 0: 0.8 (gaussian) or 1 (circular_arc).",
             {.min = 0, .max = 1000});
  resolution.describe(schema);
  extrusion.describe(schema);
}

DistributedMesh generate_bump(const comm::Communicator& comm, const BumpOptions& options) {
  const bool gaussian = options.shape == BumpShape::gaussian;
  const double bump_height = options.bump_height > 0 ? options.bump_height : gaussian ? 0.0625 : 0.1;
  const double height = options.height > 0 ? options.height : gaussian ? 0.8 : 1.0;
  TRIREME_VALIDATE(
      bump_height <= half_chord && bump_height < height, ErrorKind::input, "bump mesh cannot be generated",
      "bump_height is " + std::to_string(bump_height) + ", the channel's height " + std::to_string(height),
      "give a bump lower than 0.5 and than the channel");
  TRIREME_VALIDATE(
      options.length >= 1.2 && options.length <= 1000, ErrorKind::input, "bump mesh cannot be generated",
      "length " + std::to_string(options.length) + " leaves no room for the bump", "give 1.2 to 1000");
  Channel channel;
  channel.what = "bump mesh";
  channel.stations = {-0.5 * options.length, 0.5 * options.length};
  channel.floor_markers = {0};
  if (!gaussian) {
    channel.stations = {-0.5 * options.length, -half_chord, half_chord, 0.5 * options.length};
    channel.floor_markers = {0, 0, 0};
  }
  channel.floor = [&](double x) { return bump_floor(options.shape, bump_height, x); };
  channel.ceiling = height;
  channel.marker_names = {"wall_lower", "inlet", "outlet", "wall_upper", "symmetry_min", "symmetry_max"};
  return generate_channel(comm, channel, options.resolution, options.extrusion);
}

}  // namespace trireme::mesh
