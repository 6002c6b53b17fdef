// SPDX-License-Identifier: Apache-2.0
// `dance` and `pblbfgs` on plain TAO problems: the More-Garbow-Hillstrom set, and searches that fail.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <petsctao.h>

#include "optim/petsc/petsc_holder.hpp"
#include "optim/petsc/registration.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "tests/optim/petsc/more_garbow_hillstrom.hpp"

namespace trireme::optim {
namespace {

using petsc::check;

// Evaluated on every rank; the solution is distributed.
struct PlainProblem {
  std::function<double(const std::vector<double>&, std::vector<double>&)> evaluate;
  std::unique_ptr<ReplicatedSolution> replicated;
  int evaluations = 0;
};

PetscErrorCode evaluate(Tao, Vec x, PetscReal* f, Vec g, void* data) {
  PetscFunctionBegin;
  PetscCall(petsc::to_petsc([&] {
    auto& problem = *static_cast<PlainProblem*>(data);
    PetscInt n = 0;
    check(VecGetSize(x, &n));
    std::vector<double> values(static_cast<std::size_t>(n)), gradient(values.size());
    problem.replicated->gather(x, values);
    ++problem.evaluations;
    *f = problem.evaluate(values, gradient);
    ReplicatedSolution::scatter(gradient, g);
    return petsc::success;
  }));
  PetscFunctionReturn(petsc::success);
}

// By central differences of the gradient, which is exact: what MATMFFD's one-sided ones lose on badly scaled
// problems would decide there.
PetscErrorCode evaluate_hessian(Tao, Vec x, Mat hessian, Mat, void* data) {
  PetscFunctionBegin;
  PetscCall(petsc::to_petsc([&] {
    auto& problem = *static_cast<PlainProblem*>(data);
    PetscInt n = 0, begin = 0, end = 0;
    check(VecGetSize(x, &n));
    check(MatGetOwnershipRange(hessian, &begin, &end));
    std::vector<double> values(static_cast<std::size_t>(n)), above(values.size()), below(values.size());
    problem.replicated->gather(x, values);
    for (PetscInt column = 0; column < n; ++column) {
      double& moved = values[static_cast<std::size_t>(column)];
      const double at = moved, h = 1e-5 * std::max(1e-2, std::fabs(at));
      moved = at + h;
      problem.evaluate(values, above);
      moved = at - h;
      problem.evaluate(values, below);
      moved = at;
      for (PetscInt row = begin; row < end; ++row)
        check(MatSetValue(
            hessian, row, column,
            (above[static_cast<std::size_t>(row)] - below[static_cast<std::size_t>(row)]) / (2 * h),
            INSERT_VALUES));
    }
    check(MatAssemblyBegin(hessian, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(hessian, MAT_FINAL_ASSEMBLY));
    return petsc::success;
  }));
  PetscFunctionReturn(petsc::success);
}

enum class HessianOf { no_one, application };

struct Outcome {
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  double objective = 0;
  std::vector<double> solution;
};

Outcome minimise(PlainProblem& problem, const std::vector<double>& start, const char* type, double tolerance,
                 HessianOf hessian = HessianOf::no_one) {
  check(register_types());
  PetscHolder<Vec> x;
  check(VecCreate(PETSC_COMM_WORLD, x.place()));
  check(VecSetSizes(x.get(), PETSC_DECIDE, static_cast<PetscInt>(start.size())));
  check(VecSetType(x.get(), VECSTANDARD));
  problem.replicated = std::make_unique<ReplicatedSolution>(x.get());
  ReplicatedSolution::scatter(start, x.get());
  PetscHolder<Tao> tao;
  check(TaoCreate(PETSC_COMM_WORLD, tao.place()));
  check(TaoSetType(tao.get(), type));
  check(TaoSetSolution(tao.get(), x.get()));
  check(TaoSetObjectiveAndGradient(tao.get(), nullptr, evaluate, &problem));
  PetscHolder<Mat> matrix;
  if (hessian == HessianOf::application) {
    const auto n = static_cast<PetscInt>(start.size());
    check(MatCreateDense(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, nullptr, matrix.place()));
    check(TaoSetHessian(tao.get(), matrix.get(), matrix.get(), evaluate_hessian, &problem));
  }
  check(TaoSetTolerances(tao.get(), tolerance, 0, 0));
  check(TaoSetMaximumIterations(tao.get(), 5000));
  check(TaoSetMaximumFunctionEvaluations(tao.get(), 100000));
  check(TaoSetFromOptions(tao.get()));
  check(TaoSolve(tao.get()));
  Outcome outcome;
  check(TaoGetConvergedReason(tao.get(), &outcome.reason));
  outcome.solution.resize(start.size());
  problem.replicated->gather(x.get(), outcome.solution);
  std::vector<double> gradient(start.size());
  outcome.objective = problem.evaluate(outcome.solution, gradient);
  problem.replicated.reset();
  return outcome;
}

double sum_of_squares(const test::TestProblem& problem, const std::vector<double>& x,
                      std::vector<double>& gradient) {
  test::Duals at(x.begin(), x.end());
  double f = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    at[i].d = 1;
    gradient[i] = f = 0;
    for (const test::Dual& residual : problem.residuals(at)) {
      f += residual.v * residual.v;
      gradient[i] += 2 * residual.v * residual.d;
    }
    at[i].d = 0;
  }
  return f;
}

constexpr const char* scaling_by_diagonal = "-tao_dance_pc_type jacobi -tao_dance_pc_jacobi_abs";

class WithoutSamples : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Types, WithoutSamples, ::testing::Values("dance", "pblbfgs"));

TEST_P(WithoutSamples, ReachTheMinimaOfMoreGarbowAndHillstrom) {
  for (const test::TestProblem& problem : test::more_garbow_hillstrom()) {
    // With scales 1e8 apart dance, whose CG meets negative curvature there, needs the diagonal's.
    const bool scaled = problem.name == "Powell badly scaled" && GetParam() == std::string("dance");
    if (scaled) check(PetscOptionsInsertString(nullptr, scaling_by_diagonal));
    PlainProblem plain;
    plain.evaluate = [&](const std::vector<double>& x, std::vector<double>& g) {
      return sum_of_squares(problem, x, g);
    };
    const Outcome outcome = minimise(plain, problem.start, GetParam(), 1e-9, HessianOf::application);
    if (scaled)
      for (const char* key : {"-tao_dance_pc_type", "-tao_dance_pc_jacobi_abs"})
        check(PetscOptionsClearValue(nullptr, key));
    double nearest = 1e300;
    for (const double minimum : problem.minima)
      nearest = std::min(nearest, std::fabs(outcome.objective - minimum) / std::max(1.0, std::fabs(minimum)));
    EXPECT_LE(nearest, 1e-8) << problem.name << ": " << outcome.objective << ", reason " << outcome.reason
                             << ", " << plain.evaluations << " evaluations";
  }
}

// A simulation that returns 1e10 a few times in turn. TAO's lmvm, whose fallback follows a stale direction,
// ends most such runs with a failed line search.
TEST_P(WithoutSamples, SurviveValuesThatAreFarTooLarge) {
  const std::vector<double> start{-1.2, 1, -1.2, 1};
  int converged = 0, runs = 0;
  for (int place = 3; place <= 33; place += 3) {
    for (int length = 1; length <= 4; ++length) {
      PlainProblem problem;
      problem.evaluate = [&](const std::vector<double>& x, std::vector<double>& g) {
        double f = 0;
        for (std::size_t i = 0; i < x.size(); i += 2) {
          const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
          f += 100 * a * a + b * b;
          g[i] = -400 * a * x[i] - 2 * b;
          g[i + 1] = 200 * a;
        }
        const bool faulty = problem.evaluations >= place && problem.evaluations < place + length;
        return faulty ? 1e10 : f;
      };
      const Outcome outcome = minimise(problem, start, GetParam(), 1e-7);
      ++runs;
      converged += outcome.reason > 0 ? 1 : 0;
      for (const double entry : outcome.solution) {
        if (outcome.reason > 0) {
          EXPECT_NEAR(entry, 1, 1e-6);
        }
      }
    }
  }
  EXPECT_EQ(converged, runs);
}

TEST_P(WithoutSamples, ASearchThatCannotSucceedLeavesTheStartBitByBit) {
  const std::vector<double> start{0.1, 0.7, -3};
  PlainProblem problem;
  problem.evaluate = [&](const std::vector<double>& x, std::vector<double>& g) {
    for (double& entry : g) entry = 1;
    return x == start ? 0.0 : std::nan("");
  };
  const Outcome outcome = minimise(problem, start, GetParam(), 1e-7);
  EXPECT_LT(outcome.reason, 0);
  EXPECT_EQ(outcome.solution, start);
}

// The memory of the solve before is kept only where the option still asks for one of its size: the second
// solve, with another size, is that of a Tao that was never used.
TEST(RecycledHistory, IsMadeAnewWhenItsSizeChanges) {
  check(register_types());
  const auto iterations_of = [](const std::vector<const char*>& sizes) {
    PlainProblem problem;
    problem.evaluate = [](const std::vector<double>& x, std::vector<double>& g) {
      double f = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double curvature = std::pow(10.0, static_cast<double>(i) / 3), off = x[i] - 1;
        f += 0.5 * curvature * off * off;
        g[i] = curvature * off;
      }
      return f;
    };
    PetscHolder<Vec> x;
    check(VecCreate(PETSC_COMM_WORLD, x.place()));
    check(VecSetSizes(x.get(), PETSC_DECIDE, 12));
    check(VecSetType(x.get(), VECSTANDARD));
    problem.replicated = std::make_unique<ReplicatedSolution>(x.get());
    PetscHolder<Tao> tao;
    check(TaoCreate(PETSC_COMM_WORLD, tao.place()));
    check(TaoSetType(tao.get(), "pblbfgs"));
    check(TaoSetSolution(tao.get(), x.get()));
    check(TaoSetObjectiveAndGradient(tao.get(), nullptr, evaluate, &problem));
    check(TaoSetTolerances(tao.get(), 1e-8, 0, 0));
    check(TaoSetRecycleHistory(tao.get(), PETSC_TRUE));
    PetscInt iterations = 0;
    for (const char* size : sizes) {
      check(PetscOptionsSetValue(nullptr, "-tao_pblbfgs_hist", size));
      check(TaoSetFromOptions(tao.get()));
      check(VecSet(x.get(), 0));
      check(TaoSolve(tao.get()));
      check(TaoGetIterationNumber(tao.get(), &iterations));
    }
    check(PetscOptionsClearValue(nullptr, "-tao_pblbfgs_hist"));
    problem.replicated.reset();
    return static_cast<int>(iterations);
  };
  const int fresh = iterations_of({"3"}), kept = iterations_of({"3", "3"});
  EXPECT_NE(kept, fresh);
  EXPECT_EQ(iterations_of({"20", "3"}), fresh);
}

}  // namespace
}  // namespace trireme::optim
