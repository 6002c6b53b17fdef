// SPDX-License-Identifier: Apache-2.0
// On real data sets `dance` and `pblbfgs` end at the optimum of others, on the same rows rounded to single
// precision: of TAO's Newton method, and of liblinear where the machine has it.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <petscksp.h>

#include "optim/data/load_samples.hpp"
#include "optim/petsc/full_batch.hpp"
#include "optim/problem/linear_model.hpp"
#include "tests/optim/petsc/solve_samples.hpp"
#include "tests/solvers/program/launched_job.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::optim {
namespace {

using petsc::check;

constexpr double accuracy = 1e-8;  // of the objective, relative

// Logistic regression on unit rows with lambda = 1/N.
struct Regression {
  std::shared_ptr<const Samples> samples;
  LinearModel model;
  double lambda;
  RegularizedObjective objective;

  Regression(const comm::Communicator& comm, const std::string& path)
      : samples(std::make_shared<const Samples>(
            load_libsvm(comm, path, IndexBase::automatic, {.unit_rows = true}))),
        model(samples, LinearLoss::logistic, Accumulation::reproducible),
        lambda(1 / static_cast<double>(samples->n_samples)),
        objective(model, lambda) {}

  double at(const std::vector<double>& w) {
    std::vector<double> g(w.size());
    return objective.value_gradient(w, {0, samples->n_samples}, g);
  }
  std::vector<double> by_nls() {
    const MPI_Comm comm = model.comm().handle();
    PetscHolder<Vec> w;
    check(VecCreate(comm, w.place()));
    check(VecSetSizes(w.get(), PETSC_DECIDE, static_cast<PetscInt>(model.dim())));
    check(VecSetType(w.get(), VECSTANDARD));
    PetscHolder<Tao> tao;
    check(TaoCreate(comm, tao.place()));
    check(TaoSetType(tao.get(), TAONLS));
    check(TaoSetSolution(tao.get(), w.get()));
    check(TaoSetTolerances(tao.get(), 1e-8, 0, 0));
    const FullBatch callbacks(tao.get(), objective, {});
    KSP ksp = nullptr;
    PC pc = nullptr;
    check(TaoGetKSP(tao.get(), &ksp));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCNONE));
    check(TaoSolve(tao.get()));
    TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
    check(TaoGetConvergedReason(tao.get(), &reason));
    EXPECT_GT(reason, 0);
    std::vector<double> weights(static_cast<std::size_t>(model.dim()));
    ReplicatedSolution(w.get()).gather(w.get(), weights);
    return weights;
  }
};

class Optimum : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Data, Optimum, ::testing::Values("a9a", "w8a", "mushrooms"));

std::string file_of(const std::string& folder, const char* name) {
  return folder + "/" + name + ".gz";
}

TEST_P(Optimum, OfDanceAndPblbfgsIsThatOfNls) {
  TRIREME_DATA_FILE(folder, "ml");
  Regression problem(comm::Communicator(PETSC_COMM_WORLD), file_of(folder, GetParam()));
  const double expected = problem.at(problem.by_nls());
  const test::Solved dance =
      test::solve(problem.model, {.options = {{"-tao_dance_stop", "tao"}}, .tolerance = 1e-7});
  EXPECT_EQ(dance.reason, TAO_CONVERGED_GATOL);
  EXPECT_NEAR(problem.at(dance.weights) / expected, 1, accuracy);
  const test::Solved pblbfgs =
      test::solve(problem.model,
                  {.type = "pblbfgs", .lambda = problem.lambda, .max_iterations = 3000, .tolerance = 4e-7});
  EXPECT_EQ(pblbfgs.reason, TAO_CONVERGED_GATOL);
  EXPECT_NEAR(problem.at(pblbfgs.weights) / expected, 1, accuracy);
}

// In LIBSVM's format, with all digits of the rounded entries.
void write_samples(const Samples& samples, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  for (std::size_t row = 0; row < samples.targets.size(); ++row) {
    std::fputs(samples.targets[row] > 0 ? "+1" : "-1", file);
    for (auto e = static_cast<std::size_t>(samples.offsets[row]);
         e < static_cast<std::size_t>(samples.offsets[row + 1]); ++e)
      std::fprintf(file, " %d:%.9g", samples.columns[e] + 1, static_cast<double>(samples.values[e]));
    std::fputc('\n', file);
  }
  std::fclose(file);
}

// Weights of the positive class.
std::vector<double> read_liblinear_model(const std::string& path, std::size_t dim) {
  std::ifstream file(path);
  std::string word;
  double first_label = 0;
  while (file >> word && word != "w")
    if (word == "label") file >> first_label;
  std::vector<double> w(dim);
  for (double& entry : w) {
    file >> entry;
    entry *= first_label;
  }
  EXPECT_FALSE(file.fail());
  return w;
}

TEST_P(Optimum, OfDanceIsThatOfLiblinear) {
  TRIREME_DATA_FILE(folder, "ml");
  if (std::system("command -v liblinear-train > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "liblinear-train is not installed";
  const comm::Communicator self = comm::Communicator::self();
  if (!comm::Communicator(PETSC_COMM_WORLD).is_root()) return;
  Regression problem(self, file_of(folder, GetParam()));
  ASSERT_FALSE(problem.samples->is_dense);
  const trireme::test::JobFolder work("optimum_test");
  write_samples(*problem.samples, (work.path() / "rows").string());
  // liblinear minimises w'w / 2 + C times the sum of the losses: C = 1 / (N lambda).
  ASSERT_EQ(work.run("liblinear-train -q -s 0 -c 1 -e 1e-7 rows model").exit_code, 0);
  const double expected = problem.at(
      read_liblinear_model((work.path() / "model").string(), static_cast<std::size_t>(problem.model.dim())));
  const test::Solved dance =
      test::solve(problem.model, {.options = {{"-tao_dance_stop", "tao"}}, .tolerance = 1e-7});
  EXPECT_NEAR(problem.at(dance.weights) / expected, 1, accuracy);
}

}  // namespace
}  // namespace trireme::optim
