// SPDX-License-Identifier: Apache-2.0
// Stopping and going on, from the outside: a run that was interrupted in any way ends as the uninterrupted
// one does.
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

using nlohmann::json;
using test::JobResult;

// A channel with a few hundred vertices that takes about ten steps.
constexpr char channel[] =
    "mesh.generate.kind=box boundary.x_min=far_field boundary.x_max=far_field boundary.y_min=slip_wall "
    "boundary.y_max=far_field boundary.z_min=symmetry boundary.z_max=symmetry flow.angle_of_attack=3 "
    "pseudo_time.cfl_initial=10 output.volume=false output.surface=false output.pressure_csv=false ";

class RestartedProgram : public ::testing::Test {
 protected:
  static std::string program(const std::string& name, const std::string& more, int vertices = 300) {
    return std::string(TRIREME_TEST_PROGRAM) + " " + channel + "output.name=" + name +
           " mesh.generate.target_vertices=" + std::to_string(vertices) + " --json-report " + name +
           ".json " + more;
  }
  JobResult run(int ranks, const std::string& name, const std::string& more, int vertices = 300) const {
    return folder_.run(launcher(ranks) + program(name, more, vertices));
  }
  static std::string launcher(int ranks) {
    return std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " ";
  }
  json report(const std::string& name) const {
    return json::parse(test::file_text(folder_.path() / (name + ".json")));
  }
  std::string hash_of_file(const std::string& name) const {
    const JobResult job = folder_.run(launcher(1) + TRIREME_TEST_STATE_HASH + " " + name);
    EXPECT_EQ(job.exit_code, 0) << job.err;
    return job.out.substr(0, job.out.find('\n'));
  }
  // The history without the column of the time, which is another in every run.
  std::string history(const std::string& name) const {
    std::istringstream lines(test::file_text(folder_.path() / (name + "_history.csv")));
    std::string text;
    std::size_t time = std::string::npos;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream cells(line);
      std::size_t column = 0;
      for (std::string cell; std::getline(cells, cell, ','); ++column) {
        if (cell == "time [s]") time = column;
        if (column != time) text += cell + ',';
      }
      text += '\n';
    }
    EXPECT_NE(time, std::string::npos) << "no column of the time";
    return text;
  }
  void copy(const std::string& from, const std::string& to) const {
    std::filesystem::copy_file(folder_.path() / from, folder_.path() / to,
                               std::filesystem::copy_options::overwrite_existing);
  }
  // Every step of `part` has the bits of the same step of `whole`.
  void expect_same_steps(const json& part, const json& whole) const {
    ASSERT_GT(part["history"].size(), 0u);
    for (const json& step : part["history"]) {
      const json& expected = whole["history"].at(step["step"].get<std::size_t>());
      EXPECT_EQ(step["state_hash"], expected["state_hash"]) << step["step"];
      EXPECT_EQ(step["cfl"], expected["cfl"]) << step["step"];
      EXPECT_EQ(step["residual"], expected["residual"]) << step["step"];
    }
  }

  test::JobFolder folder_{"restart_test"};
};

TEST_F(RestartedProgram, GoesOnWithTheSameBitsAndOneHistory) {
  for (const int ranks : {1, 2}) {
    ASSERT_EQ(run(ranks, "whole", "").exit_code, 0);
    ASSERT_EQ(run(ranks, "part", "pseudo_time.max_steps=4").exit_code, 3);
    const JobResult job = run(ranks, "part", "restart.file=part_state.h5");
    ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
    EXPECT_NE(job.out.find("continuing part_state.h5 after step 4"), std::string::npos) << job.out;
    const json whole = report("whole"), part = report("part");
    EXPECT_EQ(part["history"].front()["step"], 4);
    expect_same_steps(part, whole);
    for (const char* key : {"state_hash", "steps", "linear_iterations", "initial_residual", "residual"}) {
      EXPECT_EQ(part[key], whole[key]) << key;
    }
    EXPECT_EQ(history("part"), history("whole"));
  }
}

// A gas, with all that such a run has to remember: first-order steps, a limiter that freezes, tolerances
// from the former step, coefficients that settle. Interrupted in every phase.
constexpr char gas[] =
    "flow.equations=compressible_euler flow.mach=0.5 limiter.type=venkatakrishnan "
    "limiter.freeze_after_drop=50 "
    "start_up.first_order_drop=3 linear_solver.forcing_term=eisenstat_walker pseudo_time.residual_drop=1e12 "
    "convergence.cauchy_window=4 convergence.cauchy_tolerance=1e-4 convergence.cauchy_after_drop=20 ";

TEST_F(RestartedProgram, GasGoesOnWithTheSameBitsFromEveryPhase) {
  for (const int ranks : {1, 2}) {
    const JobResult all = run(ranks, "whole", gas);
    ASSERT_EQ(all.exit_code, 0) << all.out << all.err;
    const json whole = report("whole");
    EXPECT_EQ(whole["reason"], "force coefficients settled");
    EXPECT_NE(all.out.find("second order from here on"), std::string::npos) << all.out;
    EXPECT_NE(all.out.find("the limiter is frozen from here on"), std::string::npos) << all.out;
    const int steps = whole["steps"].get<int>();
    for (int first = 1; first < steps; first += ranks + 1) {
      ASSERT_EQ(run(ranks, "part", gas + ("pseudo_time.max_steps=" + std::to_string(first))).exit_code, 3);
      const JobResult rest = run(ranks, "part", std::string(gas) + "restart.file=part_state.h5");
      ASSERT_EQ(rest.exit_code, 0) << rest.out << rest.err;
      const json part = report("part");
      expect_same_steps(part, whole);
      EXPECT_EQ(part["steps"], whole["steps"]) << "interrupted after " << first;
      EXPECT_EQ(part["state_hash"], whole["state_hash"]) << "interrupted after " << first;
      EXPECT_EQ(history("part"), history("whole"));
    }
    const JobResult again = run(ranks, "whole", std::string(gas) + "restart.file=whole_state.h5");
    ASSERT_EQ(again.exit_code, 0) << again.out << again.err;
    EXPECT_EQ(report("whole")["steps"], steps) << "what has settled ends at once";
  }
}

TEST_F(RestartedProgram, AFrozenLimiterIsForgottenByARunWithAnother) {
  ASSERT_EQ(run(1, "frozen", gas).exit_code, 0);
  for (const char* type : {"none", "barth_jespersen"}) {
    const JobResult job =
        run(1, "other", gas + ("restart.file=frozen_state.h5 limiter.type=" + std::string(type)));
    EXPECT_EQ(job.exit_code, 0) << job.out << job.err;
    EXPECT_NE(job.out.find("limiter.type: venkatakrishnan -> "), std::string::npos) << job.out;
  }
}

TEST_F(RestartedProgram, GoesOnAtAnotherRankCount) {
  ASSERT_EQ(run(2, "part", "pseudo_time.max_steps=4").exit_code, 3);
  const std::string written = report("part")["state_hash"];
  ASSERT_EQ(run(1, "same", "pseudo_time.max_steps=4 restart.file=part_state.h5").exit_code, 3);
  EXPECT_EQ(report("same")["state_hash"], written) << "what was read is what was written";
  ASSERT_EQ(run(1, "part", "restart.file=part_state.h5").exit_code, 0);
  ASSERT_EQ(run(2, "whole", "").exit_code, 0);
  const double lift = report("whole")["forces"]["lift"];
  EXPECT_NEAR(report("part")["forces"]["lift"].get<double>(), lift, 1e-7 * std::abs(lift));
  const double residual = report("whole")["history"][4]["residual"];
  EXPECT_NEAR(report("part")["history"][0]["residual"].get<double>(), residual, 1e-9 * residual);
}

TEST_F(RestartedProgram, StoppedByAFileOrTheClockItGoesOnWithTheSameBits) {
  ASSERT_EQ(run(2, "whole", "").exit_code, 0);
  std::ofstream(folder_.path() / "STOP") << "";
  ASSERT_EQ(run(2, "part", "").exit_code, 6);
  ASSERT_EQ(run(2, "part", "restart.file=part_state.h5 run.wall_clock_limit=1e-6").exit_code, 6);
  EXPECT_EQ(report("part")["steps"], 2);
  ASSERT_EQ(run(2, "part", "restart.file=part_state.h5").exit_code, 0);
  expect_same_steps(report("part"), report("whole"));
  EXPECT_EQ(history("part"), history("whole"));
}

// Slow steps without end, so that the signal arrives between two of them.
TEST_F(RestartedProgram, StoppedByASignalItLeavesItsState) {
  for (const char* signal : {"TERM", "USR1"}) {
    const JobResult job = folder_.run(
        launcher(1) + "timeout -s " + signal + " 1.5 " +
        program("endless",
                "pseudo_time.cfl_initial=1e-3 pseudo_time.cfl_max=1e-3 pseudo_time.max_steps=1000000"));
    // timeout reports its own code when it had to act.
    EXPECT_TRUE(job.exit_code == 6 || job.exit_code == 124) << job.exit_code << job.err;
    EXPECT_EQ(report("endless")["exit_code"], 6);
    EXPECT_EQ(hash_of_file("endless_state.h5"), report("endless")["state_hash"]);
  }
}

TEST_F(RestartedProgram, DivergedRunsLeaveTheLastGoodState) {
  ASSERT_EQ(run(2, "wild", "pseudo_time.max_steps=3").exit_code, 3);
  const std::string good = report("wild")["state_hash"];
  // Updates that lead the wrong way.
  const JobResult job =
      run(2, "wild",
          "restart.file=wild_state.h5 pseudo_time.residual_growth_limit=1.5 pseudo_time.max_rejections=1 "
          "-ksp_type richardson -ksp_richardson_scale -3 -ksp_max_it 1");
  ASSERT_EQ(job.exit_code, 4) << job.out << job.err;
  EXPECT_EQ(hash_of_file("wild_state.h5"), good);
  ASSERT_EQ(run(2, "whole", "").exit_code, 0);
  ASSERT_EQ(run(2, "wild", "restart.file=wild_state.h5").exit_code, 0);
  expect_same_steps(report("wild"), report("whole"));
}

TEST_F(RestartedProgram, ChangedOptionsMakeANewRunThatSaysSo) {
  ASSERT_EQ(run(2, "three", "").exit_code, 0);
  const JobResult job = run(2, "four", "restart.file=three_state.h5 flow.angle_of_attack=4");
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  EXPECT_NE(job.out.find("flow.angle_of_attack: 3 -> 4"), std::string::npos) << job.out;
  EXPECT_EQ(report("four")["history"].front()["step"], 0);
  ASSERT_EQ(run(2, "direct", "flow.angle_of_attack=4").exit_code, 0);
  const double lift = report("direct")["forces"]["lift"];
  EXPECT_NEAR(report("four")["forces"]["lift"].get<double>(), lift, 1e-6 * std::abs(lift));
  // The drop counts from the free stream.
  EXPECT_NEAR(
      report("four")["initial_residual"].get<double>() / report("direct")["initial_residual"].get<double>(),
      1, 1e-9);
}

TEST_F(RestartedProgram, UnusableFilesAreRefusedWithTheReason) {
  ASSERT_EQ(run(1, "good", "pseudo_time.max_steps=1").exit_code, 3);
  copy("good_state.h5", "cut_state.h5");
  std::filesystem::resize_file(folder_.path() / "cut_state.h5",
                               std::filesystem::file_size(folder_.path() / "good_state.h5") / 2);
  std::ofstream(folder_.path() / "text_state.h5") << "a text that is no state of any run\n";
  const std::array<std::string, 3> refused[] = {
      {"cut_state.h5", "", "cut_state.h5"},
      {"text_state.h5", "", "no HDF5 file"},
      {"missing_state.h5", "", "no such file"},
      {"good_state.h5", "mesh.generate.box.perturbation=0.1", "another mesh"}};
  for (const auto& [file, more, reason] : refused) {
    for (const std::string check : {"", " --check"}) {
      const JobResult job = run(2, "other", "restart.file=" + file + " " + more + check);
      EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
      EXPECT_NE(job.err.find(reason), std::string::npos) << job.err;
      EXPECT_NE(job.err.find(file), std::string::npos) << job.err;
    }
  }
  EXPECT_EQ(run(2, "other", "restart.file=good_state.h5 --check").exit_code, 0);
}

// Kills at ten moments, from before the first writing on.
TEST_F(RestartedProgram, SurvivesKillsWhileItWrites) {
  const std::string endless =
      "pseudo_time.cfl_initial=1e-3 pseudo_time.cfl_max=1e-3 output.checkpoint_interval=1 ";
  const JobResult one_step = run(2, "killed", endless + "pseudo_time.max_steps=1");
  ASSERT_EQ(one_step.exit_code, 3) << one_step.out << one_step.err;
  for (int kill = 0; kill < 10; ++kill) {
    const std::string seconds = std::to_string(one_step.seconds * (0.9 + 0.1 * kill) + 0.037);
    const JobResult job = folder_.run(
        launcher(2) + "timeout -s KILL " + seconds + " " +
        program("killed", endless + "pseudo_time.max_steps=1000000 restart.file=killed_state.h5"));
    EXPECT_NE(job.exit_code, 0);
    EXPECT_EQ(hash_of_file("killed_state.h5").size(), 16u) << "kill " << kill;
  }
  const JobResult job =
      run(2, "killed",
          endless + "pseudo_time.max_steps=1000000 restart.file=killed_state.h5 run.wall_clock_limit=0.01");
  EXPECT_EQ(job.exit_code, 6) << job.out << job.err;
  // Runs did get to writing between the kills.
  EXPECT_GT(report("killed")["steps"].get<int>(), 5);
}

// A disk that holds one state file but not two.
TEST_F(RestartedProgram, AFullDiskEndsTheRunAndKeepsTheFormerFile) {
  if (folder_.run("mkdir disk; mount -t tmpfs -o size=1300k trireme_restart_test disk").exit_code != 0)
    GTEST_SKIP() << "no right to mount a small file system";
  const std::string where = "output.directory=disk output.history=false ";
  const JobResult first = run(2, "full", where + "pseudo_time.max_steps=1", 20000);
  const std::string before = hash_of_file("disk/full_state.h5");
  const JobResult job = run(
      2, "full",
      where + "pseudo_time.max_steps=3 restart.file=disk/full_state.h5 output.checkpoint_interval=1", 20000);
  const std::string after = hash_of_file("disk/full_state.h5");
  folder_.run("umount disk");
  EXPECT_EQ(first.exit_code, 3) << first.out << first.err;
  EXPECT_EQ(job.exit_code, 5) << job.out << job.err;
  EXPECT_NE(job.err.find("full_state.h5"), std::string::npos) << job.err;
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace trireme
