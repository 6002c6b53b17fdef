// SPDX-License-Identifier: Apache-2.0
// Constants of the incompressible Euler equations made hyperbolic by artificial compressibility (Chorin, J.
// Comput. Phys. 2, 1967). Unknowns q = (p, u, v, w), density one, free-stream speed one, free-stream pressure
// one.
#pragma once

#include "fun3d/physics/flux_scheme.hpp"
#include "fun3d/physics/state.hpp"

namespace trireme::flow::incompressible_euler {

struct Parameters {
  double beta = 15.0;  // artificial compressibility, the square of the pseudo sound speed at rest
  State<4> free_stream{1.0, 1.0, 0.0, 0.0};
  FluxScheme flux_scheme = FluxScheme::roe;
};

}  // namespace trireme::flow::incompressible_euler
