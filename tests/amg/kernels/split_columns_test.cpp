// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/split_columns.hpp"

#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace trireme::amg::kernels {
namespace {

// Four rows; columns from 3 on are ghosts, of which the second is not used.
const std::vector<LocalIndex> columns{4 + 1, 0, 2, 1, 3, 6, 2, 0};
const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8};
const std::vector<LocalIndex> counts{2, 0, 5, 1};

TEST(SplitColumns, CountsGhostsAndMarksThem) {
  std::vector<LocalIndex> ghosts(4, -1);
  std::vector<std::int8_t> used(4, 0);
  count_ghost_entries(columns.data(), counts.data(), 3, 0, 4, ghosts.data(), used.data());
  EXPECT_EQ(ghosts, std::vector<LocalIndex>({1, 0, 2, 0}));
  EXPECT_EQ(used, std::vector<std::int8_t>({1, 0, 1, 1}));
}

TEST(SplitColumns, EqualsTheReference) {
  const std::vector<LocalIndex> offsets{0, 1, 1, 4, 5}, ghost_offsets{0, 1, 1, 3, 3}, places{0, 1, 1, 2};
  const auto split = [&](auto kernel) {
    std::vector<LocalIndex> owned(5), ghost(3);
    std::vector<double> owned_values(5), ghost_values(3);
    kernel(SplitTarget{offsets.data(), ghost_offsets.data(), owned.data(), ghost.data(), owned_values.data(),
                       ghost_values.data()});
    return std::tuple(owned, ghost, owned_values, ghost_values);
  };
  const auto found = split([&](const SplitTarget& target) {
    split_columns(columns.data(), values.data(), counts.data(), 3, places.data(), 0, 4, target);
  });
  EXPECT_EQ(found, split([&](const SplitTarget& target) {
              split_columns_reference(columns.data(), values.data(), counts.data(), 3, places.data(), 4,
                                      target);
            }));
  EXPECT_EQ(std::get<1>(found), std::vector<LocalIndex>({1, 0, 2}));
}

}  // namespace
}  // namespace trireme::amg::kernels
