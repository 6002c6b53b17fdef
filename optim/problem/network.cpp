// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/network.hpp"

#include <algorithm>
#include <cmath>

#include "optim/problem/network_bounds.hpp"
#include "optim/problem/network_start.hpp"
#include "solvers/base/assert.hpp"
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

double Network::value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) {
  TRIREME_EXPECT(static_cast<GlobalIndex>(w.size()) == dim() && gradient.size() == w.size());
  // ||p - e_label|| <= sqrt(2).
  sum_.begin(dim(), 1, largest_gradient_term(shape_, w, samples_->largest_entry, std::sqrt(2.0)), set.count);
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
  sum_.begin(dim(), 0, largest_product_term(shape_, w, u, samples_->largest_entry, samples_->largest_norm),
             2 * set.count);
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
  return first_network_weights(shape_, seed);
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
