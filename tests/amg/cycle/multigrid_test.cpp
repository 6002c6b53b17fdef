// SPDX-License-Identifier: Apache-2.0
// One multigrid cycle as a preconditioner: symmetric and positive definite for every rank and thread count,
// the same bits for any thread count, convergent, and at home with the matrices that users complain about.
#include "amg/cycle/multigrid.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/amg/cycle/hand_made_hierarchy.hpp"

namespace trireme::amg {
namespace {

using testing::Rows;

const comm::Communicator& world() {
  static const comm::Communicator comm(PETSC_COMM_WORLD);
  return comm;
}

// Several blocks on every rank although the matrices are small.
CycleOptions small_blocks() {
  CycleOptions options;
  options.smoother_block_nonzeros = 200;
  return options;
}

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return comm::all_sum(world(), sum);
}

struct Problem {
  Problem(Rows rows, CycleOptions options, int empty = -1, std::size_t max_levels = 10)
      : partition(testing::partition_of(static_cast<GlobalIndex>(rows.size()), world(), empty)),
        made(testing::hand_made(std::move(rows), partition, world(), max_levels)),
        multigrid(make_multigrid(made->hierarchy, options)) {}

  std::vector<double> vector(std::uint64_t seed) const { return testing::own_vector(seed, *partition); }
  std::vector<double> apply(const std::vector<double>& r) {
    std::vector<double> z(r.size(), std::numeric_limits<double>::quiet_NaN());
    multigrid->apply(r, z);
    return z;
  }
  // A x, through the whole vector.
  std::vector<double> multiply(const std::vector<double>& x) const {
    std::vector<double> whole(made->matrices.front().size(), 0.0);
    std::copy(x.begin(), x.end(), whole.begin() + partition->begin());
    comm::all_sum_in_place(world(), std::span<double>(whole));
    const auto y = testing::product(made->matrices.front(), whole);
    return {y.begin() + partition->begin(), y.begin() + partition->end()};
  }
  // |b - A x| / |b| after some steps x += M^-1 (b - A x).
  double reduction(int steps, const std::vector<double>& b) {
    std::vector<double> x(b.size(), 0.0), r = b;
    for (int step = 0; step < steps; ++step) {
      const auto z = apply(r);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += z[i];
      const auto ax = multiply(x);
      for (std::size_t i = 0; i < x.size(); ++i) r[i] = b[i] - ax[i];
    }
    return std::sqrt(dot(r, r) / dot(b, b));
  }

  std::shared_ptr<const Partition> partition;
  std::unique_ptr<testing::HandMade> made;
  std::unique_ptr<Multigrid> multigrid;
};

void expect_symmetric_positive(Problem& problem, const std::string& what) {
  const auto u = problem.vector(0), v = problem.vector(1);
  const auto mu = problem.apply(u), mv = problem.apply(v);
  const double umu = dot(u, mu), vmv = dot(v, mv);
  EXPECT_GT(umu, 0) << what;
  EXPECT_GT(vmv, 0) << what;
  EXPECT_NEAR(dot(u, mv), dot(v, mu), 1e-11 * std::sqrt(umu * vmv)) << what;
}

Relaxation mirror(Relaxation down) {
  if (down == Relaxation::l1_forward) return Relaxation::l1_backward;
  if (down == Relaxation::hybrid_forward) return Relaxation::hybrid_backward;
  return down;
}

TEST(Multigrid, is_symmetric_and_positive_definite_with_every_smoother) {
  Problem problem(testing::laplace_rows(10, 9, 8, 1000.0), small_blocks());
  ASSERT_GT(problem.multigrid->n_levels(), 2u);
  for (const auto down : {Relaxation::l1_forward, Relaxation::hybrid_forward, Relaxation::l1_symmetric,
                          Relaxation::hybrid_symmetric, Relaxation::l1_jacobi, Relaxation::chebyshev})
    for (const int sweeps : {1, 2}) {
      CycleOptions options = small_blocks();
      options.relax_type_down = down;
      options.relax_type_up = mirror(down);
      options.grid_sweeps_down = options.grid_sweeps_up = sweeps;
      problem.multigrid = make_multigrid(problem.made->hierarchy, options);
      expect_symmetric_positive(problem, relaxation_name(down));
    }
}

TEST(Multigrid, is_symmetric_and_positive_definite_as_w_cycle) {
  CycleOptions options = small_blocks();
  options.cycle_type = CycleType::w;
  Problem problem(testing::laplace_rows(10, 9, 8), options);
  expect_symmetric_positive(problem, "W");
}

// Unsymmetric sweeps must be seen by the test above.
TEST(Multigrid, is_not_symmetric_where_the_sweeps_are_not) {
  CycleOptions options = small_blocks();
  options.relax_type_up = Relaxation::l1_forward;
  Problem problem(testing::laplace_rows(10, 9, 8), options);
  const auto u = problem.vector(0), v = problem.vector(1);
  const auto mu = problem.apply(u), mv = problem.apply(v);
  EXPECT_GT(std::abs(dot(u, mv) - dot(v, mu)), 1e-9 * std::sqrt(dot(u, mu) * dot(v, mv)));
}

TEST(Multigrid, has_the_same_bits_for_any_thread_count) {
  threads::assume_oversubscription(threads::Oversubscription::assume_no);
  for (const auto precision : {Precision::fp64, Precision::fp32})
    for (const auto cycle : {CycleType::v, CycleType::k}) {
      if (cycle == CycleType::k && world().size() > 1) continue;
      CycleOptions options = small_blocks();
      options.precision = precision;
      options.cycle_type = cycle;
      std::vector<std::vector<double>> results;
      for (const int threads : {1, 2, 3}) {
        const threads::ThreadCountScope scope(threads);
        Problem problem(testing::laplace_rows(12, 11, 10), options);
        results.push_back(problem.apply(problem.vector(1)));
      }
      for (const auto& result : results) EXPECT_EQ(result, results.front());
    }
  threads::assume_oversubscription(threads::Oversubscription::measured);
}

TEST(Multigrid, converges_as_every_cycle_in_both_precisions) {
  for (const auto precision : {Precision::fp64, Precision::fp32})
    for (const auto cycle : {CycleType::v, CycleType::w, CycleType::f, CycleType::k}) {
      CycleOptions options = small_blocks();
      options.cycle_type = cycle;
      options.precision = precision;
      Problem problem(testing::laplace_rows(12, 11, 10), options);
      ASSERT_GT(problem.multigrid->n_levels(), 2u);
      EXPECT_LT(problem.reduction(4, problem.vector(1)), 2e-2) << static_cast<int>(cycle);
    }
}

TEST(Multigrid, costlier_cycles_converge_faster) {
  if (world().size() > 1) GTEST_SKIP() << "many small messages, which tell nothing more";
  const auto reduction = [](CycleType cycle) {
    CycleOptions options = small_blocks();
    options.cycle_type = cycle;
    options.relax_type_down = options.relax_type_up = Relaxation::l1_jacobi;
    Problem problem(testing::laplace_rows(80, 15, 1), options);
    return problem.reduction(20, problem.vector(1));
  };
  const double v = reduction(CycleType::v);
  EXPECT_LT(reduction(CycleType::w), 0.9 * v);
  EXPECT_LT(reduction(CycleType::f), 0.9 * v);
  EXPECT_LT(reduction(CycleType::k), 0.9 * v);
}

TEST(Multigrid, in_single_precision_is_close_to_double_and_knows_no_unit) {
  Problem in_double(testing::laplace_rows(10, 9, 8), small_blocks());
  const auto r = in_double.vector(1);
  const auto expected = in_double.apply(r);
  CycleOptions options = small_blocks();
  options.precision = Precision::fp32;
  std::vector<double> first;
  for (const double unit : {0x1p-130, 1.0, 0x1p130}) {
    Rows rows = testing::laplace_rows(10, 9, 8);
    for (auto& row : rows)
      for (auto& [column, value] : row) value *= unit;
    Problem problem(rows, options);
    auto scaled = r;
    for (double& value : scaled) value *= unit * unit;
    auto z = problem.apply(scaled);
    for (double& value : z) value /= unit;
    if (first.empty()) first = z;
    EXPECT_EQ(z, first) << unit;
    double largest = 0;
    for (std::size_t i = 0; i < z.size(); ++i) largest = std::max(largest, std::abs(z[i] - expected[i]));
    EXPECT_LT(largest, 1e-5);
    EXPECT_GT(comm::all_max(world(), largest), 1e-12) << "is it single precision at all?";
  }
}

TEST(Multigrid, solves_pure_neumann_problems_and_tells_of_the_null_space) {
  Rows rows = testing::laplace_rows(9, 8, 7);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (const auto& [column, value] : rows[i]) sum += value;
    rows[i][static_cast<GlobalIndex>(i)] -= sum;
  }
  for (const auto precision : {Precision::fp64, Precision::fp32}) {
    CycleOptions options = small_blocks();
    options.precision = precision;
    Problem problem(rows, options);
    EXPECT_TRUE(problem.multigrid->direct_on_coarsest());
    EXPECT_EQ(problem.multigrid->null_dimension(), 1);
    auto b = problem.vector(1);
    const std::vector<double> ones(b.size(), 1.0);
    const double mean = dot(b, ones) / static_cast<double>(rows.size());
    for (double& value : b) value -= mean;
    EXPECT_LT(problem.reduction(4, b), 2e-2);
  }
}

TEST(Multigrid, leaves_isolated_rows_to_the_smoother) {
  Rows rows = testing::laplace_rows(8, 7, 6);
  const auto n = static_cast<GlobalIndex>(rows.size());
  for (GlobalIndex i = 0; i < 200; ++i) rows.push_back({{n + i, 2.0 + static_cast<double>(i)}});
  Problem problem(rows, small_blocks());
  EXPECT_LT(problem.reduction(4, problem.vector(1)), 2e-2);
}

TEST(Multigrid, solves_a_diagonal_matrix_too_large_for_a_direct_solution) {
  Rows rows;
  for (GlobalIndex i = 0; i < 3500; ++i) rows.push_back({{i, i % 2 == 0 ? 3.0 : -2.0}});
  Problem problem(rows, small_blocks());
  EXPECT_FALSE(problem.multigrid->direct_on_coarsest());
  EXPECT_LT(problem.reduction(1, problem.vector(1)), 1e-14);
}

TEST(Multigrid, solves_negated_matrices) {
  Rows rows = testing::laplace_rows(9, 8, 7);
  for (auto& row : rows)
    for (auto& [column, value] : row) value = -value;
  Problem problem(rows, small_blocks());
  EXPECT_LT(problem.reduction(4, problem.vector(1)), 2e-2);
}

TEST(Multigrid, works_where_ranks_own_nothing) {
  for (const int empty : {0, world().size() / 2}) {
    Problem problem(testing::laplace_rows(9, 8, 7), small_blocks(), empty);
    expect_symmetric_positive(problem, "empty rank");
    EXPECT_LT(problem.reduction(4, problem.vector(1)), 2e-2);
  }
  Problem fewer_rows_than_ranks(testing::laplace_rows(2, 1, 1), small_blocks());
  EXPECT_LT(fewer_rows_than_ranks.reduction(1, fewer_rows_than_ranks.vector(1)), 1e-13);
  Problem nothing(Rows{}, small_blocks());
  EXPECT_TRUE(nothing.apply({}).empty());
}

TEST(Multigrid, rows_without_entries_do_no_harm) {
  Rows rows = testing::laplace_rows(8, 7, 6);
  const std::size_t laplace = rows.size();
  rows.resize(laplace + 30);
  Problem problem(rows, small_blocks());
  auto b = problem.vector(1);
  for (GlobalIndex i = problem.partition->begin(); i < problem.partition->end(); ++i)
    if (i >= static_cast<GlobalIndex>(laplace)) b[i - problem.partition->begin()] = 0;
  EXPECT_LT(problem.reduction(4, b), 2e-2);
}

TEST(Multigrid, shows_what_is_not_finite_and_gives_zero_for_zero) {
  for (const auto precision : {Precision::fp64, Precision::fp32}) {
    CycleOptions options = small_blocks();
    options.precision = precision;
    Problem problem(testing::laplace_rows(9, 8, 7), options);
    auto r = problem.vector(1);
    if (world().is_root()) r.at(3) = std::nan("");
    const auto bad = problem.apply(r);
    EXPECT_TRUE(std::isnan(dot(bad, bad)));
    for (const double value : problem.apply(std::vector<double>(r.size(), 0.0))) EXPECT_EQ(value, 0);
    EXPECT_LT(problem.reduction(4, problem.vector(1)), 2e-2) << "a good vector after a bad one";
  }
}

TEST(Multigrid, measures_its_levels) {
  Problem problem(testing::laplace_rows(10, 9, 8), small_blocks());
  problem.apply(problem.vector(1));
  const auto seconds = problem.multigrid->level_seconds();
  ASSERT_EQ(seconds.size(), problem.multigrid->n_levels());
  for (const double s : seconds) EXPECT_GT(s, 0);
  problem.multigrid->reset_seconds();
  for (const double s : problem.multigrid->level_seconds()) EXPECT_EQ(s, 0);
  CycleOptions single = small_blocks();
  single.precision = Precision::fp32;
  Problem in_single(testing::laplace_rows(10, 9, 8), single);
  EXPECT_LT(in_single.multigrid->bytes(), problem.multigrid->bytes());
}

TEST(Multigrid, repeating_rows_can_be_relaxed_one_by_one) {
  const auto rows = testing::laplace_rows(32, 9, 8);
  Problem in_eights(rows, CycleOptions{});
  CycleOptions options;
  options.row_runs = RunRule::never;
  Problem one_by_one(rows, options);
  const auto r = in_eights.vector(1);
  EXPECT_NE(one_by_one.apply(r), in_eights.apply(r)) << "Gauss-Seidel in another order";
  EXPECT_NE(one_by_one.multigrid->bytes(), in_eights.multigrid->bytes());
  EXPECT_LT(one_by_one.reduction(4, r), 2e-2);
  EXPECT_LT(in_eights.reduction(4, r), 2e-2);
}

TEST(Multigrid, refuses_options_out_of_range) {
  const auto refused = [](auto&& change) {
    CycleOptions options;
    change(options);
    EXPECT_THROW(Problem(testing::laplace_rows(3, 3, 3), options), Error);
  };
  refused([](CycleOptions& o) { o.grid_sweeps_down = -1; });
  refused([](CycleOptions& o) { o.smoother_blocks = 0; });
  refused([](CycleOptions& o) { o.relax_type_up = Relaxation::gaussian_elimination; });
}

}  // namespace
}  // namespace trireme::amg
