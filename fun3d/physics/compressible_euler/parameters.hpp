// SPDX-License-Identifier: Apache-2.0
// Constants of the Euler equations of a calorically perfect gas. Unknowns are primitive, q = (density,
// velocity x, y, z, pressure); density and speed of sound of the free stream are one, so its pressure is
// 1/gamma and its speed the Mach number. Residual rows are the conservation laws of mass, momentum and total
// energy.
#pragma once

#include "fun3d/physics/flux_scheme.hpp"
#include "fun3d/physics/state.hpp"

namespace trireme::flow::compressible_euler {

struct Parameters {
  double gamma = 1.4;  // ratio of specific heats
  State<5> free_stream{1.0, 0.5, 0.0, 0.0, 1.0 / 1.4};
  FluxScheme flux_scheme = FluxScheme::roe;
  // Roe's flux: absolute eigenvalues below this part of the largest one are rounded off towards half of it,
  // for the acoustic waves and for the convective ones.
  double entropy_fix = 0.1;
  double linear_entropy_fix = 0.0;
  bool low_mach = false;  // reduced acoustic dissipation where the flow is slow
};

}  // namespace trireme::flow::compressible_euler
