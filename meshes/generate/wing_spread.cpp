// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/wing_spread.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trireme::mesh::wing {
namespace {

constexpr double camber_reach = 0.3;

// 1 at the tip, negligible a tenth of the span inboard.
double nearness_to_tip(double span_fraction) {
  return std::pow(span_fraction, 24);
}

// Distances from an edge are quadratic like a cosine, plus a term linear at the edge that keeps the first
// interval there from shrinking faster than the others as the mesh is refined. The nose is round and needs no
// such term, but where it meets the tip both outlines are edges of the slit.

double distance_from_tip(double spacing, double tau) {
  const double sine = std::sin(0.25 * std::numbers::pi * tau);
  return 2 * sine * sine + spacing * tau * (1 - tau) * (1 - tau);
}

double distance_from_trailing_edge(const Grading& grading, double xi, double span_fraction) {
  const double tip = nearness_to_tip(span_fraction), to_nose = 1 - xi;
  const double clustering = grading.leading_edge_clustering * (1 - tip);
  const double sine = std::sin(0.5 * std::numbers::pi * (xi + clustering * xi * xi * to_nose));
  return 2 * sine * sine + grading.trailing_edge_spacing * xi * to_nose * (to_nose * to_nose - tip * xi * xi);
}

}  // namespace

Line::Line(const Shape& shape, const Grading& grading, const GridSize& size, GlobalIndex i, GlobalIndex k,
           bool lower)
    : shape_(shape), layers_(size.layers), far_eta_(grading.far_field_distance) {
  const double columns = static_cast<double>(size.chordwise), rows = static_cast<double>(size.spanwise);
  const double tau = static_cast<double>(size.spanwise - k) / rows;
  place_.from_tip = k == 0 ? 1 : distance_from_tip(grading.tip_spacing, tau);
  place_.span_fraction = 1 - place_.from_tip;
  place_.from_trailing_edge =
      distance_from_trailing_edge(grading, static_cast<double>(i) / columns, place_.span_fraction);
  place_.side = lower ? -1 : 1;

  wall_eta_ = wall_eta(shape, place_);
  far_mu_ = std::asinh(far_eta_ / eta_scale);
  first_fraction_ = std::min(
      1.0, grading.wall_spacing * std::numbers::pi / columns * static_cast<double>(size.layers) / far_mu_);
  first_eta_ = eta_above_slit(1);
  const double half_chord =
      0.5 * (shape.trailing_edge(place_.span_fraction) - shape.leading_edge(place_.span_fraction));
  const double first_interval =
      half_chord * distance_from_trailing_edge(grading, 1 / columns, place_.span_fraction);
  const double lifted_height = 0.5 * grading.wall_spacing * first_interval;
  edge_lift_ = std::max(0.0, 2 * half_chord * lifted_height - first_eta_ * first_eta_);
}

Point Line::point(GlobalIndex layer) const {
  const double eta = layer == 0         ? wall_eta_
                     : layer == layers_ ? far_eta_
                                        : eta_above_wall(eta_above_slit(layer));
  const Point p = line_point(shape_, place_, eta, far_eta_);
  if (!shape_.camber) return p;
  // In full on the wall, fading within a few tenths of a chord.
  const double height = (eta - wall_eta_) / camber_reach;
  return add_camber(shape_, p, 1 / (1 + height * height));
}

// Intervals grow linearly in mu, so in the end geometrically in space.
double Line::eta_above_slit(GlobalIndex layer) const {
  const double sigma = static_cast<double>(layer) / static_cast<double>(layers_);
  return eta_scale * std::sinh(far_mu_ * (first_fraction_ + (1 - first_fraction_) * sigma) * sigma);
}

// The wall's own eta fades within a few times itself, so that layers soon are surfaces of constant eta: a
// line that starts lower than its neighbours (corners of the tip) would otherwise leave a dent in every
// layer. A sharp edge, eta 0, is left at the square of eta; there the first layers are lifted to a height in
// proportion to the chordwise interval.
double Line::eta_above_wall(double eta_above_slit) const {
  if (wall_eta_ > 0) {
    const double fade = 1 / (1 + 0.25 * eta_above_slit / wall_eta_);
    return eta_above_slit + wall_eta_ * fade * fade;
  }
  const double steps = eta_above_slit / first_eta_;
  const double fade = 1 / (1 + 0.25 * (steps - 1));
  return std::sqrt(eta_above_slit * eta_above_slit + edge_lift_ * steps * fade * fade);
}

}  // namespace trireme::mesh::wing
