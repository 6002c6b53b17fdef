// SPDX-License-Identifier: Apache-2.0
// Characteristic far field: Roe's flux between the vertex and the free stream outside. The waves of Roe's
// average that leave take their strength from inside and those that enter from the free stream; a supersonic
// outflow is the flux from inside and a supersonic inflow that of the free stream, without a switch. Neither
// the entropy fix, which would let the free stream into a weakly supersonic outflow, nor the low-Mach factor
// acts here: acoustic dissipation is what lets waves out.
#pragma once

#include "fun3d/physics/compressible_euler/roe.hpp"

namespace trireme::flow::compressible_euler {

template <class Number>
State<5, Number> far_field_flux(const Parameters& parameters, const State<5, Number>& q,
                                const Vector<Number>& n) {
  Parameters plain = parameters;
  plain.entropy_fix = plain.linear_entropy_fix = 0;
  return roe_flux(plain, q, as_state_of<Number>(parameters.free_stream), n, LowMach::off);
}

}  // namespace trireme::flow::compressible_euler
