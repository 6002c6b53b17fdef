// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/tetrahedra.hpp"

#include <gtest/gtest.h>

#include "tests/amg/problems/dense_matrix.hpp"

namespace trireme::amg {
namespace {

TEST(Tetrahedra, OnARegularLatticeGiveTheSevenPointLaplacian) {
  const Lattice lattice{{4, 4, 4}};
  const testing::DenseMatrix matrix(*tetrahedra(lattice, 0, 0));
  const auto row = static_cast<std::size_t>(lattice.id({1, 2, 1}));
  for (std::size_t column = 0; column < matrix.size(); ++column) {
    const LatticePoint p = lattice.point(static_cast<GlobalIndex>(column));
    const auto steps = std::abs(p[0] - 1) + std::abs(p[1] - 2) + std::abs(p[2] - 1);
    EXPECT_NEAR(matrix(row, column), steps == 0 ? 6 : steps == 1 ? -1 : 0, 1e-12);
  }
}

TEST(Tetrahedra, PerturbedAreSymmetricPositiveAndKeepConstants) {
  const Lattice lattice{{5, 5, 5}};
  const auto problem = tetrahedra(lattice, largest_perturbation, 3);
  const testing::DenseMatrix matrix(*problem);
  EXPECT_LT(matrix.asymmetry(), 1e-13);
  EXPECT_GT(matrix.smallest_pivot(), 0);
  const auto centre = static_cast<std::size_t>(lattice.id({2, 2, 2}));
  EXPECT_NEAR(matrix.row_sum(centre), 0, 1e-13);
  std::vector<Entry> entries;
  problem->row(static_cast<GlobalIndex>(centre), entries);
  EXPECT_EQ(entries.size(), 15u);
  bool positive_coupling = false;
  for (const Entry& entry : entries)
    positive_coupling =
        positive_coupling || (entry.value > 0 && entry.column != static_cast<GlobalIndex>(centre));
  EXPECT_TRUE(positive_coupling);
}

}  // namespace
}  // namespace trireme::amg
