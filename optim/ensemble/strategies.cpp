// SPDX-License-Identifier: Apache-2.0
#include "optim/ensemble/strategies.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace trireme::optim {
namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

struct Actions {
  std::span<const double> all;
  std::size_t dim;
  std::size_t count() const { return all.size() / dim; }
  std::span<const double> of(std::size_t member) const { return all.subspan(member * dim, dim); }
};

// The actions that are finite; all of them where none is, so that what comes out is not finite either.
std::vector<double> finite_actions(std::span<const double> actions, int dim) {
  const Actions members{actions, static_cast<std::size_t>(dim)};
  std::vector<double> finite;
  for (std::size_t i = 0; i < members.count(); ++i) {
    const std::span<const double> action = members.of(i);
    if (std::all_of(action.begin(), action.end(), [](double entry) { return std::isfinite(entry); }))
      finite.insert(finite.end(), action.begin(), action.end());
  }
  return finite.empty() ? std::vector<double>(actions.begin(), actions.end()) : finite;
}

// Of n_bins between least and largest; any bin for what is no number.
std::size_t bin_of(double value, double least, double largest, int n_bins) {
  const double place = (value - least) / (largest - least) * n_bins;  // NaN where all are equal
  if (!(place > 0)) return 0;
  return static_cast<std::size_t>(place < n_bins - 1 ? static_cast<int>(place) : n_bins - 1);
}

}  // namespace

int majority_vote(std::span<const int> choices, std::uint64_t random) {
  std::map<int, int> votes;
  for (const int choice : choices) ++votes[choice];
  int most = 0;
  for (const auto& entry : votes) most = std::max(most, entry.second);
  std::vector<int> winners;
  for (const auto& entry : votes)
    if (entry.second == most) winners.push_back(entry.first);
  return winners[static_cast<std::size_t>(random % winners.size())];
}

std::vector<double> average(std::span<const double> actions, int dim) {
  const std::vector<double> finite = finite_actions(actions, dim);
  const Actions members{finite, static_cast<std::size_t>(dim)};
  std::vector<double> mean(members.dim, 0.0);
  for (std::size_t i = 0; i < members.count(); ++i)
    for (std::size_t k = 0; k < members.dim; ++k)
      mean[k] += members.of(i)[k] / static_cast<double>(members.count());
  return mean;
}

std::vector<double> fullest_bin(std::span<const double> actions, int dim, int n_bins) {
  const std::vector<double> finite = finite_actions(actions, dim);
  const Actions members{finite, static_cast<std::size_t>(dim)};
  std::vector<double> result(members.dim);
  for (std::size_t k = 0; k < members.dim; ++k) {
    double least = members.of(0)[k], largest = least;
    for (std::size_t i = 1; i < members.count(); ++i) {
      least = std::min(least, members.of(i)[k]);
      largest = std::max(largest, members.of(i)[k]);
    }
    std::vector<int> count(static_cast<std::size_t>(n_bins), 0);
    std::vector<double> sum(count.size(), 0.0);
    for (std::size_t i = 0; i < members.count(); ++i) {
      const double value = members.of(i)[k];
      const std::size_t bin = bin_of(value, least, largest, n_bins);
      ++count[bin];
      sum[bin] += value;
    }
    const auto fullest =
        static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
    result[k] = sum[fullest] / count[fullest];
  }
  return result;
}

std::vector<double> densest(std::span<const double> actions, int dim, double radius) {
  const std::vector<double> finite = finite_actions(actions, dim);
  const Actions members{finite, static_cast<std::size_t>(dim)};
  std::size_t best = 0;
  double greatest = 0;
  for (std::size_t i = 0; i < members.count(); ++i) {
    double density = 0;
    for (std::size_t j = 0; j < members.count(); ++j)
      density += std::exp(-squared_distance(members.of(i), members.of(j)) / (radius * radius));
    if (density > greatest) {
      greatest = density;
      best = i;
    }
  }
  return {members.of(best).begin(), members.of(best).end()};
}

std::vector<double> average_without_outliers(std::span<const double> actions, int dim) {
  std::vector<double> left = finite_actions(actions, dim);
  const auto width = static_cast<std::size_t>(dim);
  while (left.size() > 2 * width) {
    const std::vector<double> mean = average(left, dim);
    const Actions members{left, width};
    std::size_t farthest = 0;
    for (std::size_t i = 1; i < members.count(); ++i)
      if (squared_distance(members.of(i), mean) > squared_distance(members.of(farthest), mean)) farthest = i;
    const auto first = left.begin() + static_cast<std::ptrdiff_t>(farthest * width);
    left.erase(first, first + dim);
  }
  return average(left, dim);
}

}  // namespace trireme::optim
