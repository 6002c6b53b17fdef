// SPDX-License-Identifier: Apache-2.0
#include "optim/ensemble/selection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "optim/ensemble/strategies.hpp"
#include "optim/problem/model.hpp"
#include "optim/reduce/order_free_sum.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::optim {
namespace {

constexpr double least_probability = 1e-12;  // keeps the divergence finite

// Of all classes, from one score or as many as classes.
std::vector<double> probabilities(std::span<const double> scores) {
  if (scores.size() == 1) {
    const double e = std::exp(-std::fabs(scores[0])), large = 1 / (1 + e), small = e / (1 + e);
    return scores[0] > 0 ? std::vector<double>{small, large} : std::vector<double>{large, small};
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> p(scores.size());
  double total = 0;
  for (std::size_t k = 0; k < p.size(); ++k) total += p[k] = std::exp(scores[k] - largest);
  for (double& entry : p) entry /= total;
  return p;
}

// Kullback and Leibler's; of numbers that of normal distributions around them with variance 1.
double divergence(const std::vector<double>& p, const std::vector<double>& q, bool classes) {
  if (!classes) return 0.5 * (p[0] - q[0]) * (p[0] - q[0]);
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p[k] > 0)
      sum +=
          p[k] * (std::log(std::max(p[k], least_probability)) - std::log(std::max(q[k], least_probability)));
  return sum;
}

std::vector<double> numbers_of(const MemberOutputs& outputs, std::span<const int> members, std::size_t row) {
  std::vector<double> values;
  for (const int member : members) values.push_back(outputs.of(static_cast<std::size_t>(member), row)[0]);
  return values;
}

double choose_class(const MemberOutputs& outputs, std::span<const int> members, std::size_t row,
                    Strategy strategy, std::uint64_t random) {
  if (strategy == Strategy::vote) {
    std::vector<int> choices;
    for (const int member : members)
      choices.push_back(chosen_class(outputs.of(static_cast<std::size_t>(member), row)));
    return majority_vote(choices, random);
  }
  std::vector<double> all;
  int n_classes = 0;
  for (const int member : members) {
    const std::vector<double> p = probabilities(outputs.of(static_cast<std::size_t>(member), row));
    n_classes = static_cast<int>(p.size());
    all.insert(all.end(), p.begin(), p.end());
  }
  const std::vector<double> mean = average(all, n_classes);
  return static_cast<double>(std::max_element(mean.begin(), mean.end()) - mean.begin());
}

}  // namespace

double ensemble_choice(OutputKind kind, const MemberOutputs& outputs, std::span<const int> members,
                       std::size_t row, Strategy strategy, std::uint64_t random) {
  if (kind == OutputKind::classes) return choose_class(outputs, members, row, strategy, random);
  const std::vector<double> values = numbers_of(outputs, members, row);
  switch (strategy) {
    case Strategy::binning:
      return fullest_bin(values, 1)[0];
    case Strategy::density:
      return densest(values, 1)[0];
    case Strategy::elimination:
      return average_without_outliers(values, 1)[0];
    default:
      return average(values, 1)[0];
  }
}

std::vector<double> ensemble_output(const Samples& samples, const MemberOutputs& outputs,
                                    std::span<const int> members, Strategy strategy, std::uint64_t seed) {
  std::vector<double> result(samples.targets.size());
  for (std::size_t row = 0; row < result.size(); ++row) {
    const auto random = mix_bits(mix_bits(seed) ^ static_cast<std::uint64_t>(samples.file_rows[row]));
    result[row] = ensemble_choice(kind_of(samples), outputs, members, row, strategy, random);
  }
  return result;
}

double accuracy_of(const Samples& samples, std::span<const double> outputs) {
  const bool classes = !samples.classes.empty();
  OrderFreeSum sum(samples.comm, Accumulation::reproducible);
  sum.begin(0, 3, 1, samples.n_samples);
  sum.over_rows(samples.n_rows(), [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
    for (GlobalIndex i = begin; i < end; ++i) {
      const double target = samples.targets[static_cast<std::size_t>(i)],
                   found = outputs[static_cast<std::size_t>(i)];
      piece.scalar(0).add(classes ? (found == target ? 1 : 0) : (found - target) * (found - target));
      piece.scalar(1).add(target);
      piece.scalar(2).add(target * target);
    }
  });
  double sums[3];
  SampleWork uncounted;
  sum.finish(uncounted, {}, sums);
  const auto n = static_cast<double>(samples.n_samples);
  if (classes) return n > 0 ? sums[0] / n : 0;
  const double spread = n > 0 ? sums[2] - sums[1] * sums[1] / n : 0;
  return spread > 0 ? 1 - sums[0] / spread : 0;
}

MemberLosses member_losses(const Samples& samples, const MemberOutputs& outputs) {
  MemberLosses losses(outputs.n_members());
  for (std::size_t i = 0; i < losses.size(); ++i)
    for (std::size_t row = 0; row < samples.targets.size(); ++row) {
      const double target = samples.targets[row];
      const std::span<const double> scores = outputs.of(i, row);
      if (kind_of(samples) == OutputKind::classes)
        losses[i].push_back(
            -std::log(std::max(probabilities(scores)[static_cast<std::size_t>(target)], least_probability)));
      else
        losses[i].push_back(0.5 * (scores[0] - target) * (scores[0] - target));
    }
  return losses;
}

std::vector<double> selection_matrix(const comm::Communicator& comm, OutputKind kind,
                                     const MemberOutputs& outputs, const MemberLosses& losses,
                                     std::span<const double> of_ensemble, const SelectionOptions& options) {
  const std::size_t m = outputs.n_members(), n_rows = of_ensemble.size();
  const bool classes = kind == OutputKind::classes;
  const GlobalIndex n_states = comm::all_sum(comm, static_cast<GlobalIndex>(n_rows));
  OrderFreeSum sum(comm, Accumulation::reproducible);
  sum.begin(0, static_cast<int>(m * (m + 1) / 2), 1, n_states);
  sum.over_rows(
      static_cast<GlobalIndex>(n_rows), [&](OrderFreeSum::Piece& piece, GlobalIndex begin, GlobalIndex end) {
        std::vector<std::vector<double>> said(m);
        std::vector<double> b(m);
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
          for (std::size_t i = 0; i < m; ++i) {
            const std::span<const double> scores = outputs.of(i, row);
            said[i] = classes ? probabilities(scores) : std::vector<double>{scores[0]};
            const bool agrees = classes ? chosen_class(scores) == static_cast<int>(of_ensemble[row])
                                        : std::fabs(scores[0] - of_ensemble[row]) <= options.equal;
            b[i] = losses[i][row] >= options.threshold && agrees ? 1 : 0;
          }
          for (std::size_t i = 0; i < m; ++i)
            for (std::size_t k = 0; k < m; ++k)
              if (k != i)
                b[i] -= options.beta / static_cast<double>(m - 1) * divergence(said[i], said[k], classes);
          std::size_t at = 0;
          for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j <= i; ++j) piece.scalar(at++).add(b[i] * b[j]);
        }
      });
  std::vector<double> sums(m * (m + 1) / 2), matrix(m * m);
  SampleWork uncounted;
  sum.finish(uncounted, {}, sums);
  const auto n = static_cast<double>(std::max<GlobalIndex>(1, n_states));
  std::size_t at = 0;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j <= i; ++j) matrix[i * m + j] = matrix[j * m + i] = sums[at++] / n;
  return matrix;
}

std::vector<int> largest_weights(std::span<const double> weights, int wanted) {
  std::vector<int> order(weights.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double of_a = weights[static_cast<std::size_t>(a)], of_b = weights[static_cast<std::size_t>(b)];
    return of_a != of_b ? of_a > of_b : a > b;
  });
  order.resize(static_cast<std::size_t>(std::min(wanted, static_cast<int>(order.size()))));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace trireme::optim
