// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6_section.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trireme::mesh {
namespace {

constexpr std::size_t n_intervals = 80;

// Half thickness in chords at x = (i / 80)^2.
constexpr std::array<double, n_intervals + 1> ordinates{
    0.00000000, 0.00217061, 0.00434681, 0.00652566, 0.00869560, 0.01084175, 0.01294950, 0.01499918,
    0.01696833, 0.01882728, 0.02055649, 0.02213579, 0.02355690, 0.02482365, 0.02595004, 0.02696153,
    0.02789270, 0.02878228, 0.02966186, 0.03054776, 0.03144091, 0.03233656, 0.03322889, 0.03411436,
    0.03499104, 0.03585558, 0.03670502, 0.03753711, 0.03835039, 0.03914333, 0.03991449, 0.04066266,
    0.04138684, 0.04208618, 0.04275991, 0.04340730, 0.04402751, 0.04461959, 0.04518230, 0.04571407,
    0.04621284, 0.04667612, 0.04710104, 0.04748421, 0.04782174, 0.04810916, 0.04834153, 0.04851341,
    0.04861900, 0.04865226, 0.04860700, 0.04847695, 0.04825601, 0.04793844, 0.04751902, 0.04699320,
    0.04635735, 0.04560899, 0.04474680, 0.04377070, 0.04268199, 0.04148332, 0.04017845, 0.03877203,
    0.03726928, 0.03567553, 0.03399566, 0.03223347, 0.03039087, 0.02846693, 0.02645733, 0.02435466,
    0.02214740, 0.01982121, 0.01736121, 0.01475500, 0.01199808, 0.00910273, 0.00611146, 0.00307512,
    0.00000000};

// Slope dy/dx of the half thickness at the trailing edge.
constexpr double trailing_edge_slope = -0.12377712;

// Second derivatives, with respect to i / n_intervals, of the cubic spline through the ordinates: zero at the
// nose, where the ordinate is odd, and the given slope at the trailing edge.
std::array<double, n_intervals + 1> second_derivatives() {
  constexpr double h = 1.0 / n_intervals;
  constexpr double end_slope = 2 * trailing_edge_slope;  // d/ds at s = sqrt(x) = 1
  std::array<double, n_intervals + 1> right{}, ratio{}, result{};
  for (std::size_t i = 1; i <= n_intervals; ++i) {
    const bool last = i == n_intervals;
    const double diagonal = (last ? 2.0 : 4.0) - ratio[i - 1];
    const double difference = last ? end_slope * h - (ordinates[i] - ordinates[i - 1])
                                   : ordinates[i + 1] - 2 * ordinates[i] + ordinates[i - 1];
    ratio[i] = 1 / diagonal;
    right[i] = (6 / (h * h) * difference - right[i - 1]) / diagonal;
  }
  result[n_intervals] = right[n_intervals];
  for (std::size_t i = n_intervals - 1; i > 0; --i) result[i] = right[i] - ratio[i] * result[i + 1];
  return result;
}

}  // namespace

double onera_m6_half_thickness(double x) {
  static const std::array<double, n_intervals + 1> curvature = second_derivatives();
  constexpr double h = 1.0 / n_intervals;
  const double position = std::sqrt(x) * n_intervals;
  const std::size_t i = std::min(static_cast<std::size_t>(position), n_intervals - 1);
  const double right = position - static_cast<double>(i), left = 1 - right;
  return left * ordinates[i] + right * ordinates[i + 1] +
         h * h / 6 *
             (left * (left * left - 1) * curvature[i] + right * (right * right - 1) * curvature[i + 1]);
}

}  // namespace trireme::mesh
