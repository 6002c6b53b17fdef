// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_options.hpp"

#include <cmath>
#include <numbers>

#include "solvers/base/error.hpp"

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
      "equations", equations,
      {{"incompressible_euler", EquationChoice::incompressible_euler},
       {"compressible_euler", EquationChoice::compressible_euler}},
      "equation set: incompressible_euler is Euler's equations with artificial compressibility, "
      "compressible_euler those of a perfect gas");
  schema.add("beta", beta,
             "incompressible: artificial compressibility, square of the pseudo sound speed over the "
             "free-stream speed",
             {.min = 0, .open_min = true});
  schema.add("mach", mach, "compressible: Mach number of the free stream", {.min = 0, .open_min = true});
  schema.add("gamma", gamma, "compressible: ratio of specific heats", {.min = 1, .open_min = true});
  schema.add("angle_of_attack", angle_of_attack, "angle of the free stream in the plane of x and up",
             {.unit = "degrees", .min = -90, .max = 90});
  schema.add("sideslip", sideslip, "angle of the free stream towards the span axis",
             {.unit = "degrees", .min = -90, .max = 90});
  schema.add_choice("up_axis", up_axis, {{"y", UpAxis::y}, {"z", UpAxis::z}},
                    "axis of the mesh that points up; the remaining one is the span");
  schema.add_choice("flux", flux,
                    {{"roe", FluxScheme::roe}, {"hllc", FluxScheme::hllc}, {"rusanov", FluxScheme::rusanov}},
                    "upwind flux; hllc for compressible_euler only, rusanov is robust and dissipative");
  schema.add("entropy_fix", entropy_fix,
             "compressible, roe: acoustic eigenvalues below this part of the largest are rounded off",
             {.min = 0, .max = 1});
  schema.add(
      "linear_entropy_fix", linear_entropy_fix,
      "compressible, roe: the same for entropy and shear; a few hundredths damp carbuncles of strong shocks",
      {.min = 0, .max = 1});
  schema.add("low_mach", low_mach,
             "compressible, roe and hllc: reduce acoustic dissipation where the local Mach number is below "
             "one; GMRES "
             "then needs linear_solver.restart of about 100");
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
  if (!IncompressibleEuler::has(options.flux)) {
    throw Error(ErrorKind::input, "flow.flux: incompressible_euler has no hllc",
                "the flux needs the waves of a gas", "choose roe or rusanov");
  }
  const Vector3 velocity = free_stream_direction(options);
  return {.beta = options.beta,
          .free_stream = {1.0, velocity[0], velocity[1], velocity[2]},
          .flux_scheme = options.flux};
}

template <>
CompressibleEuler::Parameters parameters_of<CompressibleEuler>(const FlowOptions& options) {
  if (options.low_mach && options.flux == FluxScheme::rusanov) {
    throw Error(ErrorKind::input, "flow.low_mach: rusanov has no form for low Mach numbers",
                "its dissipation is that of the fastest wave for all unknowns", "choose roe or hllc");
  }
  const Vector3 direction = free_stream_direction(options);
  const double mach = options.mach;
  return {.gamma = options.gamma,
          .free_stream = {1.0, mach * direction[0], mach * direction[1], mach * direction[2],
                          1.0 / options.gamma},
          .flux_scheme = options.flux,
          .entropy_fix = options.entropy_fix,
          .linear_entropy_fix = options.linear_entropy_fix,
          .low_mach = options.low_mach};
}

}  // namespace trireme::flow
