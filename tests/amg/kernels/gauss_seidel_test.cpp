// SPDX-License-Identifier: Apache-2.0
// Sweeps equal their serial twins, the fused residual equals the full one, and no thread count shows.
#include "amg/kernels/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include "amg/kernels/packed_product.hpp"
#include "amg/smooth/smoothing_diagonal.hpp"
#include "tests/amg/kernels/packed_sample.hpp"

namespace trireme::amg {
namespace {

template <class Kind>
class GaussSeidel : public ::testing::Test {
 protected:
  using Value = typename Kind::Value;
  testing::PackedSample<Kind> s;
  PackedRowsView<Value> a = s.packed.view();
  SmoothingDiagonal<Value> diagonal = make_smoothing_diagonal(a, DiagonalRule::l1_hybrid);
  std::vector<LocalIndex> three = s.packed.shares(3);
  const Value tolerance = sizeof(Value) == 8 ? Value(1e-13) : Value(1e-5);

  // Every row's diagonal enlarged, so that the tests see what is done with it.
  SweepDiagonal<Value> enlarged() {
    for (LocalIndex k = 0; k < a.n_outer(); ++k) {
      diagonal.excess[k] = a.diagonal[a.outer.rows[k]] / 4;
      diagonal.inverse[a.outer.rows[k]] = 1 / (a.diagonal[a.outer.rows[k]] + diagonal.excess[k]);
    }
    return diagonal.view();
  }
  void expect_near(const std::vector<Value>& x, const std::vector<Value>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(x[i], y[i], tolerance) << i;
  }
};

TYPED_TEST_SUITE(GaussSeidel, testing::SampleKinds);

TYPED_TEST(GaussSeidel, the_sample_has_blocks_outer_rows_and_runs) {
  EXPECT_EQ(this->a.n_blocks(), 5);
  EXPECT_EQ(this->three.size(), 4u);
  EXPECT_GT(this->a.n_outer(), 0);
  const LocalIndex runs = this->a.runs.block_begin[this->a.n_blocks()];
  if (TypeParam::rule == RunRule::never)
    EXPECT_EQ(runs, 0);
  else
    EXPECT_GT(runs * run_rows, this->a.n_rows() / 2);
}

TYPED_TEST(GaussSeidel, from_zero_equals_its_twin_and_leaves_the_residual_of_the_whole_matrix) {
  using V = std::vector<typename TypeParam::Value>;
  for (const auto direction : {SweepDirection::forward, SweepDirection::backward}) {
    const auto d = this->enlarged();
    const V b = this->s.vector(1);
    V x(b.size(), 99), twin(b.size(), -99), r(b.size()), fused(b.size()), fused_twin(b.size());
    sweep_from_zero(this->a, d, direction, this->three, b.data(), x.data());
    sweep_from_zero_reference(this->a, d, direction, b.data(), twin.data());
    this->expect_near(x, twin);
    residual_reference(this->a, b.data(), x.data(), r.data());
    residual_after_sweep_from_zero(this->a, d, direction, this->three, x.data(), fused.data());
    residual_after_sweep_from_zero_reference(this->a, d, direction, x.data(), fused_twin.data());
    this->expect_near(fused, r);
    this->expect_near(fused_twin, r);
  }
}

TYPED_TEST(GaussSeidel, from_a_guess_equals_its_twin_and_gives_the_right_hand_side_back) {
  using V = std::vector<typename TypeParam::Value>;
  for (const auto direction : {SweepDirection::forward, SweepDirection::backward}) {
    const auto d = this->enlarged();
    V b = this->s.vector(1), x = this->s.vector(2), twin(b.size());
    const V old_b = b, old_x = x;
    V sums(this->a.n_outer_sums()), kept(sums.size());
    sweep(this->a, d, direction, this->three, b.data(), x.data(), sums.data(), kept.data());
    sweep_reference(this->a, d, direction, old_b.data(), old_x.data(), twin.data());
    this->expect_near(x, twin);
    EXPECT_EQ(b, old_b);
  }
}

TYPED_TEST(GaussSeidel, gives_the_same_bits_for_any_shares) {
  using V = std::vector<typename TypeParam::Value>;
  std::vector<V> results;
  for (const int threads : {1, 2, 4, 5}) {
    const auto shares = this->s.packed.shares(threads);
    V b = this->s.vector(1), x(b.size()), r(b.size());
    V sums(this->a.n_outer_sums()), kept(sums.size());
    const auto d = this->diagonal.view();
    sweep_from_zero(this->a, d, SweepDirection::forward, shares, b.data(), x.data());
    residual_after_sweep_from_zero(this->a, d, SweepDirection::forward, shares, x.data(), r.data());
    sweep(this->a, d, SweepDirection::backward, shares, b.data(), x.data(), sums.data(), kept.data());
    x.insert(x.end(), r.begin(), r.end());
    results.push_back(x);
  }
  for (const auto& result : results) EXPECT_EQ(result, results.front());
}

}  // namespace
}  // namespace trireme::amg
