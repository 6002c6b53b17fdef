// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wedge.hpp"

#include <cmath>
#include <numbers>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {

void WedgeOptions::describe(options::Schema& schema, const std::string& path) {
  schema.section(
      path,
      "A channel whose floor turns up at x = 0; markers wall, wall_wedge, inlet, outlet, far_field "
      "(above), symmetry_min, symmetry_max.");
  schema.add("angle", angle, "Angle of the wedge.",
             {.unit = "degrees", .min = 0, .max = 45, .open_min = true});
  schema.add("upstream_length", upstream_length, "Length of the flat floor ahead of the wedge.",
             {.min = 0, .max = 1000, .open_min = true});
  schema.add("ramp_length", ramp_length, "Length of the wedge along x.",
             {.min = 0, .max = 1000, .open_min = true});
  schema.add("height", height, "Height of the channel ahead of the wedge.",
             {.min = 0, .max = 1000, .open_min = true});
  resolution.describe(schema);
  extrusion.describe(schema);
}

DistributedMesh generate_wedge(const comm::Communicator& comm, const WedgeOptions& options) {
  const char* problem = "wedge mesh cannot be generated";
  TRIREME_VALIDATE(options.angle > 0 && options.angle <= 45, ErrorKind::input, problem,
                   "angle is " + std::to_string(options.angle) + " degrees", "give more than 0, up to 45");
  TRIREME_VALIDATE(options.upstream_length > 0 && options.ramp_length > 0 && options.height > 0,
                   ErrorKind::input, problem, "a length is not positive",
                   "for example upstream_length 0.5, ramp_length 1, height 1");
  const double slope = std::tan(options.angle * std::numbers::pi / 180);
  TRIREME_VALIDATE(slope * options.ramp_length < 0.9 * options.height, ErrorKind::input, problem,
                   "the wedge rises by " + std::to_string(slope * options.ramp_length) +
                       " in a channel of height " + std::to_string(options.height),
                   "shorten the ramp or raise height");
  Channel channel;
  channel.what = "wedge mesh";
  channel.stations = {-options.upstream_length, 0, options.ramp_length};
  channel.floor_markers = {0, 1};
  channel.floor = [slope](double x) { return x > 0 ? slope * x : 0; };
  channel.ceiling = options.height;
  channel.marker_names = {"wall",      "wall_wedge",   "inlet",       "outlet",
                          "far_field", "symmetry_min", "symmetry_max"};
  return generate_channel(comm, channel, options.resolution, options.extrusion);
}

}  // namespace trireme::mesh
