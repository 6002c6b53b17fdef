// SPDX-License-Identifier: Apache-2.0
#include "amg/problems/constant_stencil.hpp"

#include <gtest/gtest.h>

#include "tests/amg/problems/dense_matrix.hpp"

namespace trireme::amg {
namespace {

struct Case {
  const char* name;
  StencilWeights weights;
  GlobalIndex nz;
  std::size_t n_entries;  // of an inner row
  double row_sum;         // of an inner row
};

TEST(ConstantStencil, HasTheWeightsOfItsNameAndDirichletEnds) {
  for (const Case& c : {Case{"5", weights_5, 1, 5, 0}, Case{"9", weights_9, 1, 9, 0},
                        Case{"7", weights_7, 5, 7, 0}, Case{"27", weights_27, 5, 27, 0},
                        Case{"amg2023", weights_amg2023, 5, 27, 26 - 24 - 12 * 0.15 - 8 * 0.0125}}) {
    const Lattice lattice{{5, 4, c.nz}};
    const auto problem = constant_stencil(lattice, c.weights);
    ASSERT_EQ(problem->n_rows(), 20 * c.nz) << c.name;
    std::vector<Entry> entries;
    const LatticePoint inner{2, 2, c.nz / 2};
    problem->row(lattice.id(inner), entries);
    EXPECT_EQ(entries.size(), c.n_entries) << c.name;
    double sum = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      sum += entries[i].value;
      if (i > 0) {
        EXPECT_GT(entries[i].column, entries[i - 1].column);
      }
      const LatticePoint other = lattice.point(entries[i].column);
      const int distance = (other[0] != 2) + (other[1] != 2) + (other[2] != inner[2]);
      const double expected[] = {c.weights.centre, c.weights.face, c.weights.edge, c.weights.corner};
      EXPECT_EQ(entries[i].value, expected[distance]) << c.name;
    }
    EXPECT_NEAR(sum, c.row_sum, 1e-12) << c.name;
    const testing::DenseMatrix matrix(*problem);
    EXPECT_EQ(matrix.asymmetry(), 0) << c.name;
    EXPECT_GT(matrix.smallest_pivot(), 1) << c.name;
    EXPECT_GT(matrix.row_sum(0), 1) << c.name;
  }
}

}  // namespace
}  // namespace trireme::amg
