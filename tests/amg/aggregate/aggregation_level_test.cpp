// SPDX-License-Identifier: Apache-2.0
#include "amg/aggregate/aggregation_level.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/aggregate/orthonormal_piece.hpp"
#include "amg/aggregate/tentative.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg {
namespace {

NearNullSpace ones(LocalIndex n) {
  return {1, Array<double>(static_cast<std::size_t>(n), 1.0)};
}

// Hash of entries by global numbers that does not depend on their order.
std::uint64_t hash_of(const DistributedMatrix& matrix) {
  std::uint64_t sum = 0;
  const auto add = [&](LocalIndex row, GlobalIndex column, double value) {
    // Rounded: sums within a row run in the order of its columns, which differs between ranks.
    const auto rounded = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::llround(value * 1e9)));
    sum += mix_bits(mix_bits(static_cast<std::uint64_t>(matrix.rows->begin() + row)) ^
                    mix_bits(static_cast<std::uint64_t>(column)) ^ rounded);
  };
  for (LocalIndex row = 0; row < matrix.rows->n_owned(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (LocalIndex k = matrix.diagonal.offsets[r]; k < matrix.diagonal.offsets[r + 1]; ++k)
      add(row, matrix.columns->begin() + matrix.diagonal.columns[static_cast<std::size_t>(k)],
          matrix.diagonal.values[static_cast<std::size_t>(k)]);
    for (LocalIndex k = matrix.off_diagonal.offsets[r]; k < matrix.off_diagonal.offsets[r + 1]; ++k)
      add(row,
          matrix.ghost_columns[static_cast<std::size_t>(
              matrix.off_diagonal.columns[static_cast<std::size_t>(k)])],
          matrix.off_diagonal.values[static_cast<std::size_t>(k)]);
  }
  return comm::all_sum(*matrix.comm, sum);
}

TEST(AggregationLevel, IsTheSameForAnyRanks) {
  for (const auto stencil : {test::Stencil::star, test::Stencil::box}) {
    const auto level_on = [&](const comm::Communicator& ranks) {
      const auto matrix = test::make_square(1000, test::laplacian(10, 10, 10, stencil), ranks);
      const AggregationLevel level = aggregation_level(matrix.view(), 1, ones(matrix.rows->n_owned()), 3, {});
      EXPECT_EQ(static_cast<LocalIndex>(level.coarse_space.values.size()),
                level.interpolation.columns->n_owned());
      return std::pair(level.interpolation.columns->n_global(), hash_of(level.interpolation));
    };
    const auto alone = level_on(test::alone());
    EXPECT_EQ(level_on(test::world()), alone);
    EXPECT_GT(alone.first, 10);
    EXPECT_LT(alone.first, 150);
  }
}

TEST(AggregationLevel, KeepsTheConstantWhereRowsSumToZero) {
  const auto matrix = test::make_square(1000, test::laplacian(10, 10, 10, test::Stencil::box));
  const LocalIndex share = matrix.rows->n_owned();
  const DistributedMatrix p = aggregation_level(matrix.view(), 1, ones(share), 0, {}).interpolation;
  int interior = 0;
  for (LocalIndex row = 0; row < share; ++row) {
    const GlobalIndex id = matrix.rows->begin() + row;
    const auto inside = [](GlobalIndex x) { return x > 0 && x < 9; };
    if (!inside(id % 10) || !inside(id / 10 % 10) || !inside(id / 100)) continue;
    double sum = 0;
    const auto r = static_cast<std::size_t>(row);
    for (LocalIndex k = p.diagonal.offsets[r]; k < p.diagonal.offsets[r + 1]; ++k)
      sum += p.diagonal.values[static_cast<std::size_t>(k)];
    for (LocalIndex k = p.off_diagonal.offsets[r]; k < p.off_diagonal.offsets[r + 1]; ++k)
      sum += p.off_diagonal.values[static_cast<std::size_t>(k)];
    EXPECT_NEAR(sum, 1.0, 1e-14) << id;
    ++interior;
  }
  EXPECT_EQ(comm::all_sum(test::world(), interior), 512);
}

TEST(AggregationLevel, RefusesRowsThatSplitANode) {
  const auto matrix = test::make_square(3 * 10 + 1, [](GlobalIndex row) { return test::Row{{row, 1.0}}; });
  EXPECT_THROW(aggregation_level(matrix.view(), 3, ones(matrix.rows->n_owned()), 0, {}), Error);
}

TEST(Tentative, ColumnsAreOrthonormalAndReproduceTheSpace) {
  // Nodes of two unknowns on a line, three vectors: two translations and one that grows along the line.
  constexpr LocalIndex n_nodes = 60;
  const auto row_of = [](GlobalIndex row) {
    test::Row entries;
    for (const GlobalIndex step : {-2, 0, 2})
      if (row + step >= 0 && row + step < 2 * n_nodes)
        entries.push_back({row + step, step == 0 ? 2.0 : -1.0});
    return entries;
  };
  // Whole nodes on every rank.
  auto rows = std::make_shared<Partition>(*test::uneven_partition(n_nodes));
  for (GlobalIndex& offset : rows->offsets) offset *= 2;
  const auto matrix = test::make_matrix(rows, rows, row_of);
  NearNullSpace space{3, {}};
  for (GlobalIndex row = matrix.rows->begin(); row < matrix.rows->end(); ++row) {
    const double along = static_cast<double>(row / 2);
    for (const double value :
         {row % 2 == 0 ? 1.0 : 0.0, row % 2 == 1 ? 1.0 : 0.0, row % 2 == 1 ? along : 0.0})
      space.values.push_back(value);
  }
  const StrongGraph graph = strong_graph_of_blocks(matrix.view(), 2, 0.25);
  const Aggregates aggregates = form_aggregates(graph, distance_two_set(graph, 0));
  const Tentative tentative = tentative_interpolation(graph, aggregates, 2, space);

  const auto owners = comm::all_gather(test::world(), std::span<const GlobalIndex>(aggregates.aggregate));
  const auto basis = comm::all_gather(test::world(), std::span<const double>(tentative.basis.values));
  const auto coarse = comm::all_gather(test::world(), std::span<const double>(tentative.coarse.values));
  const auto vectors = comm::all_gather(test::world(), std::span<const double>(space.values));
  const auto n_aggregates = static_cast<std::size_t>(aggregates.partition->n_global());
  ASSERT_EQ(coarse.size(), 9 * n_aggregates);
  for (std::size_t row = 0; row < 2 * n_nodes; ++row) {
    const auto aggregate = static_cast<std::size_t>(owners[row / 2]);
    for (std::size_t c = 0; c < 3; ++c) {
      double value = 0;
      for (std::size_t k = 0; k < 3; ++k) value += basis[3 * row + k] * coarse[9 * aggregate + 3 * k + c];
      EXPECT_NEAR(value, vectors[3 * row + c], 1e-12) << row;
    }
  }
  for (std::size_t aggregate = 0; aggregate < n_aggregates; ++aggregate) {
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        double product = 0;
        for (std::size_t row = 0; row < 2 * n_nodes; ++row)
          if (static_cast<std::size_t>(owners[row / 2]) == aggregate)
            product += basis[3 * row + a] * basis[3 * row + b];
        EXPECT_NEAR(product, a == b ? 1.0 : 0.0, 1e-12) << aggregate;
      }
    }
  }
}

TEST(Orthonormalize, DependentColumnsBecomeZero) {
  std::vector<double> piece{1, 2, 1, 1, 2, 0, 1, 2, -1}, factor(9);  // the second column is twice the first
  const std::vector<double> before = piece;
  orthonormalize(piece, 3, factor);
  EXPECT_EQ(factor[4], 0);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(piece[3 * row + 1], 0);
    for (std::size_t c = 0; c < 3; ++c) {
      double value = 0;
      for (std::size_t k = 0; k < 3; ++k) value += piece[3 * row + k] * factor[3 * k + c];
      EXPECT_NEAR(value, before[3 * row + c], 1e-14);
    }
  }
}

}  // namespace
}  // namespace trireme::amg
