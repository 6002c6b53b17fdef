// SPDX-License-Identifier: Apache-2.0
// Options, and the changes that they put on top of a problem.
#include "amg/problems/problem_options.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/amg/problems/dense_matrix.hpp"

namespace trireme::amg {
namespace {

using testing::DenseMatrix;

ProblemOptions small(ProblemKind kind) {
  ProblemOptions options;
  options.kind = kind;
  options.n = 4;
  options.nx = 3;
  return options;
}

void expect_refused(const ProblemOptions& options) {
  try {
    make_problem(options);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
  }
}

TEST(ProblemOptions, EveryKindIsMadeFromADeck) {
  ProblemOptions options;
  options::Schema schema;
  options.describe(schema);
  schema.set("generate.n=4", "test");
  schema.set("generate.nx=3", "test");
  for (const char* kind : {"laplace_5", "laplace_9", "laplace_7", "laplace_27", "amg2023_27", "anisotropic",
                           "jumps", "convection_diffusion", "tetrahedra", "elasticity", "stretched"}) {
    schema.set(std::string("problem=") + kind, "test");
    const auto problem = make_problem(options);
    const bool plane = options.kind == ProblemKind::laplace_5 || options.kind == ProblemKind::laplace_9;
    EXPECT_EQ(problem->n_rows(), (plane ? 12 : 48) * problem->block_size()) << kind;
    EXPECT_GT(DenseMatrix(*problem)(0, 0), 0) << kind;
  }
  EXPECT_THROW(schema.set("generate.perturbation=0.3", "test"), Error);
}

TEST(ProblemOptions, PureNeumannHasConstantsForNullSpace) {
  for (const auto kind : {ProblemKind::laplace_7, ProblemKind::laplace_27, ProblemKind::jumps}) {
    ProblemOptions options = small(kind);
    options.neumann = true;
    const DenseMatrix matrix(*make_problem(options));
    for (std::size_t row = 0; row < matrix.size(); ++row)
      EXPECT_NEAR(matrix.row_sum(row), 0, 1e-14 * matrix(row, row));
  }
  ProblemOptions beam = small(ProblemKind::elasticity);
  beam.neumann = true;
  expect_refused(beam);
}

TEST(ProblemOptions, NegatedIsMinusTheProblem) {
  ProblemOptions options = small(ProblemKind::laplace_27);
  const DenseMatrix plain(*make_problem(options));
  options.negate = true;
  const DenseMatrix negated(*make_problem(options));
  for (std::size_t i = 0; i < plain.size(); ++i)
    for (std::size_t j = 0; j < plain.size(); ++j) EXPECT_EQ(negated(i, j), -plain(i, j));
}

TEST(ProblemOptions, ShuffledRowsHoldTheSameEntriesInAnotherOrder) {
  ProblemOptions options = small(ProblemKind::laplace_27);
  const auto plain = make_problem(options);
  options.shuffle_columns = true;
  const auto shuffled = make_problem(options);
  const DenseMatrix a(*plain), b(*shuffled);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) EXPECT_EQ(a(i, j), b(i, j));
  std::vector<Entry> entries;
  shuffled->row(20, entries);
  EXPECT_FALSE(std::is_sorted(entries.begin(), entries.end(),
                              [](const Entry& x, const Entry& y) { return x.column < y.column; }));
}

TEST(ProblemOptions, IdentityRowsAreCoupledWithNothing) {
  ProblemOptions options = small(ProblemKind::laplace_7);
  options.identity_rows = 5;
  options.prescribed_every = 3;
  const DenseMatrix matrix(*make_problem(options));
  ASSERT_EQ(matrix.size(), 53u);
  EXPECT_EQ(matrix.asymmetry(), 0);
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    const bool alone = row >= 48 || row % 3 == 0;
    EXPECT_EQ(matrix(row, row), alone ? 1 : 6);
    for (std::size_t column = 0; column < matrix.size(); ++column)
      if (row != column && alone) {
        EXPECT_EQ(matrix(row, column), 0);
      }
  }
  EXPECT_GT(matrix.smallest_pivot(), 0);
  options = small(ProblemKind::elasticity);
  options.identity_rows = 4;
  EXPECT_EQ(make_problem(options)->n_rows(), 3 * 48 + 6) << "whole blocks";
}

TEST(ProblemOptions, WhatDoesNotFitIsRefused) {
  ProblemOptions options = small(ProblemKind::laplace_27);
  options.plane = true;
  expect_refused(options);
  options = small(ProblemKind::elasticity);
  options.nz = 1;
  expect_refused(options);
  options = small(ProblemKind::laplace_7);
  options.nx = options.ny = options.nz = 1000000;
  expect_refused(options);
}

}  // namespace
}  // namespace trireme::amg
