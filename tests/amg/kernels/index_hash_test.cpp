// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/index_hash.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace trireme::amg::kernels {
namespace {

TEST(IndexHash, EqualsTheReferenceAndSeesEveryIndexAndItsPlace) {
  std::set<std::uint64_t> hashes;
  for (std::size_t n = 0; n < 19; ++n) {
    std::vector<LocalIndex> indices;
    for (std::size_t k = 0; k < n; ++k) indices.push_back(static_cast<LocalIndex>(k * k % 11));
    const auto hash = index_hash(indices.data(), n);
    EXPECT_EQ(hash, index_hash_reference(indices.data(), n));
    EXPECT_TRUE(hashes.insert(hash).second);
    for (std::size_t k = 0; k < n; ++k) {
      ++indices[k];
      EXPECT_TRUE(hashes.insert(index_hash(indices.data(), n)).second);
      --indices[k];
      if (k + 1 == n || indices[k] == indices[k + 1]) continue;
      std::swap(indices[k], indices[k + 1]);
      EXPECT_TRUE(hashes.insert(index_hash(indices.data(), n)).second);
      std::swap(indices[k], indices[k + 1]);
    }
  }
}

}  // namespace
}  // namespace trireme::amg::kernels
