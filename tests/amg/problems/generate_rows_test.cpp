// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/generate_rows.hpp"

#include <gtest/gtest.h>

#include "amg/problems/problem_options.hpp"
#include "solvers/comm/gather.hpp"
#include "tests/solvers/comm/world.hpp"

namespace trireme::amg {
namespace {

TEST(GenerateRows, SharesHoldWholeBlocksAndLeaveNothingOut) {
  for (const int size : {1, 2, 3, 7}) {
    GlobalIndex next = 0;
    for (int rank = 0; rank < size; ++rank) {
      const RowRange range = rows_of_rank(15, 3, rank, size);
      EXPECT_EQ(range.begin, next);
      EXPECT_EQ(range.begin % 3, 0);
      next = range.end;
    }
    EXPECT_EQ(next, 15);
  }
  EXPECT_EQ(rows_of_rank(1, 1, 3, 4).begin, 1);
}

// Every rank also makes the whole matrix, row by row on one thread.
TEST(GenerateRows, AreTheSameForAnyRanksAndThreads) {
  const comm::Communicator comm = comm::test::world();
  for (const auto kind : {ProblemKind::laplace_27, ProblemKind::jumps, ProblemKind::tetrahedra,
                          ProblemKind::elasticity, ProblemKind::convection_diffusion}) {
    ProblemOptions options;
    options.kind = kind;
    options.n = 5;
    options.shuffle_columns = true;
    const auto problem = make_problem(options);
    const auto rows = generate_rows(
        *problem, rows_of_rank(problem->n_rows(), problem->block_size(), comm.rank(), comm.size()));
    EXPECT_EQ(rows.n_global, problem->n_rows());
    const auto columns = comm::all_gather(comm, std::span<const GlobalIndex>(rows.columns));
    const auto values = comm::all_gather(comm, std::span<const double>(rows.values));
    std::vector<GlobalIndex> lengths;
    for (LocalIndex row = 0; row < rows.n_rows(); ++row)
      lengths.push_back(rows.offsets[static_cast<std::size_t>(row) + 1] -
                        rows.offsets[static_cast<std::size_t>(row)]);
    lengths = comm::all_gather(comm, lengths);
    ASSERT_EQ(static_cast<GlobalIndex>(lengths.size()), problem->n_rows());
    std::vector<Entry> entries;
    std::size_t place = 0;
    for (GlobalIndex row = 0; row < problem->n_rows(); ++row) {
      problem->row(row, entries);
      ASSERT_EQ(lengths[static_cast<std::size_t>(row)], static_cast<GlobalIndex>(entries.size()));
      for (const Entry& entry : entries) {
        ASSERT_EQ(columns[place], entry.column);
        ASSERT_EQ(values[place++], entry.value);
      }
    }
    EXPECT_EQ(place, columns.size());
  }
}

}  // namespace
}  // namespace trireme::amg
