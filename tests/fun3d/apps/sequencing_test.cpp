// SPDX-License-Identifier: Apache-2.0
// Grid sequencing from the outside: coarser meshes save steps and change nothing of the result; what a run
// says of them, how it stops and goes on there, which meshes it refuses.
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

// The unit square in n by n cells with a bulge in its floor; length: of a side.
std::string square(int n, double length = 1, const std::string& floor = "floor") {
  std::ostringstream text;
  text << "NDIME= 2\nNELEM= " << n * n << "\n";
  const auto point = [&](int i, int j) { return j * (n + 1) + i; };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      text << "9 " << point(i, j) << " " << point(i + 1, j) << " " << point(i + 1, j + 1) << " "
           << point(i, j + 1) << "\n";
    }
  }
  text << "NPOIN= " << (n + 1) * (n + 1) << "\n";
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = static_cast<double>(i) / n, height = 0.4 * x * x * (1 - x) * (1 - x);
      text << length * x << " " << length * (height + (1 - height) * j / n) << "\n";
    }
  }
  text << "NMARK= 4\n";
  const auto marker = [&](const std::string& name, auto&& from) {
    text << "MARKER_TAG= " << name << "\nMARKER_ELEMS= " << n << "\n";
    for (int k = 0; k < n; ++k) text << "3 " << from(k) << " " << from(k + 1) << "\n";
  };
  marker("inflow", [&](int k) { return point(0, n - k); });
  marker("outflow", [&](int k) { return point(n, k); });
  marker("roof", [&](int k) { return point(n - k, n); });
  marker(floor, [&](int k) { return point(k, 0); });
  return text.str();
}

constexpr char triangle[] =
    "NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3\n0 0\n1 0\n0.3 0.8\nNMARK= 2\n"
    "MARKER_TAG= wall\nMARKER_ELEMS= 1\n3 0 1\nMARKER_TAG= far\nMARKER_ELEMS= 2\n3 1 2\n3 2 0\n";

class Sequencing : public ::testing::Test {
 protected:
  Sequencing() {
    write("coarse.su2", square(4));
    write("medium.su2", square(8));
    write("fine.su2", square(16));
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  JobResult run(int ranks, const std::string& name, const std::string& more) const {
    return folder_.run(std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " " +
                       TRIREME_TEST_PROGRAM +
                       " flow.angle_of_attack=2 boundary.inflow=far_field boundary.outflow=far_field "
                       "boundary.roof=far_field boundary.floor=slip_wall mesh.file=fine.su2 "
                       "output.surface=false output.pressure_csv=false output.name=" +
                       name + " --json-report " + name + ".json " + more);
  }
  json report(const std::string& name) const {
    return json::parse(test::file_text(folder_.path() / (name + ".json")));
  }
  // The numbers of one column of the history.
  std::vector<double> history(const std::string& name, const std::string& wanted) const {
    std::istringstream lines(test::file_text(folder_.path() / (name + "_history.csv")));
    std::vector<double> values;
    std::size_t at = std::string::npos;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream cells(line);
      std::size_t column = 0;
      for (std::string cell; std::getline(cells, cell, ','); ++column) {
        if (at == std::string::npos && cell == wanted) at = column;
        if (at == column && cell != wanted) values.push_back(std::stod(cell));
      }
    }
    return values;
  }
  void expect_same_steps(const std::string& part, const std::string& whole) const {
    const json steps = report(part)["history"], all = report(whole)["history"];
    ASSERT_GT(steps.size(), 0u);
    for (const json& step : steps) {
      const json& expected = all.at(step["step"].get<std::size_t>());
      EXPECT_EQ(step["state_hash"], expected["state_hash"]) << step["step"];
      EXPECT_EQ(step["level"], expected["level"]) << step["step"];
    }
    EXPECT_EQ(report(part)["state_hash"], report(whole)["state_hash"]);
    EXPECT_EQ(history(part, "step"), history(whole, "step"));
    EXPECT_EQ(history(part, "level"), history(whole, "level"));
    EXPECT_EQ(history(part, "residual [1]"), history(whole, "residual [1]"));
  }

  test::JobFolder folder_{"sequencing_test"};
};

constexpr char both[] = "sequencing.meshes=[coarse.su2,medium.su2] ";
constexpr char gas[] = "flow.equations=compressible_euler flow.mach=0.5 ";

TEST_F(Sequencing, EndsAsTheDirectRunInFewerStepsOfTheFinestMesh) {
  ASSERT_EQ(run(1, "direct", gas).exit_code, 0);
  for (const int ranks : {1, 2, 3, 4}) {
    const JobResult job = run(ranks, "sequenced", std::string(gas) + both);
    ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
    const json direct = report("direct"), sequenced = report("sequenced");
    for (const char* force : {"lift", "drag"}) {
      const double expected = direct["forces"][force];
      EXPECT_NEAR(sequenced["forces"][force].get<double>(), expected, 1e-7 * std::abs(expected)) << force;
    }
    ASSERT_EQ(sequenced["levels"].size(), 3u);
    ASSERT_EQ(direct["levels"].size(), 1u);
    EXPECT_LT(sequenced["levels"][2]["steps"], direct["steps"]);
    if (ranks == 1) {
      EXPECT_LT(sequenced["levels"][2]["linear_iterations"], direct["linear_iterations"]);
    }
    // What the drop is measured against does not depend on where a run begins.
    EXPECT_NEAR(sequenced["initial_residual"].get<double>() / direct["initial_residual"].get<double>(), 1,
                1e-9);
  }
}

TEST_F(Sequencing, SaysWhatEachMeshTook) {
  const JobResult job = run(2, "wing", both);
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  for (const char* part : {"coarser mesh coarse.su2: 50 vertices", "mesh 1 of 3: coarse.su2",
                           "mesh 3 of 3: fine.su2", "[1/3] converged after", "[3/3]     "}) {
    EXPECT_NE(job.out.find(part), std::string::npos) << part << "\n" << job.out;
  }
  const json r = report("wing");
  std::int64_t steps = 0, iterations = 0;
  for (const json& level : r["levels"]) {
    steps += level["steps"].get<std::int64_t>();
    iterations += level["linear_iterations"].get<std::int64_t>();
    EXPECT_EQ(level["reason"], "converged");
    EXPECT_GE(level["seconds"].get<double>(), 0);
  }
  EXPECT_EQ(r["steps"], steps);
  EXPECT_EQ(r["linear_iterations"], iterations);
  EXPECT_EQ(r["levels"][0]["vertices"], 50);
  EXPECT_EQ(r["levels"][2]["vertices"], 578);
  EXPECT_GT(r["levels"][1]["drop"].get<double>(), 100);
  EXPECT_LT(r["levels"][1]["drop"].get<double>(), 1e6);
  EXPECT_EQ(r["mesh"]["vertices"], 578);
  // The history counts on through the meshes.
  const std::vector<double> step = history("wing", "step"), level = history("wing", "level"),
                            time = history("wing", "time [s]");
  ASSERT_EQ(step.size(), static_cast<std::size_t>(steps));
  EXPECT_EQ(level.front(), 1);
  EXPECT_EQ(level.back(), 3);
  for (std::size_t i = 1; i < step.size(); ++i) {
    EXPECT_EQ(step[i], step[i - 1] + 1);
    EXPECT_GE(level[i], level[i - 1]);
    EXPECT_GE(time[i], time[i - 1]);
  }
}

TEST_F(Sequencing, RefinedAndGeneratedMeshesHaveCoarserOnes) {
  ASSERT_EQ(run(2, "direct", "mesh.file=coarse.su2 mesh.refine=2").exit_code, 0);
  const JobResult job = run(2, "refined", "mesh.file=coarse.su2 mesh.refine=2 sequencing.levels=2");
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  const json r = report("refined");
  ASSERT_EQ(r["levels"].size(), 3u);
  EXPECT_EQ(r["levels"][1]["vertices"], 2 * 9 * 9);
  EXPECT_LT(r["levels"][2]["steps"], report("direct")["steps"]);
  const double lift = report("direct")["forces"]["lift"];
  EXPECT_NEAR(r["forces"]["lift"].get<double>(), lift, 1e-7 * std::abs(lift));

  const JobResult generated = folder_.run(
      std::string(TRIREME_TEST_MPIEXEC) + " -n 2 " + TRIREME_TEST_PROGRAM +
      " mesh.generate.kind=bump mesh.generate.target_vertices=1000 sequencing.levels=1 "
      "flow.equations=compressible_euler flow.mach=0.4 boundary.inlet=far_field boundary.outlet=far_field "
      "output.name=bump --json-report bump.json");
  ASSERT_EQ(generated.exit_code, 0) << generated.out << generated.err;
  EXPECT_LT(report("bump")["levels"][0]["vertices"], 250);
}

TEST_F(Sequencing, CoarseMeshesMayHaveFewerVerticesThanThereAreRanks) {
  write("triangle.su2", triangle);
  const std::string program = std::string(TRIREME_TEST_MPIEXEC) + " -n ";
  const std::string rest = std::string(" ") + TRIREME_TEST_PROGRAM +
                           " mesh.file=triangle.su2 mesh.refine=2 flow.angle_of_attack=2 output.name=few "
                           "output.volume=false --json-report few.json ";
  ASSERT_EQ(folder_.run(program + "1" + rest).exit_code, 0);
  const double lift = report("few")["forces"]["lift"];
  const JobResult job = folder_.run(program + "7" + rest + "sequencing.levels=2");
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  EXPECT_EQ(report("few")["levels"][0]["vertices"], 6);
  EXPECT_NEAR(report("few")["forces"]["lift"].get<double>(), lift, 1e-7 * std::abs(lift));
}

// Every run ends after one step, by a budget that is used up at once.
TEST_F(Sequencing, StoppedOnAnyMeshItGoesOnThereWithTheSameBits) {
  const std::string deck =
      std::string(gas) + both + "sequencing.residual_drop=50 pseudo_time.residual_drop=1e3 ";
  ASSERT_EQ(run(2, "whole", deck).exit_code, 0);
  std::string restart;
  int stops[] = {0, 0, 0};  // on each mesh
  for (int runs = 0; runs < 50; ++runs) {
    const JobResult job = run(2, "part", deck + restart + "run.wall_clock_limit=1e-6");
    if (job.exit_code == 0) break;
    ASSERT_EQ(job.exit_code, 6) << job.out << job.err;
    const std::size_t meshes = report("part")["levels"].size();
    if (meshes < 3) {
      EXPECT_NE(job.out.find("stopped on mesh " + std::to_string(meshes) + " of 3"), std::string::npos);
      EXPECT_NE(job.out.find("restart.file=./part_state.h5 goes on from here"), std::string::npos) << job.out;
    }
    restart = "restart.file=part_state.h5 ";
    ++stops[meshes - 1];
  }
  EXPECT_GT(stops[0] + stops[1], 1);
  EXPECT_GT(stops[2], 0);
  const json part = report("part"), whole = report("whole");
  EXPECT_EQ(part["state_hash"], whole["state_hash"]);
  EXPECT_EQ(part["steps"], whole["steps"]);
  ASSERT_EQ(part["levels"].size(), 3u);
  for (std::size_t level = 0; level < 3; ++level) {
    EXPECT_EQ(part["levels"][level]["steps"], whole["levels"][level]["steps"]);
    EXPECT_EQ(part["levels"][level]["vertices"], whole["levels"][level]["vertices"]);
  }
  EXPECT_EQ(history("part", "step"), history("whole", "step"));
  EXPECT_EQ(history("part", "level"), history("whole", "level"));
  EXPECT_EQ(history("part", "residual [1]"), history("whole", "residual [1]"));
}

TEST_F(Sequencing, ARestartOfTheFinestMeshSkipsTheCoarserOnes) {
  ASSERT_EQ(run(2, "whole", both).exit_code, 0);
  ASSERT_EQ(run(2, "part", std::string(both) + "pseudo_time.max_steps=2").exit_code, 3);
  const std::string restart = "restart.file=part_state.h5 ";
  EXPECT_EQ(run(2, "part", both + restart + "--check").exit_code, 0);
  const JobResult job = run(2, "part", both + restart);
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  EXPECT_EQ(job.out.find("coarse.su2"), std::string::npos) << job.out;
  expect_same_steps("part", "whole");
  // The deck may also have lost its coarser meshes by now.
  ASSERT_EQ(run(2, "part", std::string(both) + "pseudo_time.max_steps=2").exit_code, 3);
  ASSERT_EQ(run(2, "part", restart).exit_code, 0);
  EXPECT_EQ(report("part")["state_hash"], report("whole")["state_hash"]);
  EXPECT_EQ(report("part")["levels"].size(), 3u);
}

TEST_F(Sequencing, SaysWhatIsLostWhereNothingIsSaved) {
  const JobResult job = run(1, "lost", std::string(both) + "output.state=false run.wall_clock_limit=1e-6");
  EXPECT_EQ(job.exit_code, 6) << job.out << job.err;
  EXPECT_NE(job.out.find("the flow is lost"), std::string::npos) << job.out;
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "lost_state.h5"));
}

TEST_F(Sequencing, AStateOfACoarserMeshNeedsItsSequence) {
  ASSERT_EQ(run(1, "early", std::string(both) + "run.wall_clock_limit=1e-6").exit_code, 6);
  const JobResult job = run(2, "late", "restart.file=early_state.h5 sequencing.meshes=[medium.su2]");
  EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
  EXPECT_NE(job.err.find("of a coarser mesh"), std::string::npos) << job.err;
}

TEST_F(Sequencing, StepsOnCoarserMeshesAreLimited) {
  const JobResult job =
      run(2, "few", std::string(both) + "sequencing.max_steps=1 pseudo_time.residual_drop=1e3");
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  EXPECT_EQ(report("few")["levels"][0]["steps"], 1);
  EXPECT_EQ(report("few")["levels"][0]["reason"], "step limit reached");
}

TEST_F(Sequencing, AFlowThatDivergedIsNotCarriedOn) {
  // Updates that lead the wrong way.
  const JobResult job = run(2, "wild",
                            std::string(both) +
                                "pseudo_time.residual_growth_limit=1.5 pseudo_time.max_rejections=1 "
                                "-ksp_type richardson -ksp_richardson_scale -30 -ksp_max_it 1");
  EXPECT_EQ(job.exit_code, 4) << job.out << job.err;
  EXPECT_NE(job.out.find("the next mesh begins with the free stream"), std::string::npos) << job.out;
  EXPECT_EQ(report("wild")["levels"].size(), 3u);
}

TEST_F(Sequencing, RefusesMeshesThatDoNotBelongTogether) {
  write("large.su2", square(4, 25));
  write("ground.su2", square(4, 1, "ground"));
  write("solid.su2",
        "NDIME= 3\nNELEM= 1\n10 0 1 2 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nNMARK= 4\n"
        "MARKER_TAG= inflow\nMARKER_ELEMS= 1\n5 0 1 2\nMARKER_TAG= outflow\nMARKER_ELEMS= 1\n5 0 1 3\n"
        "MARKER_TAG= roof\nMARKER_ELEMS= 1\n5 0 2 3\nMARKER_TAG= floor\nMARKER_ELEMS= 1\n5 1 2 3\n");
  const std::pair<const char*, const char*> wrong[] = {
      {"sequencing.meshes=[missing.su2]", "missing.su2"},
      {"sequencing.meshes=[large.su2]", "along x"},
      {"sequencing.meshes=[ground.su2]", "lacks marker floor"},
      {"sequencing.meshes=[solid.su2]", "3 dimensions"},
      {"sequencing.meshes=[medium.su2,coarse.su2]", "coarsest first"},
      {"sequencing.levels=1", "mesh.refine"},
      {"sequencing.levels=1 sequencing.meshes=[coarse.su2]", "both"}};
  for (const auto& [arguments, reason] : wrong) {
    const JobResult job = run(2, "wrong", std::string(arguments) + " --check");
    EXPECT_EQ(job.exit_code, 2) << arguments << job.out << job.err;
    EXPECT_NE(job.err.find(reason), std::string::npos) << job.err;
  }
  const JobResult job = run(2, "wrong", "sequencing.meshes=[large.su2]");
  EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
  EXPECT_EQ(job.out.find("residual"), std::string::npos) << "found before anything is solved\n" << job.out;
  EXPECT_EQ(run(2, "right", std::string(both) + "--check").exit_code, 0);
}

}  // namespace
}  // namespace trireme
