// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/communicator.hpp"

#include <set>

#include <gtest/gtest.h>

#include "solvers/comm/reduction.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::comm {
namespace {

TEST(Communicator, IsADuplicateWithTheSameRanks) {
  const auto comm = test::world();
  int relation = MPI_UNEQUAL;
  MPI_Comm_compare(comm.handle(), PETSC_COMM_WORLD, &relation);
  EXPECT_EQ(relation, MPI_CONGRUENT);
  EXPECT_EQ(comm.is_root(), comm.rank() == 0);
  EXPECT_EQ(all_sum(comm, 1), comm.size());
  EXPECT_EQ(all_sum(comm, comm.rank()), comm.size() * (comm.size() - 1) / 2);
}

TEST(Communicator, KnowsOthersWithTheSameRanks) {
  const auto comm = test::world();
  EXPECT_TRUE(comm.has_ranks_of(PETSC_COMM_WORLD));
  EXPECT_TRUE(comm.has_ranks_of(test::world().handle()));
  EXPECT_EQ(comm.has_ranks_of(PETSC_COMM_SELF), comm.size() == 1);
  const auto reversed = comm.split(0, -comm.rank());
  EXPECT_EQ(comm.has_ranks_of(reversed.handle()), comm.size() == 1);
}

TEST(Communicator, CopiesShareTheHandleBeyondTheOriginal) {
  auto original = std::make_unique<Communicator>(test::world());
  const Communicator copy = *original;
  EXPECT_EQ(copy.handle(), original->handle());
  original.reset();
  EXPECT_EQ(all_sum(copy, 1), copy.size());
}

TEST(Communicator, SelfIsAlone) {
  const auto self = Communicator::self();
  EXPECT_EQ(self.size(), 1);
  EXPECT_EQ(self.rank(), 0);
}

TEST(Communicator, SplitsByColorInOrderOfKey) {
  const auto comm = test::world();
  const auto part = comm.split(comm.rank() % 2, -comm.rank());
  const int even = (comm.size() + 1) / 2;
  EXPECT_EQ(part.size(), comm.rank() % 2 == 0 ? even : comm.size() - even);
  EXPECT_EQ(part.rank(), part.size() - 1 - comm.rank() / 2);
}

TEST(Communicator, TestsRunOnOneNode) {
  const auto comm = test::world();
  const auto node = comm.split_by_node();
  EXPECT_EQ(node.size(), comm.size());
  EXPECT_EQ(node.rank(), comm.rank());
}

TEST(Communicator, TagsDifferStayLegalAndBeginAnew) {
  const auto comm = test::world();
  std::set<int> tags;
  for (int k = 0; k < Communicator::tag_count; ++k) {
    const int tag = comm.next_tag();
    ASSERT_GT(tag, 0);
    ASSERT_LE(tag, 32767);
    tags.insert(tag);
  }
  EXPECT_EQ(static_cast<int>(tags.size()), Communicator::tag_count);
  EXPECT_EQ(comm.next_tag(), *tags.begin());
}

TEST(Communicator, ManyCanBeMadeAndFreed) {
  // MPICH has about 2000 context ids: this fails if any is not given back.
  for (int k = 0; k < 3000; ++k) EXPECT_NE(test::world().handle(), MPI_COMM_NULL);
}

}  // namespace
}  // namespace trireme::comm
