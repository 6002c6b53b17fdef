// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dlrm_hpc/kernels/row_format.hpp"
#include "solvers/comm/alltoall.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::dlrm {
namespace {

// Ordered as the floats are, with both zeros alike; the lowest bit says whether the label is positive.
std::uint64_t ordered_key(float logit, bool positive) {
  const std::uint32_t bits = kernels::float_to_bits(logit + 0.0f);
  const std::uint32_t ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return std::uint64_t{ordered} << 1 | (positive ? 1u : 0u);
}

// Keys of all ranks dealt out by value, equal logits to one rank, each rank's sorted.
std::vector<std::uint64_t> sort_over_ranks(const comm::Communicator& comm, std::vector<std::uint64_t> keys) {
  std::sort(keys.begin(), keys.end());
  const auto n_ranks = static_cast<std::size_t>(comm.size());
  if (n_ranks == 1) return keys;
  constexpr std::size_t samples = 64;
  std::vector<std::uint64_t> probes;
  for (std::size_t k = 0; k < samples && !keys.empty(); ++k)
    probes.push_back(keys[k * keys.size() / samples] >> 1);
  probes = comm::all_gather(comm, probes);
  std::sort(probes.begin(), probes.end());
  std::vector<GlobalIndex> counts(n_ranks, 0);
  auto begin = keys.begin();
  for (std::size_t rank = 0; rank < n_ranks; ++rank) {
    auto end = keys.end();
    if (rank + 1 < n_ranks && !probes.empty())
      end = std::lower_bound(begin, keys.end(), probes[(rank + 1) * probes.size() / n_ranks] << 1);
    counts[rank] = end - begin;
    begin = end;
  }
  keys = comm::all_to_all_v(comm, keys, counts).values;
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Pairs of a positive and a negative sample in which the positive one scores higher, counted twice, ties
// once.
std::int64_t twice_ordered_pairs(const comm::Communicator& comm, std::vector<std::uint64_t> keys) {
  keys = sort_over_ranks(comm, std::move(keys));
  const auto negatives_here =
      std::count_if(keys.begin(), keys.end(), [](auto key) { return (key & 1) == 0; });
  std::int64_t below = comm::exclusive_scan_sum(comm, static_cast<std::int64_t>(negatives_here)), pairs = 0;
  for (std::size_t begin = 0; begin < keys.size();) {
    std::int64_t positives = 0, negatives = 0;
    const std::uint64_t logit = keys[begin] >> 1;
    for (; begin < keys.size() && keys[begin] >> 1 == logit; ++begin)
      ++(keys[begin] & 1 ? positives : negatives);
    pairs += positives * (2 * below + negatives);
    below += negatives;
  }
  return comm::all_sum(comm, pairs);
}

}  // namespace

Metrics measure(const comm::Communicator& comm, std::span<const float> logits, std::span<const float> labels,
                const kernels::LossShape& loss) {
  Metrics metrics;
  constexpr float largest = std::numeric_limits<float>::infinity();
  float lowest = largest, highest = -largest;
  std::int64_t correct = 0, positives = 0;
  std::vector<std::uint64_t> keys;
  keys.reserve(logits.size());
  std::vector<float> derivatives(logits.size());
  bool finite = true;
  double predicted = 0, labelled = 0;
  for (std::size_t s = 0; s < logits.size(); ++s) {
    const bool positive = labels[s] >= 0.5f;
    finite = finite && std::isfinite(logits[s]);
    positives += positive;
    correct += positive == (logits[s] >= 0);
    predicted += kernels::logistic(logits[s]);
    labelled += labels[s];
    lowest = std::min(lowest, logits[s]);
    highest = std::max(highest, logits[s]);
    keys.push_back(ordered_key(logits[s], positive));
  }
  metrics.samples = comm::all_sum(comm, static_cast<GlobalIndex>(logits.size()));
  metrics.positives = comm::all_sum(comm, static_cast<GlobalIndex>(positives));
  metrics.finite = comm::all_of(comm, finite);
  if (!metrics.finite || metrics.samples == 0) return metrics;

  const auto n = static_cast<double>(metrics.samples);
  const kernels::LossShape entropy;
  const auto mean = [&](const kernels::LossShape& shape) {
    return comm::all_sum(comm, kernels::loss_and_gradient(shape, logits.data(), labels.data(), logits.size(),
                                                          1, derivatives.data())) /
           n;
  };
  metrics.loss = mean(loss);
  metrics.log_loss = mean(entropy);
  metrics.accuracy = static_cast<double>(comm::all_sum(comm, correct)) / n;
  const double all_labels = comm::all_sum(comm, labelled), share = all_labels / n;
  metrics.calibration = comm::all_sum(comm, predicted) / all_labels;
  metrics.normalized_entropy =
      metrics.log_loss / -(share * std::log(share) + (1 - share) * std::log1p(-share));
  metrics.lowest_logit = comm::all_min(comm, lowest);
  metrics.highest_logit = comm::all_max(comm, highest);
  const auto pairs = static_cast<double>(twice_ordered_pairs(comm, std::move(keys)));
  const auto negatives = static_cast<double>(metrics.samples - metrics.positives);
  metrics.auc = pairs / (2 * static_cast<double>(metrics.positives) * negatives);
  return metrics;
}

}  // namespace trireme::dlrm
