// SPDX-License-Identifier: Apache-2.0
// What smoothers divide by: the rules, their margin for positive definiteness, signs and zeros.
#include "amg/smooth/smoothing_diagonal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "amg/cycle/packed_matrix.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

// Blocks of a few rows each, so that many couplings lie outside.
struct Packed {
  explicit Packed(testing::Rows rows)
      : n(static_cast<GlobalIndex>(rows.size())),
        partition(testing::partition_of(n, comm)),
        matrix(testing::dealt(rows, partition, partition, comm)),
        order(make_row_order(matrix.view(), {}, {.most_blocks = 40, .block_nonzeros = 1})),
        packed(matrix.view(), order, 1) {}

  comm::Communicator comm = comm::Communicator::self();
  GlobalIndex n;
  std::shared_ptr<const Partition> partition;
  DistributedMatrix matrix;
  RowOrder order;
  PackedMatrix<double> packed;
};

double outside(const OuterView<double>& outer, LocalIndex k) {
  double sum = 0;
  for (LocalIndex e = outer.offsets[k]; e < outer.offsets[k + 1]; ++e) sum += std::abs(outer.values[e]);
  return sum;
}

TEST(SmoothingDiagonal, of_the_hybrid_rule_leaves_a_margin_and_changes_only_rows_that_need_it) {
  const Packed p(testing::laplace_rows(6, 5, 4));
  const auto a = p.packed.view();
  const auto d = make_smoothing_diagonal(a, DiagonalRule::l1_hybrid);
  int enlarged = 0, kept = 0;
  std::vector<bool> has_outer(static_cast<std::size_t>(a.n_rows()), false);
  for (LocalIndex k = 0; k < a.n_outer(); ++k) {
    const LocalIndex row = a.outer.rows[k];
    has_outer[row] = true;
    EXPECT_NEAR(1 / d.inverse[row], a.diagonal[row] + d.excess[k], 1e-12);
    EXPECT_GE(2 / d.inverse[row] - a.diagonal[row] - outside(a.outer, k), 0.33 * a.diagonal[row]);
    (d.excess[k] > 0 ? enlarged : kept) += 1;
  }
  EXPECT_GT(enlarged, 0);
  EXPECT_GT(kept, 0);
  const auto plain = make_smoothing_diagonal(a, DiagonalRule::plain);
  for (LocalIndex row = 0; row < a.n_rows(); ++row) {
    EXPECT_EQ(plain.inverse[row], 1 / a.diagonal[row]);
    if (!has_outer[row]) {
      EXPECT_EQ(d.inverse[row], plain.inverse[row]);
    }
  }
  for (const double excess : plain.excess) EXPECT_EQ(excess, 0);
}

TEST(SmoothingDiagonal, of_the_full_rule_is_the_norm_of_the_row_with_the_sign_of_its_diagonal) {
  testing::Rows rows = testing::laplace_rows(6, 5, 4);
  for (auto& [column, value] : rows[7]) value = -value;
  const Packed p(rows);
  const auto d = make_smoothing_diagonal(p.packed.view(), DiagonalRule::l1_full);
  for (LocalIndex row = 0; row < p.order.n_rows(); ++row) {
    const LocalIndex old = p.order.old_of_new[row];
    double norm = 0;
    for (const auto& [column, value] : rows[old]) norm += std::abs(value);
    EXPECT_NEAR(d.inverse[row], (old == 7 ? -1 : 1) / norm, 1e-14);
  }
}

TEST(SmoothingDiagonal, of_a_row_without_entries_divides_by_nothing) {
  testing::Rows rows = testing::laplace_rows(3, 3, 1);
  rows.emplace_back();
  const Packed p(rows);
  for (const auto rule : {DiagonalRule::plain, DiagonalRule::l1_hybrid, DiagonalRule::l1_full})
    EXPECT_EQ(make_smoothing_diagonal(p.packed.view(), rule).inverse[9], 0);
}

}  // namespace
}  // namespace trireme::amg
