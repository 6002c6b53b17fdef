// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/scan.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace trireme::threads {
namespace {

TEST(ExclusiveScan, EqualsTheSerialScan) {
  for (const std::size_t n : {0u, 1u, 2u, 2048u, 2049u, 40000u}) {
    std::vector<LocalIndex> counts(n);
    for (std::size_t i = 0; i < n; ++i) counts[i] = static_cast<LocalIndex>(i * 7919 % 13);
    std::vector<LocalIndex> expected(n);
    std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), 0);
    const LocalIndex total = std::accumulate(counts.begin(), counts.end(), 0);
    for (const int threads : {1, 2, 4, 7}) {
      const ThreadCountScope scope(threads);
      auto scanned = counts;
      EXPECT_EQ(exclusive_scan(std::span(scanned)), total);
      EXPECT_EQ(scanned, expected);
    }
  }
}

TEST(ExclusiveScan, OfReals_HasTheSameBitsForAnyThreadCount) {
  std::vector<double> terms(30000);
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = std::sin(static_cast<double>(i * i)) * 1e3;
  std::vector<double> first;
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    auto scanned = terms;
    exclusive_scan(std::span(scanned));
    if (first.empty()) first = scanned;
    EXPECT_EQ(scanned, first);
  }
}

}  // namespace
}  // namespace trireme::threads
