// SPDX-License-Identifier: Apache-2.0
#include "optim/data/generated_samples.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "solvers/base/counter_hash.hpp"

namespace trireme::optim {
namespace {

constexpr double turned_labels = 0.1;
constexpr int entries_of_rcv1_row = 80;  // some fall on the same feature
constexpr int numbers_of_covtype_row = 10, switches_of_covtype_row = 2;
// Streams of random numbers beyond those of the features.
constexpr std::uint64_t for_label = 1u << 30, for_place = 1u << 31, for_plane = std::uint64_t{1} << 32;

double uniform(std::uint64_t seed, GlobalIndex row, std::uint64_t stream) {
  return 0.5 * (1 + symmetric_hash(seed, row, stream));
}

struct Entry {
  std::int64_t column;
  double value;
};

void fill_row(GeneratedShape shape, std::uint64_t seed, GlobalIndex row, std::vector<Entry>& entries) {
  const GlobalIndex n_features = features_of(shape);
  switch (shape) {
    case GeneratedShape::rcv1:
      for (std::uint64_t k = 0; k < entries_of_rcv1_row; ++k) {
        // Frequencies fall as one over the number of the feature.
        const double place = std::pow(static_cast<double>(n_features), uniform(seed, row, for_place + k)) - 1;
        entries.push_back(
            {std::min(static_cast<std::int64_t>(place), n_features - 1), 0.1 + uniform(seed, row, k)});
      }
      break;
    case GeneratedShape::gisette:
      for (GlobalIndex j = 0; j < n_features; ++j)
        entries.push_back({j, symmetric_hash(seed, row, static_cast<std::uint64_t>(j))});
      break;
    case GeneratedShape::covtype:
      for (GlobalIndex j = 0; j < numbers_of_covtype_row; ++j)
        entries.push_back({j, uniform(seed, row, static_cast<std::uint64_t>(j))});
      entries.push_back(
          {numbers_of_covtype_row + static_cast<std::int64_t>(4 * uniform(seed, row, for_place)), 1});
      entries.push_back(
          {numbers_of_covtype_row + 4 + static_cast<std::int64_t>(40 * uniform(seed, row, for_place + 1)),
           1});
      break;
  }
}

}  // namespace

GlobalIndex features_of(GeneratedShape shape) {
  switch (shape) {
    case GeneratedShape::rcv1:
      return 47236;
    case GeneratedShape::gisette:
      return 5000;
    case GeneratedShape::covtype:
      break;
  }
  return 54;
}

GlobalIndex entries_of_row(GeneratedShape shape) {
  switch (shape) {
    case GeneratedShape::rcv1:
      return entries_of_rcv1_row;
    case GeneratedShape::gisette:
      return features_of(shape);
    case GeneratedShape::covtype:
      break;
  }
  return numbers_of_covtype_row + switches_of_covtype_row;
}

RawSamples generate_samples(GeneratedShape shape, std::uint64_t seed, GlobalIndex begin, GlobalIndex end) {
  RawSamples rows;
  rows.n_features = features_of(shape);
  std::vector<Entry> entries;
  for (GlobalIndex row = begin; row < end; ++row) {
    entries.clear();
    fill_row(shape, seed, row, entries);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.column < b.column; });
    double side = 0;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      if (e > 0 && entries[e].column == entries[e - 1].column) continue;
      side += entries[e].value * symmetric_hash(seed, entries[e].column, for_plane);
      rows.columns.push_back(entries[e].column);
      rows.values.push_back(static_cast<float>(entries[e].value));
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    const bool turned = uniform(seed, row, for_label) < turned_labels;
    rows.labels.push_back((side > 0) != turned ? 1 : -1);
  }
  return rows;
}

}  // namespace trireme::optim
