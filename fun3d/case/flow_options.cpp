// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_options.hpp"

#include <cmath>
#include <numbers>

namespace trireme::flow {

namespace {

double radians(double degrees) {
  return degrees * std::numbers::pi / 180.0;
}

// (x, up, span) components as (x, y, z).
Vector3 in_mesh_axes(UpAxis up_axis, double x, double up, double span) {
  return up_axis == UpAxis::y ? Vector3{x, up, span} : Vector3{x, span, up};
}

}  // namespace

void FlowOptions::describe(options::Schema& schema) {
  schema.section("flow", "Equations, free stream and order of the scheme.");
  schema.add_choice(
      "equations", equations, {{"incompressible_euler", EquationChoice::incompressible_euler}},
      "equation set: incompressible_euler is Euler's equations with artificial compressibility");
  schema.add("beta", beta,
             "artificial compressibility, square of the pseudo sound speed over the free-stream speed",
             {.min = 0, .open_min = true});
  schema.add("angle_of_attack", angle_of_attack, "angle of the free stream in the plane of x and up",
             {.unit = "degrees", .min = -90, .max = 90});
  schema.add("sideslip", sideslip, "angle of the free stream towards the span axis",
             {.unit = "degrees", .min = -90, .max = 90});
  schema.add_choice("up_axis", up_axis, {{"y", UpAxis::y}, {"z", UpAxis::z}},
                    "axis of the mesh that points up; the remaining one is the span");
  schema.add_choice("order", order, {{"first", Order::first}, {"second", Order::second}},
                    "order of the scheme in space");
  schema.add_choice(
      "gradient_weights", gradient_weights,
      {{"unweighted", GradientWeights::unweighted}, {"inverse_distance", GradientWeights::inverse_distance}},
      "weights of the least-squares gradients");
}

Vector3 free_stream_direction(const FlowOptions& options) {
  const double a = radians(options.angle_of_attack), s = radians(options.sideslip);
  return in_mesh_axes(options.up_axis, std::cos(a) * std::cos(s), std::sin(a) * std::cos(s), std::sin(s));
}

ForceAxes force_axes(const FlowOptions& options) {
  const double a = radians(options.angle_of_attack);
  ForceAxes axes;
  axes.drag = free_stream_direction(options);
  axes.lift = in_mesh_axes(options.up_axis, -std::sin(a), std::cos(a), 0.0);
  // x cross up: +z where y is up, -y where z is up.
  axes.moment = in_mesh_axes(options.up_axis, 0.0, 0.0, options.up_axis == UpAxis::y ? 1.0 : -1.0);
  return axes;
}

template <>
IncompressibleEuler::Parameters parameters_of<IncompressibleEuler>(const FlowOptions& options) {
  const Vector3 velocity = free_stream_direction(options);
  return {.beta = options.beta, .free_stream = {1.0, velocity[0], velocity[1], velocity[2]}};
}

}  // namespace trireme::flow
