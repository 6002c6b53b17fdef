// SPDX-License-Identifier: Apache-2.0
// trireme-amg as a user meets it: decks, solvers, files, reports, exit codes and messages.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "solvers/base/types.hpp"
#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

class TriremeAmg : public ::testing::Test {
 protected:
  test::JobResult run(int ranks, const std::string& arguments) {
    return folder_.run(
        fmt::format("{} -n {} {} {}", TRIREME_TEST_MPIEXEC, ranks, TRIREME_TEST_PROGRAM, arguments));
  }
  nlohmann::json report(int ranks, const std::string& arguments, int exit_code = 0) {
    const auto job = run(ranks, arguments + " --json-report report.json");
    EXPECT_EQ(job.exit_code, exit_code) << arguments << "\n" << job.out << job.err;
    return nlohmann::json::parse(test::file_text(folder_.path() / "report.json"), nullptr, false);
  }
  void expect_refused(int ranks, const std::string& arguments, const std::string& part) {
    const auto job = run(ranks, arguments);
    EXPECT_EQ(job.exit_code, 2) << arguments << "\n" << job.out << job.err;
    EXPECT_NE(job.err.find(part), std::string::npos) << job.err;
    EXPECT_EQ(job.err.find(part), job.err.rfind(part)) << "said twice:\n" << job.err;
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
  }

  test::JobFolder folder_{"trireme_amg_test"};
};

void expect_solved(const nlohmann::json& report, double tolerance) {
  EXPECT_EQ(report.at("converged"), true);
  EXPECT_GT(report.at("iterations").get<int>(), 1);
  EXPECT_LT(report.at("residual").get<double>(), 1.1 * tolerance);
  EXPECT_GE(report.at("time").at("setup").get<double>(), 0);
  EXPECT_GT(report.at("time").at("solve").get<double>(), 0);
  EXPECT_TRUE(report.at("time").contains("resetup"));
  EXPECT_TRUE(report.at("time").contains("phases"));
  for (const char* key :
       {"levels", "operator_complexity", "grid_complexity", "nnz_ap", "hierarchy_hash", "fom", "hypre"})
    EXPECT_TRUE(report.contains(key)) << key;
}

TEST_F(TriremeAmg, SolvesWithGamgOnAnyRankCount) {
  for (const int ranks : {1, 2, 3, 4})
    expect_solved(report(ranks, "problem=laplace_7 generate.n=8 solver.kind=gamg rhs=random"), 1e-8);
  const auto beam =
      report(2, "problem=elasticity generate.n=5 --solver gamg solver.repeat=3 solver.resetup=true");
  expect_solved(beam, 1e-8);
  EXPECT_EQ(beam.at("repetitions").size(), 3u);
  EXPECT_EQ(beam.at("matrix").at("rows"), 375);
  EXPECT_GT(beam.at("time").at("resetup").get<double>(), 0);
  EXPECT_EQ(beam.at("resetup").at("converged"), true);
}

TEST_F(TriremeAmg, SolvesWithTheProjectsOwnMultigrid) {
  for (const int ranks : {1, 2, 4}) {
    const auto one = report(ranks, "problem=laplace_27 generate.n=9 solver.resetup=true");
    expect_solved(one, 1e-8);
    ASSERT_GT(one.at("levels").size(), 1u);
    EXPECT_EQ(one.at("levels")[0].at("nonzeros"), 15625);
    EXPECT_GT(one.at("levels")[0].at("interpolation_nonzeros"), 729);
    EXPECT_GT(one.at("operator_complexity").get<double>(), 1);
    EXPECT_GT(one.at("fom").at("p1").get<double>(), 0);
    EXPECT_GT(one.at("memory").at("hierarchy_bytes").get<double>(), 12 * 15625);
    EXPECT_GT(one.at("time").at("phases").at("hierarchy").get<double>(), 0);
    for (const char* key : {"resetup", "resetup_first", "resetup_kept"})
      EXPECT_GT(one.at("time").at(key).get<double>(), 0) << key;
    for (const char* key : {"strength", "coarsening", "interpolation", "transpose", "product", "packing"})
      EXPECT_GT(one.at("time").at("phases").at(key).get<double>(), 0) << key;
    EXPECT_LE(one.at("resetup").at("iterations").get<int>(), one.at("iterations").get<int>() + 1);
    // The scaling moves the null space; kept weights are scaled with it.
    EXPECT_LE(one.at("resetup").at("iterations_kept").get<int>(), one.at("iterations").get<int>() + 1);
    EXPECT_GT(one.at("memory").at("kept_bytes").get<double>(), 0);
    EXPECT_GT(one.at("memory").at("plan_bytes").get<double>(), 0);
    EXPECT_EQ(one.at("hierarchy_hash").get<std::string>().size(), 16u);
  }
  expect_solved(report(2, "problem=laplace_7 generate.n=9 -pc_trireme_precision single"), 1e-8);
  expect_solved(report(2,
                       "problem=amg2023_27 generate.n=9 solver.krylov=gmres solver.relative_tolerance=1e-12 "
                       "-pc_trireme_precision single"),
                1e-12);
  expect_solved(report(2, "problem=laplace_7 generate.n=9 generate.neumann=true rhs=random"), 1e-8);
  expect_solved(report(2, "problem=laplace_7 generate.n=9 generate.negate=true"), 1e-8);
  expect_solved(report(2, "problem=laplace_5 generate.n=20 generate.identity_rows=100"), 1e-8);
  expect_solved(report(2, "problem=convection_diffusion generate.n=9"), 1e-8);
}

TEST_F(TriremeAmg, CountsMessagesOfPartsThatDoNotRun) {
  const auto run = report(1, "problem=laplace_7 generate.n=14 solver.message_parts=6");
  const auto& rows = run.at("messages");
  ASSERT_EQ(rows.size(), 4U) << "1, 2, 4 and 6 parts";
  EXPECT_EQ(rows[0].at("messages"), 0);
  EXPECT_EQ(rows[0].at("reductions"), 0);
  for (std::size_t k = 1; k < rows.size(); ++k) {
    EXPECT_GT(rows[k].at("messages"), rows[k - 1].at("messages"));
    EXPECT_GT(rows[k].at("bytes"), rows[k - 1].at("bytes"));
    EXPECT_EQ(rows[k].at("parts_of_levels")[0], rows[k].at("parts"));
  }
  expect_refused(2, "problem=laplace_7 generate.n=6 solver.message_parts=4", "solver.message_parts is 4");
  expect_refused(1, "problem=laplace_7 generate.n=6 solver.kind=gamg solver.message_parts=4",
                 "does not fit gamg");
}

TEST_F(TriremeAmg, NeumannNegatedAndNonsymmetricSystemsAreSolved) {
  expect_solved(report(2, "problem=laplace_7 generate.n=8 generate.neumann=true rhs=random solver.kind=gamg"),
                1e-8);
  const auto negated = report(
      2, "problem=laplace_7 generate.n=6 generate.negate=true solver.kind=gamg -mg_levels_pc_type jacobi");
  EXPECT_EQ(negated.at("krylov"), "gmres");
  expect_solved(report(2, "problem=convection_diffusion generate.n=6 solver.kind=gamg"), 1e-8);
}

#ifdef TRIREME_HAVE_HYPRE
TEST_F(TriremeAmg, HypreRunsTellOfTheirHierarchy) {
  for (const int ranks : {1, 2}) {
    for (const char* preset : {"hmis6", "pmis17", "amg2023_p2"}) {
      const auto one =
          report(ranks, fmt::format("problem=laplace_27 generate.n=9 solver.kind=hypre:{}", preset));
      expect_solved(one, 1e-8);
      ASSERT_GT(one.at("levels").size(), 1u);
      EXPECT_EQ(one.at("levels")[0].at("rows"), 729);
      EXPECT_EQ(one.at("levels")[0].at("nonzeros"), 15625);
      GlobalIndex nnz_ap = 0;
      for (const auto& level : one.at("levels"))
        nnz_ap +=
            level.at("nonzeros").get<GlobalIndex>() + level.at("interpolation_nonzeros").get<GlobalIndex>();
      EXPECT_EQ(one.at("nnz_ap"), nnz_ap);
      const double setup = one.at("time").at("setup"), solve = one.at("time").at("solve");
      EXPECT_NEAR(one.at("fom").at("p1").get<double>(), static_cast<double>(nnz_ap) / (setup + solve),
                  1e-6 * one.at("fom").at("p1").get<double>());
      EXPECT_NEAR(one.at("fom").at("p2").get<double>(), static_cast<double>(nnz_ap) / (setup + 3 * solve),
                  1e-6 * one.at("fom").at("p2").get<double>());
      EXPECT_GT(one.at("memory").at("hierarchy_bytes").get<double>(), 12 * 15625);
    }
  }
  expect_refused(2, "solver.kind=hypre:hmis7", "did you mean");
  expect_refused(1, "solver.kind=hypre:hmis6 solver.resetup=true", "no numeric re-setup");
}
#endif

TEST_F(TriremeAmg, ReadsMatricesAndRightHandSides) {
  // A chain of 40 points, twice: Matrix Market and two parts of hypre's.
  std::string market = "%%MatrixMarket matrix coordinate real symmetric\n40 40 79\n";
  std::string parts[2] = {"0 24 0 24\n", "25 39 25 39\n"};
  std::string rhs = "%%MatrixMarket matrix array real general\n40 1\n";
  for (int i = 0; i < 40; ++i) {
    market += fmt::format("{} {} 2\n", i + 1, i + 1);
    if (i > 0) market += fmt::format("{} {} -1\n", i + 1, i);
    rhs += fmt::format("{}\n", i % 3 - 1);
    std::string& part = parts[i < 25 ? 0 : 1];
    part += fmt::format("{} {} 2\n", i, i);
    if (i > 0) part += fmt::format("{} {} -1\n", i, i - 1);
    if (i < 39) part += fmt::format("{} {} -1\n", i, i + 1);
  }
  write("chain.mtx", market);
  write("rhs.mtx", rhs);
  write("chain.ij.00000", parts[0]);
  write("chain.ij.00001", parts[1]);
  for (const int ranks : {1, 3}) {
    const auto from_market =
        report(ranks, "matrix.file=chain.mtx rhs=file rhs_file=rhs.mtx solver.kind=gamg");
    expect_solved(from_market, 1e-8);
    EXPECT_EQ(from_market.at("krylov"), "cg");
    EXPECT_EQ(from_market.at("matrix").at("nonzeros"), 118);
    EXPECT_EQ(report(ranks, "matrix.file=chain.ij solver.kind=gamg").at("matrix").at("nonzeros"), 118);
  }
  // One matrix only is viewed: Jacobi makes no others.
  report(1, "matrix.file=chain.mtx solver.kind=gamg -pc_type jacobi -mat_view binary:chain.bin");
  for (const int ranks : {1, 2, 3}) {
    const auto from_petsc = report(ranks, "matrix.file=chain.bin solver.kind=gamg solver.krylov=cg");
    expect_solved(from_petsc, 1e-8);
    EXPECT_EQ(from_petsc.at("matrix").at("nonzeros"), 118);
  }
  write("cut.mtx", market.substr(0, market.size() / 2));
  expect_refused(4, "matrix.file=cut.mtx", "cut.mtx:2: the header promises");
  write("wrong.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 7 1.0\n");
  expect_refused(3, "matrix.file=wrong.mtx", "wrong.mtx:3: the entry stands in row 1, column 7");
  expect_refused(2, "matrix.file=none.mtx", "cannot open 'none.mtx'");
  expect_refused(2, "matrix.file=none", "cannot open 'none'");
  expect_refused(2, "matrix.file=rhs.mtx", "dense array");
  expect_refused(1, "matrix.file=chain.mtx matrix.block_size=3", "no whole number of blocks");
  write("garbage.bin", "this is no matrix of PETSc");
  expect_refused(2, "matrix.file=garbage.bin", "garbage.bin: PETSc cannot load it");
}

TEST_F(TriremeAmg, EndsAsItShould) {
  const auto limited =
      report(2, "problem=laplace_7 generate.n=8 solver.kind=gamg solver.max_iterations=1", 3);
  EXPECT_EQ(limited.at("converged"), false);
  EXPECT_EQ(limited.at("exit_code"), 3);
  expect_refused(2, "solver.kind=ours", "is not known");
  expect_refused(2, "generate.m=8", "generate.m");
  expect_refused(2, "rhs=file", "rhs_file is not set");
  expect_refused(2, "problem=elasticity generate.neumann=true", "generate.neumann does not fit");
  expect_refused(1, "problem=laplace_6", "laplace_6");
  EXPECT_EQ(run(2, "--check problem=jumps solver.kind=gamg").exit_code, 0);
  const auto help = run(1, "--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("generate.aspect_ratio"), std::string::npos);
  const auto made = run(1, "--write-template");
  EXPECT_EQ(made.exit_code, 0);
  write("template.yaml", made.out);
  EXPECT_EQ(run(1, "--check template.yaml solver.kind=gamg").exit_code, 0);
}

}  // namespace
}  // namespace trireme
