// SPDX-License-Identifier: Apache-2.0
// Sums of blocks have the bits of one fixed tree, however blocks are dealt out to threads and ranks.
#include <gtest/gtest.h>

#include "dlrm_hpc/parallel/dense_reduction.hpp"
#include "solvers/comm/mpi_session.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/dlrm_hpc/kernels/random_values.hpp"
#include "tests/dlrm_hpc/world.hpp"

namespace trireme::dlrm {
namespace {

std::vector<float> block_values(std::int64_t block, std::size_t n) {
  return random_floats(n, static_cast<std::uint64_t>(block) + 100);
}

// The definition: halves of a power of two, empty halves left out.
std::vector<float> tree_sum(std::int64_t begin, std::int64_t length, std::int64_t n_blocks, std::size_t n) {
  if (length == 1) return block_values(begin, n);
  std::vector<float> left = tree_sum(begin, length / 2, n_blocks, n);
  if (begin + length / 2 >= n_blocks) return left;
  const std::vector<float> right = tree_sum(begin + length / 2, length / 2, n_blocks, n);
  for (std::size_t k = 0; k < n; ++k) left[k] += right[k];
  return left;
}

TEST(GradientTree, AddsByOneTreeForAnyRanksAndThreads) {
  for (const std::int64_t n_blocks : {1, 2, 3, 5, 8, 13, 32, 33})
    for (const std::size_t n : {std::size_t{5}, std::size_t{20000}}) {
      const BatchLayout layout(n_blocks * 10 - 3, 10, world().size());
      ASSERT_EQ(layout.blocks(), n_blocks);
      const auto me = static_cast<std::size_t>(world().rank());
      for (const int parts : {1, 2, 3, 7}) {
        std::vector<GradientTree<float>> trees;
        for (int part = 0; part < parts; ++part) {
          GradientTree<float>& tree = trees.emplace_back(n);
          const auto [begin, end] =
              threads::thread_range(layout.block_begin[me + 1] - layout.block_begin[me], part, parts);
          for (std::int64_t local = begin; local < end; ++local) {
            const std::int64_t block = layout.block_begin[me] + local;
            const auto values = block_values(block, n);
            std::copy(values.begin(), values.end(), tree.next());
            tree.add(block);
          }
        }
        DenseReduction<float> reduction(world(), n);
        reduction.start(trees, layout);
        reduction.test();
        const auto sum = reduction.finish();
        std::int64_t length = 1;
        while (length < n_blocks) length *= 2;
        EXPECT_EQ(std::vector<float>(sum.begin(), sum.end()), tree_sum(0, length, n_blocks, n))
            << n_blocks << " blocks, " << parts << " parts";
      }
    }
}

TEST(BatchLayout, DealsOutEverySampleOnce) {
  for (const GlobalIndex samples : {1, 63, 64, 65, 1000})
    for (const int ranks : {1, 2, 3, 7, 40}) {
      const BatchLayout layout(samples, 64, ranks);
      GlobalIndex sum = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(layout.sample_begin(rank), sum);
        EXPECT_GE(layout.samples_of(rank), 0);
        sum += layout.samples_of(rank);
      }
      EXPECT_EQ(sum, samples);
    }
}

}  // namespace
}  // namespace trireme::dlrm
