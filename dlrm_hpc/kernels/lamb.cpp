// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/kernels/lamb.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace trireme::dlrm::kernels {
namespace {

// f(begin, end, number) for each chunk of [0, n).
template <class F>
void for_each_chunk(std::size_t n, F&& f) {
  const auto chunks = static_cast<std::int64_t>(lamb_scratch(n) / 2);
#pragma omp parallel for schedule(static) if (chunks > 4)
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    const std::size_t begin = static_cast<std::size_t>(chunk) * lamb_chunk;
    f(begin, std::min(n, begin + lamb_chunk), static_cast<std::size_t>(chunk));
  }
}

// Of values at(begin) .. at(end - 1): eight sums over every eighth square, added in ascending order.
template <class F>
double sum_of_squares(std::size_t begin, std::size_t end, F&& at) {
  double partial[8] = {};
  std::size_t i = begin;
  for (; i + 8 <= end; i += 8)
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double value = at(i + lane);
      partial[lane] += value * value;
    }
  for (std::size_t lane = 0; i + lane < end; ++lane) {
    const double value = at(i + lane);
    partial[lane] += value * value;
  }
  double sum = 0;
  for (const double part : partial) sum += part;
  return sum;
}

}  // namespace

void lamb_update(const RuleParameters& rule, float* values, const float* gradients, float* first,
                 float* second, std::size_t n, double* scratch) {
  const AdamRule adam(rule);
  const auto direction = [&](std::size_t i) {
    return first[i] * rule.correction / (std::sqrt(second[i] * rule.second_correction) + rule.epsilon) +
           rule.weight_decay * values[i];
  };
  for_each_chunk(n, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t i = begin; i < end; ++i) adam.moments(first[i], second[i], gradients[i]);
    scratch[2 * chunk] = sum_of_squares(begin, end, [&](std::size_t i) { return values[i]; });
    scratch[2 * chunk + 1] = sum_of_squares(begin, end, direction);
  });
  double squares = 0, direction_squares = 0;
  for (std::size_t k = 0; k < lamb_scratch(n); k += 2) {
    squares += scratch[k];
    direction_squares += scratch[k + 1];
  }
  const double ratio =
      squares > 0 && direction_squares > 0 ? std::sqrt(squares) / std::sqrt(direction_squares) : 1;
  const auto rate = static_cast<float>(rule.learning_rate * ratio);
  for_each_chunk(n, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) values[i] -= rate * direction(i);
  });
}

}  // namespace trireme::dlrm::kernels
