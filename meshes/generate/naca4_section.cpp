// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/naca4_section.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "solvers/base/assert.hpp"

namespace trireme::mesh {
namespace {

// Half thickness over thickness.
double polynomial(double x, double last_coefficient) {
  return 5 * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 + x * last_coefficient))));
}

// Where the report's polynomial closes.
double closing_place() {
  double inside = 1, outside = 1.02;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (inside + outside);
    (polynomial(middle, -0.1015) > 0 ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

Naca4Section::Naca4Section(const std::string& digits, NacaTrailingEdge trailing_edge) {
  const std::string problem = "NACA section '" + digits + "' cannot be generated";
  TRIREME_VALIDATE(
      digits.size() == 4 &&
          std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c) != 0; }),
      ErrorKind::input, problem, "its name is not four digits", "for example \"0012\" or \"2412\"");
  const int camber = digits[0] - '0', place = digits[1] - '0', thickness = std::stoi(digits.substr(2));
  TRIREME_VALIDATE(thickness >= 4 && thickness <= 24, ErrorKind::input, problem,
                   "its thickness is " + std::to_string(thickness) + " %",
                   "give 04 to 24 as the last digits");
  TRIREME_VALIDATE(camber == 0 || (camber <= 6 && place >= 2 && place <= 7), ErrorKind::input, problem,
                   "its camber of " + std::to_string(camber) + " % at " + std::to_string(place) +
                       " tenths of the chord is too sharp",
                   "give up to 6 % at 2 to 7 tenths");
  thickness_ = 0.01 * thickness;
  camber_ = 0.01 * camber;
  if (camber > 0) camber_place_ = 0.1 * place;
  if (trailing_edge == NacaTrailingEdge::extended) {
    last_coefficient_ = -0.1015;
    length_ = closing_place();
  }
}

double Naca4Section::nose_radius() const {
  return 0.5 * std::pow(5 * 0.2969 * thickness_, 2) / length_;
}

double Naca4Section::half_thickness(double x) const {
  if (x <= 0 || x >= 1) return 0;
  return std::max(0.0, thickness_ * polynomial(x * length_, last_coefficient_) / length_);
}

wing::Camber Naca4Section::camber(double x) const {
  const double p = camber_place_, at = std::clamp(x, 0.0, 1.0);
  const double scale = camber_ / (at < p ? p * p : (1 - p) * (1 - p));
  const double slope = 2 * scale * (p - at);
  const double ordinate = scale * (at < p ? at * (2 * p - at) : 1 - 2 * p + at * (2 * p - at));
  return {ordinate + slope * (x - at), slope};
}

}  // namespace trireme::mesh
