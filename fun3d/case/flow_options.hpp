// SPDX-License-Identifier: Apache-2.0
// Section flow of a deck: which equations, their constants, the free stream, the order of the scheme.
#pragma once

#include "fun3d/discretization/forces.hpp"
#include "fun3d/discretization/gradient_weights.hpp"
#include "fun3d/discretization/residual.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::flow {

enum class EquationChoice { incompressible_euler, compressible_euler };

// The axis that points up where the flow is along x; the span lies along the third axis.
enum class UpAxis { y, z };

struct FlowOptions {
  EquationChoice equations = EquationChoice::incompressible_euler;
  double beta = 15.0;
  double mach = 0.5;
  double gamma = 1.4;
  double angle_of_attack = 0.0;  // degrees
  double sideslip = 0.0;         // degrees
  UpAxis up_axis = UpAxis::y;
  FluxScheme flux = FluxScheme::roe;
  double entropy_fix = 0.1;
  double linear_entropy_fix = 0.0;
  bool low_mach = false;
  Order order = Order::second;
  GradientWeights gradient_weights = GradientWeights::unweighted;

  void describe(options::Schema& schema);
};

// Unit vector of the free stream: (cos a cos s, sin a cos s, sin s) in the axes x, up, span, with a the angle
// of attack and s the sideslip.
Vector3 free_stream_direction(const FlowOptions& options);

// Drag along the free stream, lift normal to it in the plane of x and up, moment about the span axis.
ForceAxes force_axes(const FlowOptions& options);

// The constants of an equation set. Throws Error (input) when it does not have what the options ask for.
template <class E>
typename E::Parameters parameters_of(const FlowOptions& options);
template <>
IncompressibleEuler::Parameters parameters_of<IncompressibleEuler>(const FlowOptions& options);
template <>
CompressibleEuler::Parameters parameters_of<CompressibleEuler>(const FlowOptions& options);

}  // namespace trireme::flow
