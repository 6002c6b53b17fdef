// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/network.hpp"

#include <algorithm>
#include <cmath>

#include "optim/problem/replicated_vector.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

void spread_row(const Samples& samples, GlobalIndex row, std::span<double> input) {
  if (samples.is_dense) {
    const float* values = samples.values.data() + row * samples.n_features;
    for (std::size_t j = 0; j < input.size(); ++j) input[j] = static_cast<double>(values[j]);
    return;
  }
  std::fill(input.begin(), input.end(), 0.0);
  const auto first = static_cast<std::size_t>(samples.offsets[static_cast<std::size_t>(row)]),
             last = static_cast<std::size_t>(samples.offsets[static_cast<std::size_t>(row) + 1]);
  for (std::size_t e = first; e < last; ++e)
    input[static_cast<std::size_t>(samples.columns[e])] = static_cast<double>(samples.values[e]);
}

double target_of(const Samples& samples, GlobalIndex row) {
  return samples.targets[static_cast<std::size_t>(row)];
}

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

Network::Network(std::shared_ptr<const Samples> samples, NetworkShape shape, Accumulation accumulation)
    : samples_(std::move(samples)), shape_(std::move(shape)), sum_(samples_->comm, accumulation) {
  const std::size_t n_classes = samples_->classes.size();
  TRIREME_VALIDATE(n_classes >= 2, ErrorKind::input, "a network needs classes",
                   "the labels were read as numbers", "take squares");
  TRIREME_VALIDATE(static_cast<std::size_t>(shape_.n_scores()) == n_classes, ErrorKind::input,
                   "the network does not fit the samples' classes",
                   "it has " + std::to_string(shape_.n_scores()) + " scores for " + std::to_string(n_classes),
                   "give one for each");
  TRIREME_VALIDATE(shape_.n_inputs() == samples_->n_features, ErrorKind::input,
                   "the network does not fit the samples' features",
                   "it takes " + std::to_string(shape_.n_inputs()) + ", the samples have " +
                       std::to_string(samples_->n_features),
                   "set model.image to the images' size");
}

// f(piece, row, pass) for the rows of the set on this rank, with the row in the pass's input.
template <class F>
void Network::over_samples(SampleSet set, F&& f) {
  const auto parts = local_rows(set, size(), comm().rank(), comm().size());
  const GlobalIndex in_first = parts[0].count();
  sum_.over_rows(
      in_first + parts[1].count(), [&](OrderFreeSum::Piece& piece, GlobalIndex from, GlobalIndex to) {
        NetworkPass pass(shape_);
        for (GlobalIndex k = from; k < to; ++k) {
          const GlobalIndex row = k < in_first ? parts[0].begin + k : parts[1].begin + k - in_first;
          spread_row(*samples_, row, pass.input());
          f(piece, row, pass);
        }
      });
}

// Bounds of every term of a gradient, known on every rank: norms of the derivatives go back layer by layer.
double Network::largest_gradient_term(std::span<const double> w) const {
  double delta = std::sqrt(2.0), largest = 0;  // ||p - e_label||
  for (std::size_t l = shape_.layers().size(); l-- > 0;) {
    const Layer& layer = shape_.layers()[l];
    const double input = l == 0 ? std::max(1.0, samples_->largest_entry) : 1;
    largest = std::max(largest, delta * input * std::sqrt(static_cast<double>(layer.places)));
    delta *= gain(layer) * weights_norm(layer, w);
  }
  return std::isfinite(norm2(w)) ? largest : norm2(w);
}

double Network::largest_product_term(std::span<const double> w, std::span<const double> u) const {
  const std::size_t n = shape_.layers().size();
  std::vector<double> w_norms(n), u_norms(n), along(n + 1);  // along: of the inputs of each layer
  for (std::size_t l = 0; l < n; ++l) {
    const Layer& layer = shape_.layers()[l];
    w_norms[l] = gain(layer) * weights_norm(layer, w);
    u_norms[l] = gain(layer) * weights_norm(layer, u);
    const double input = l == 0 ? samples_->largest_norm : std::sqrt(static_cast<double>(layer.n_in));
    along[l + 1] = u_norms[l] * (input + 1) + w_norms[l] * along[l];
  }
  double delta = std::sqrt(2.0), delta_along = 0.5 * along[n], largest = 0;
  for (std::size_t l = n; l-- > 0;) {
    const Layer& layer = shape_.layers()[l];
    const double input = l == 0 ? std::max(1.0, samples_->largest_entry) : 1;
    largest = std::max(
        {largest, delta_along * input * std::sqrt(static_cast<double>(layer.places)) + delta * along[l]});
    // |tanh''| < 0.77.
    const double back = w_norms[l] * delta;
    delta_along = w_norms[l] * delta_along + u_norms[l] * delta + 0.77 * back * along[l];
    delta = back;
  }
  return std::isfinite(norm2(w)) ? largest : norm2(w);
}

double Network::value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) {
  TRIREME_EXPECT(static_cast<GlobalIndex>(w.size()) == dim() && gradient.size() == w.size());
  sum_.begin(dim(), 1, largest_gradient_term(w), set.count);
  over_samples(set, [&](OrderFreeSum::Piece& piece, GlobalIndex row, NetworkPass& pass) {
    pass.forward(w.data());
    piece.scalar(0).add(pass.loss(target_of(*samples_, row)));
    pass.backward(w.data());
    piece.with_cells([&](auto* cells, double scale) { pass.add_gradient(cells, scale); });
  });
  double loss = 0;
  sum_.finish(work_, gradient, std::span<double>(&loss, 1));
  work_.gradients += set.count;
  const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
  for (double& entry : gradient) entry *= weight;
  return loss * weight;
}

double Network::value(std::span<const double> w, SampleSet set) {
  sum_.begin(0, 1, 1, set.count);
  over_samples(set, [&](OrderFreeSum::Piece& piece, GlobalIndex row, NetworkPass& pass) {
    pass.forward(w.data());
    piece.scalar(0).add(pass.loss(target_of(*samples_, row)));
  });
  double loss = 0;
  sum_.finish(work_, {}, std::span<double>(&loss, 1));
  work_.sweeps += set.count;
  return set.count > 0 ? loss / static_cast<double>(set.count) : 0;
}

void Network::product(NetworkCurvature curvature, std::span<const double> w, SampleSet set,
                      std::span<const double> u, std::span<double> result) {
  TRIREME_EXPECT(static_cast<GlobalIndex>(u.size()) == dim() && result.size() == u.size());
  // A weight of a dense layer gets two terms a sample.
  sum_.begin(dim(), 0, largest_product_term(w, u), 2 * set.count);
  over_samples(set, [&](OrderFreeSum::Piece& piece, GlobalIndex row, NetworkPass& pass) {
    pass.forward(w.data());
    pass.loss(target_of(*samples_, row));
    if (curvature == NetworkCurvature::hessian) pass.backward(w.data());
    pass.forward_along(w.data(), u.data());
    pass.backward_along(w.data(), u.data(), curvature);
    piece.with_cells([&](auto* cells, double scale) { pass.add_product(curvature, cells, scale); });
  });
  sum_.finish(work_, result, {});
  work_.products += set.count;
  work_.sweeps += set.count;
  const double weight = set.count > 0 ? 1 / static_cast<double>(set.count) : 0;
  for (double& entry : result) entry *= weight;
}

void Network::hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                              std::span<double> result) {
  product(NetworkCurvature::hessian, w, set, u, result);
}

void Network::gauss_newton_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                                   std::span<double> result) {
  product(NetworkCurvature::gauss_newton, w, set, u, result);
}

SampleMoments Network::directional_moments(std::span<const double> w, SampleSet set,
                                           std::span<const double> u) {
  sum_.begin(0, 2, 1, set.count);
  over_samples(set, [&](OrderFreeSum::Piece& piece, GlobalIndex row, NetworkPass& pass) {
    pass.forward(w.data());
    pass.loss(target_of(*samples_, row));
    pass.forward_along(w.data(), u.data());
    const double derivative = pass.derivative_along();
    piece.scalar(0).add(derivative);
    piece.scalar(1).add(derivative * derivative);
  });
  double sums[2];
  sum_.finish(work_, {}, sums);
  work_.sweeps += 2 * set.count;
  return moments_of(set.count, sums[0], sums[1]);
}

SampleMoments Network::gradient_norm_moments(std::span<const double> w, SampleSet set) {
  sum_.begin(0, 2, 1, set.count);
  over_samples(set, [&](OrderFreeSum::Piece& piece, GlobalIndex row, NetworkPass& pass) {
    pass.forward(w.data());
    pass.loss(target_of(*samples_, row));
    pass.backward(w.data());
    const double squares = pass.squared_gradient_norm();
    piece.scalar(0).add(squares);
    piece.scalar(1).add(squares * squares);
  });
  double sums[2];
  sum_.finish(work_, {}, sums);
  work_.sweeps += 2 * set.count;
  return moments_of(set.count, sums[0], sums[1]);
}

std::vector<double> Network::initial_weights(std::uint64_t seed) const {
  std::vector<double> w(static_cast<std::size_t>(dim()));
  std::uint64_t stream = 0;
  for (const Layer& layer : shape_.layers()) {
    ++stream;
    const std::int64_t n = layer.n_weights - layer.n_biases;
    const auto inputs = static_cast<double>(n / layer.n_biases),
               outputs = static_cast<double>(layer.n_biases) * layer.reach * layer.reach;
    const double largest = std::sqrt(6 / (inputs + outputs));
    for (std::int64_t i = 0; i < n; ++i)
      w[static_cast<std::size_t>(layer.first_weight + i)] = largest * symmetric_hash(seed, i, stream);
  }
  return w;
}

std::vector<double> Network::scores(std::span<const double> w, const Samples& samples) const {
  const auto width = static_cast<std::size_t>(n_scores());
  std::vector<double> all(samples.targets.size() * width);
  threads::parallel_for_range(samples.n_rows(), [&](GlobalIndex begin, GlobalIndex end) {
    NetworkPass pass(shape_);
    for (GlobalIndex row = begin; row < end; ++row) {
      spread_row(samples, row, pass.input());
      pass.forward(w.data());
      std::copy(pass.scores().begin(), pass.scores().end(),
                all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * width));
    }
  });
  return all;
}

Assessment Network::assess(std::span<const double> w, const Samples& samples) const {
  OrderFreeSum sum(samples.comm, Accumulation::reproducible);
  sum.begin(0, 2, 1, samples.n_samples);
  sum.over_rows(samples.n_rows(), [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
    NetworkPass pass(shape_);
    for (GlobalIndex row = begin; row < end; ++row) {
      spread_row(samples, row, pass.input());
      pass.forward(w.data());
      piece.scalar(0).add(pass.loss(target_of(samples, row)));
      piece.scalar(1).add(chosen_class(pass.scores()) == static_cast<int>(target_of(samples, row)) ? 1 : 0);
    }
  });
  double sums[2];
  SampleWork uncounted;
  sum.finish(uncounted, {}, sums);
  const auto n = static_cast<double>(std::max<GlobalIndex>(1, samples.n_samples));
  return {samples.n_samples, sums[0] / n, sums[1] / n};
}

}  // namespace trireme::optim
