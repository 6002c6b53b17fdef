// SPDX-License-Identifier: Apache-2.0
// The section of the ONERA M6 wing (symmetric ONERA D) with the trailing edge closed to a point, by a table
// of ordinates and a cubic spline in sqrt(x). The square root makes the round nose smooth: there the ordinate
// is an odd function of sqrt(x). Called by generate/onera_m6_shape. Ordinates: sampled once from the root
// curve of the CAD model that NASA's Turbulence Modeling Resource distributes (ONERA M6, sharp trailing
// edge); the spline keeps within 5e-7 chords of that curve.
#pragma once

namespace trireme::mesh {

// Half thickness at x, both in chords; x in [0, 1]. Zero at 0 and 1, largest about 0.0487 near x = 0.375.
// Local, O(1).
double onera_m6_half_thickness(double x);

}  // namespace trireme::mesh
