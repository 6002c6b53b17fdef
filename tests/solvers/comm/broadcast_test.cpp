// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/broadcast.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

struct Odd {
  double x;
  char c;
  bool operator==(const Odd& other) const { return x == other.x && c == other.c; }
};

TEST(Broadcast, VectorsOfAnyTypeFromAnyRoot) {
  const auto comm = test::world();
  for (int root = 0; root < comm.size(); ++root) {
    std::vector<Odd> values(static_cast<std::size_t>(comm.rank()), Odd{-1, 'x'});
    if (comm.rank() == root) values = {{0.5 + root, 'a'}, {1.5, 'b'}, {2.5, 'c'}};
    broadcast(comm, values, root);
    EXPECT_EQ(values, (std::vector<Odd>{{0.5 + root, 'a'}, {1.5, 'b'}, {2.5, 'c'}}));
  }
}

TEST(Broadcast, InPieces) {
  const auto comm = test::world();
  for (const std::int64_t bytes : {1, 8, 20, 792, 800}) {
    std::vector<GlobalIndex> values;
    if (comm.is_root()) {
      values.resize(100);
      std::iota(values.begin(), values.end(), 7);
    }
    broadcast(comm, values, 0, PieceLimit{bytes});
    ASSERT_EQ(values.size(), 100u);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], static_cast<GlobalIndex>(i) + 7);
  }
}

TEST(Broadcast, StringsAndEmptiness) {
  const auto comm = test::world();
  std::string text = comm.is_root() ? std::string("one\0two", 7) : "something else";
  broadcast(comm, text);
  EXPECT_EQ(text, std::string("one\0two", 7));
  std::vector<int> nothing(comm.is_root() ? 0 : 5);
  broadcast(comm, nothing);
  EXPECT_TRUE(nothing.empty());
}

TEST(Broadcast, SingleValues) {
  const auto comm = test::world();
  Odd value{1.0 * comm.rank(), 'z'};
  broadcast_value(comm, value, comm.size() - 1);
  EXPECT_EQ(value.x, comm.size() - 1);
}

}  // namespace
}  // namespace trireme::comm
