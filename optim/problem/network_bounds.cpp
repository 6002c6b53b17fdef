// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/network_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "optim/problem/replicated_vector.hpp"

namespace trireme::optim {
namespace {

// Of a layer's weights; the norm of the layer's map is at most gain() times it.
double weights_norm(const Layer& layer, std::span<const double> w) {
  return norm2(
      w.subspan(static_cast<std::size_t>(layer.first_weight), static_cast<std::size_t>(layer.n_weights)));
}
// A convolution is the sum of size^2 maps, one a place of the filter, whose norms' squares sum up to the
// weights'; its bias reaches all places.
double gain(const Layer& layer) {
  return std::max<double>(layer.reach, std::sqrt(static_cast<double>(layer.places)));
}

}  // namespace

// Norms of the derivatives go back layer by layer.
double largest_gradient_term(const NetworkShape& shape, std::span<const double> w, double largest_entry,
                             double score_derivatives) {
  double delta = score_derivatives, largest = 0;
  for (std::size_t l = shape.layers().size(); l-- > 0;) {
    const Layer& layer = shape.layers()[l];
    const double input = l == 0 ? std::max(1.0, largest_entry) : 1;
    largest = std::max(largest, delta * input * std::sqrt(static_cast<double>(layer.places)));
    delta *= gain(layer) * weights_norm(layer, w);
  }
  return std::isfinite(norm2(w)) ? largest : norm2(w);
}

double largest_product_term(const NetworkShape& shape, std::span<const double> w, std::span<const double> u,
                            double largest_entry, double largest_norm) {
  const std::size_t n = shape.layers().size();
  std::vector<double> w_norms(n), u_norms(n), along(n + 1);  // along: of the inputs of each layer
  for (std::size_t l = 0; l < n; ++l) {
    const Layer& layer = shape.layers()[l];
    w_norms[l] = gain(layer) * weights_norm(layer, w);
    u_norms[l] = gain(layer) * weights_norm(layer, u);
    const double input = l == 0 ? largest_norm : std::sqrt(static_cast<double>(layer.n_in));
    along[l + 1] = u_norms[l] * (input + 1) + w_norms[l] * along[l];
  }
  double delta = std::sqrt(2.0), delta_along = 0.5 * along[n], largest = 0;  // ||p - e_label|| <= sqrt(2)
  for (std::size_t l = n; l-- > 0;) {
    const Layer& layer = shape.layers()[l];
    const double input = l == 0 ? std::max(1.0, largest_entry) : 1;
    largest = std::max(
        {largest, delta_along * input * std::sqrt(static_cast<double>(layer.places)) + delta * along[l]});
    // |tanh''| < 0.77.
    const double back = w_norms[l] * delta;
    delta_along = w_norms[l] * delta_along + u_norms[l] * delta + 0.77 * back * along[l];
    delta = back;
  }
  return std::isfinite(norm2(w)) ? largest : norm2(w);
}

}  // namespace trireme::optim
