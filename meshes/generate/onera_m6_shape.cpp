// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_shape.hpp"

#include "meshes/generate/onera_m6_section.hpp"

namespace trireme::mesh::onera_m6 {

wing::Shape shape() {
  wing::Shape wing;
  wing.semispan = semispan;
  wing.tip_leading_edge = tip_leading_edge;
  wing.tip_trailing_edge = tip_trailing_edge;
  wing.half_thickness = onera_m6_half_thickness;
  // Half a nose radius behind the leading edge lies the focus of the osculating parabola; the radius is
  // 0.0151 chords. At the tip the slit ends inside the rounding, whose radius is at most 0.049 chords: the
  // wall then keeps about the same eta around the tip.
  wing.nose_focus = 0.0075;
  wing.nose_focus_at_tip = 0.03;
  wing.tip_focus = 0.028;
  wing.tip_nose_focus = 0.013;
  return wing;
}

}  // namespace trireme::mesh::onera_m6
