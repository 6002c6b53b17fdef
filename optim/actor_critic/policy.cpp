// SPDX-License-Identifier: Apache-2.0
#include "optim/actor_critic/policy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "optim/problem/model.hpp"
#include "optim/problem/network_start.hpp"

namespace trireme::optim {
namespace {

constexpr double first_preference = 0.01;

// log(sum exp(scores)).
double log_total(std::span<const double> scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double total = 0;
  for (const double score : scores) total += std::exp(score - largest);
  return largest + std::log(total);
}

double log_deviation(std::span<const double> scores) {
  return std::tanh(scores[1]);
}

}  // namespace

std::vector<double> ActorCritic::first_weights(std::uint64_t seed) const {
  std::vector<double> w = first_network_weights(actor, seed);
  if (kind() == OutputKind::numbers)
    for (auto i = actor.layers().back().first_weight; i < actor.n_weights(); ++i)
      w[static_cast<std::size_t>(i)] *= first_preference;
  const std::vector<double> more = first_network_weights(critic, mix_bits(seed));
  w.insert(w.end(), more.begin(), more.end());
  keep_deviation_uniform(w);
  return w;
}

void ActorCritic::keep_deviation_uniform(std::span<double> w) const {
  if (kind() != OutputKind::numbers) return;
  const Layer& layer = actor.layers().back();
  // Weights [inputs, scores] of a layer, then its biases; z is the second score.
  const std::int64_t biases = layer.first_weight + layer.n_weights - layer.n_biases;
  for (std::int64_t i = layer.first_weight + 1; i < biases; i += layer.n_biases)
    w[static_cast<std::size_t>(i)] = 0;
}

double likeliest_action(OutputKind kind, std::span<const double> scores) {
  if (kind == OutputKind::numbers) return scores[0];
  return static_cast<double>(chosen_class(scores));
}

double random_action(OutputKind kind, std::span<const double> scores, const RandomPlace& random,
                     std::uint64_t use) {
  if (kind == OutputKind::numbers) return scores[0] + std::exp(log_deviation(scores)) * random.normal(use);
  const double total = log_total(scores);
  double left = random.uniform(use);
  for (std::size_t k = 0; k + 1 < scores.size(); ++k) {
    left -= std::exp(scores[k] - total);
    if (left < 0) return static_cast<double>(k);
  }
  return static_cast<double>(scores.size() - 1);
}

double log_probability(OutputKind kind, std::span<const double> scores, double action) {
  if (kind == OutputKind::classes) return scores[static_cast<std::size_t>(action)] - log_total(scores);
  const double s = log_deviation(scores), t = (action - scores[0]) * std::exp(-s);
  return -0.5 * t * t - s - 0.5 * std::log(2 * std::numbers::pi);
}

double entropy(OutputKind kind, std::span<const double> scores) {
  if (kind == OutputKind::numbers) return log_deviation(scores);
  const double total = log_total(scores);
  double sum = 0;
  for (const double score : scores) sum -= std::exp(score - total) * (score - total);
  return sum;
}

double policy_loss(OutputKind kind, std::span<const double> scores, double action, double advantage,
                   double entropy_weight, std::span<double> derivatives) {
  const double h = entropy(kind, scores);
  if (kind == OutputKind::numbers) {
    const double s = log_deviation(scores), deviation = std::exp(s), t = (action - scores[0]) / deviation,
                 tanh_z = std::tanh(scores[1]);
    derivatives[0] = -advantage * t / deviation;
    derivatives[1] = (-advantage * (t * t - 1) - entropy_weight) * (1 - tanh_z * tanh_z);
  } else {
    const double total = log_total(scores);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const double log_p = scores[k] - total, p = std::exp(log_p),
                   taken = k == static_cast<std::size_t>(action);
      derivatives[k] = advantage * (p - taken) + entropy_weight * p * (log_p + h);
    }
  }
  return -advantage * log_probability(kind, scores, action) - entropy_weight * h;
}

}  // namespace trireme::optim
