// SPDX-License-Identifier: Apache-2.0
// Bounds of the terms that one sample adds to a network's gradient or product, from norms of the weights
// alone: the scale of order-free sums (optim/reduce). Called by optim/problem/network and optim/actor_critic.
// Local; O(weights). Not finite where weights are not.
#pragma once

#include <span>

#include "optim/problem/network_shape.hpp"

namespace trireme::optim {

// largest_entry: of the inputs; score_derivatives: largest norm of the loss's derivatives in the scores.
double largest_gradient_term(const NetworkShape& shape, std::span<const double> w, double largest_entry,
                             double score_derivatives);

// Of products with u under the softmax loss; largest_norm: of an input.
double largest_product_term(const NetworkShape& shape, std::span<const double> w, std::span<const double> u,
                            double largest_entry, double largest_norm);

}  // namespace trireme::optim
