// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/fixed_chunk_reduce.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <numeric>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

namespace trireme::threads {
namespace {

// Terms of both signs over 24 binary orders, so that nearly every order of addition gives other bits.
std::vector<double> awkward_terms(std::size_t n) {
  std::mt19937_64 generator(2718);
  std::uniform_real_distribution<double> exponent(-12, 12), sign(-1, 1);
  std::vector<double> terms(n);
  for (double& term : terms) term = std::copysign(std::exp2(exponent(generator)), sign(generator));
  return terms;
}

double sum_of(const std::vector<double>& terms) {
  return fixed_chunk_sum<double>(static_cast<LocalIndex>(terms.size()),
                                 [&](LocalIndex begin, LocalIndex end) {
                                   return std::accumulate(terms.begin() + begin, terms.begin() + end, 0.0);
                                 });
}

TEST(FixedChunkSum, HasTheSameBitsForAnyThreadCount) {
  for (const std::size_t n : {1u, 2047u, 2048u, 2049u, 100001u}) {
    const auto terms = awkward_terms(n);
    std::vector<std::uint64_t> bits;
    for (const int threads : {1, 2, 4, 7}) {
      const ThreadCountScope scope(threads);
      for (int repeat = 0; repeat < 5; ++repeat) bits.push_back(std::bit_cast<std::uint64_t>(sum_of(terms)));
    }
    EXPECT_EQ(bits, std::vector<std::uint64_t>(bits.size(), bits.front())) << n << " terms";
  }
}

TEST(FixedChunkSum, TestDataTellOrdersApart) {
  const auto terms = awkward_terms(100001);
  EXPECT_NE(sum_of(terms), std::accumulate(terms.begin(), terms.end(), 0.0));
}

TEST(FixedChunkSum, AddsEveryIndexOnce) {
  for (const GlobalIndex n : {0, 1, 2048, 2049, 4096, 65537}) {
    const auto sum = fixed_chunk_sum<GlobalIndex>(n, [](GlobalIndex begin, GlobalIndex end) {
      EXPECT_LE(end - begin, reduction_chunk);
      EXPECT_EQ(begin % reduction_chunk, 0);
      return (end * (end - 1) - begin * (begin - 1)) / 2;
    });
    EXPECT_EQ(sum, n * (n - 1) / 2);
  }
}

TEST(FixedChunkSums, EachSumHasTheBitsOfASingleSum) {
  for (const std::size_t n : {0u, 5u, 2048u, 50021u}) {
    const auto terms = awkward_terms(n);
    for (const int threads : {1, 2, 4, 7}) {
      const ThreadCountScope scope(threads);
      std::vector<double> sums(3, 99.0);
      fixed_chunk_sums<double>(static_cast<LocalIndex>(n), sums,
                               [&](LocalIndex begin, LocalIndex end, std::span<double> out) {
                                 for (LocalIndex i = begin; i < end; ++i)
                                   for (std::size_t k = 0; k < out.size(); ++k)
                                     out[k] += static_cast<double>(k) * terms[static_cast<std::size_t>(i)];
                               });
      EXPECT_EQ(sums[0], 0.0);
      EXPECT_EQ(sums[1], sum_of(terms));
      EXPECT_EQ(sums[2], 2 * sum_of(terms));
    }
  }
}

// Without a heap to turn to.
TEST(FixedChunkSum, AllocatesOnlyForManyChunks) {
  const auto ones = [](LocalIndex begin, LocalIndex end) { return static_cast<double>(end - begin); };
  const LocalIndex small = 1000 * reduction_chunk, large = 2000 * reduction_chunk;
  auto* const heap = std::pmr::set_default_resource(std::pmr::null_memory_resource());
  EXPECT_EQ(fixed_chunk_sum<double>(small, ones), small);
  EXPECT_THROW(fixed_chunk_sum<double>(large, ones), std::bad_alloc);
  std::pmr::set_default_resource(heap);
  EXPECT_EQ(fixed_chunk_sum<double>(large, ones), large);
}

TEST(FixedChunkSum, EveryThreadRunsItsShareOfChunks) {
  const std::size_t chunks = 28;
  const auto terms = awkward_terms(chunks * reduction_chunk);
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    reset_chunk_counters();
    sum_of(terms);
    EXPECT_EQ(chunks_run_by_thread(), std::vector<std::int64_t>(static_cast<std::size_t>(threads),
                                                                static_cast<std::int64_t>(chunks) / threads));
  }
}

TEST(FixedChunkSum, PassesExceptionsOn) {
  EXPECT_THROW(fixed_chunk_sum<double>(10000, [](int, int) -> double { throw std::runtime_error("no"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace trireme::threads
