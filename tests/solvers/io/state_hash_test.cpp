// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/state_hash.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

namespace trireme::io {
namespace {

constexpr GlobalIndex rows = 37;
constexpr int components = 4;

double value_of(GlobalIndex id, int c) {
  return std::sin(1.0 + 0.37 * static_cast<double>(id) + c);
}

struct Part {
  std::vector<double> values;
  std::vector<GlobalIndex> ids;
};

// The rows that `mine` keeps, last first when reversed.
template <class Mine>
Part part(Mine&& mine, bool reversed) {
  Part p;
  for (GlobalIndex k = 0; k < rows; ++k) {
    const GlobalIndex id = reversed ? rows - 1 - k : k;
    if (!mine(id)) continue;
    p.ids.push_back(id);
    for (int c = 0; c < components; ++c) p.values.push_back(value_of(id, c));
  }
  return p;
}

std::uint64_t hash(const comm::Communicator& comm, const Part& p) {
  return state_hash(comm, p.values, components, p.ids);
}

class StateHash : public ::testing::Test {
 protected:
  comm::Communicator world_{MPI_COMM_WORLD};
  Part all_ = part([](GlobalIndex) { return true; }, false);
  std::uint64_t reference_ = hash(comm::Communicator::self(), all_);
};

TEST_F(StateHash, DoesNotDependOnTheLayout) {
  const int rank = world_.rank(), size = world_.size();
  EXPECT_EQ(hash(world_, part([&](GlobalIndex id) { return id % size == rank; }, false)), reference_);
  EXPECT_EQ(hash(world_, part([&](GlobalIndex id) { return id * size / rows == rank; }, true)), reference_);
  EXPECT_EQ(hash(world_, part([&](GlobalIndex) { return rank == size - 1; }, false)), reference_)
      << "empty ranks";
  EXPECT_EQ(state_hash(comm::Communicator::self(), all_.values, components, GlobalIndex{0}), reference_);
}

TEST_F(StateHash, SeesEveryBit) {
  for (std::size_t at = 0; at < all_.values.size(); at += 7) {
    for (int bit = 0; bit < 64; ++bit) {
      Part changed = all_;
      changed.values[at] =
          std::bit_cast<double>(std::bit_cast<std::uint64_t>(changed.values[at]) ^ (std::uint64_t{1} << bit));
      ASSERT_NE(hash(comm::Communicator::self(), changed), reference_) << at << " bit " << bit;
    }
  }
}

TEST_F(StateHash, SeesAFlippedBitOnAnyRank) {
  const int rank = world_.rank(), size = world_.size();
  Part mine = part([&](GlobalIndex id) { return id % size == rank; }, false);
  if (rank == size - 1)
    mine.values.back() = std::bit_cast<double>(std::bit_cast<std::uint64_t>(mine.values.back()) ^ 1u);
  EXPECT_NE(hash(world_, mine), reference_);
}

TEST_F(StateHash, SeesExchangedRowsAndComponents) {
  Part swapped = all_;
  std::swap(swapped.ids[3], swapped.ids[8]);
  EXPECT_NE(hash(comm::Communicator::self(), swapped), reference_);
  Part turned = all_;
  std::swap(turned.values[0], turned.values[1]);
  EXPECT_NE(hash(comm::Communicator::self(), turned), reference_);
  Part shorter = all_;
  shorter.ids.pop_back();
  shorter.values.resize(shorter.values.size() - components);
  EXPECT_NE(hash(comm::Communicator::self(), shorter), reference_);
}

TEST_F(StateHash, SeesSignsOfZero) {
  const comm::Communicator self = comm::Communicator::self();
  EXPECT_NE(state_hash(self, std::vector<double>{0.0}, 1, GlobalIndex{0}),
            state_hash(self, std::vector<double>{-0.0}, 1, GlobalIndex{0}));
}

TEST_F(StateHash, StaysTheSameFromVersionToVersion) {
  const auto hash = state_hash(comm::Communicator::self(), std::vector<double>{1.0, 2.0}, 2, GlobalIndex{0});
  EXPECT_EQ(hash_text(hash).size(), 16u);
  EXPECT_EQ(hash_text(hash), "bcf032139ee80510");
  EXPECT_EQ(hash_text(10), "000000000000000a");
}

}  // namespace
}  // namespace trireme::io
