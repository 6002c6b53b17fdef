// SPDX-License-Identifier: Apache-2.0
// NACA four-digit sections with a sharp trailing edge: thickness and camber in chords. Called by
// generate/naca4. Source: Jacobs, Ward, Pinkerton, NACA report 460 (1933): thickness polynomial (eq. 1),
// camber of two parabolas; the thickness is laid off along the normals of the camber line.
#pragma once

#include <string>

#include "meshes/generate/wing_shape.hpp"

namespace trireme::mesh {

// The polynomial of the report leaves the trailing edge open by 2 % of the thickness.
enum class NacaTrailingEdge {
  closed,    // its last coefficient is -0.1036 in place of -0.1015
  extended,  // its own curve is followed to where it closes, at 1.00893 chords, which then become the chord
};

class Naca4Section {
 public:
  // digits: largest camber in % of the chord, its place in tenths, thickness in %. Error(input) for anything
  // but four digits, thicknesses other than 4 to 24 %, and cambers whose line bends too sharply for a grid:
  // above 6 %, or with its place outside 0.2 to 0.7.
  Naca4Section(const std::string& digits, NacaTrailingEdge trailing_edge);

  double thickness() const { return thickness_; }  // that of the digits
  double largest_camber() const { return camber_; }
  bool is_cambered() const { return camber_ > 0; }
  double nose_radius() const;  // chords

  // x in [0, 1]; exactly zero at both ends.
  double half_thickness(double x) const;
  // Beyond the chord the camber line goes on straight.
  wing::Camber camber(double x) const;

 private:
  double thickness_ = 0, camber_ = 0, camber_place_ = 0.4;
  double last_coefficient_ = -0.1036;
  double length_ = 1;  // of the report's chord that is used
};

}  // namespace trireme::mesh
