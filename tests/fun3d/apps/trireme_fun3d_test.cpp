// SPDX-License-Identifier: Apache-2.0
// trireme-fun3d from the outside: exit codes, messages, files, report.
#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

using nlohmann::json;
using test::JobResult;

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

class Fun3dProgram : public ::testing::Test {
 protected:
  JobResult run(int ranks, const std::string& arguments) {
    return folder_.run(std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " " +
                       TRIREME_TEST_PROGRAM + " " + arguments);
  }
  // The wing with about 3,000 vertices.
  std::string wing(const std::string& more) const {
    return std::string(TRIREME_TEST_SOURCE) +
           "/jobs/cases/fun3d/m6_incompressible.yaml mesh.generate.target_vertices=3000 output.name=wing " +
           more;
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }
  // Of the state written, by a program that reads it back.
  std::string hash_of_file(const std::string& name) const {
    const JobResult job =
        folder_.run(std::string(TRIREME_TEST_MPIEXEC) + " -n 1 " + TRIREME_TEST_STATE_HASH + " " + name);
    EXPECT_EQ(job.exit_code, 0) << job.err;
    return job.out.substr(0, job.out.find('\n'));
  }
  json report() const { return json::parse(test::file_text(folder_.path() / "report.json")); }

  test::JobFolder folder_{"trireme_fun3d_test"};
};

TEST_F(Fun3dProgram, ReportsKernelsBesideTheirBoundsAndMessagesOfManyRanks) {
  const std::string quick =
      " output.directory=out mesh.generate.target_vertices=500 pseudo_time.residual_drop=10";
  ASSERT_EQ(run(2, wing("--report performance --json-report report.json" + quick)).exit_code, 0);
  const json rows = report()["performance"]["kernels"];
  std::set<std::string> kernels;
  for (const json& row : rows) {
    kernels.insert(row["kernel"].get<std::string>());
    EXPECT_GT(row["calls"].get<int>(), 0);
    EXPECT_GT(row["share_of_bound"].get<double>(), 0);
  }
  for (const char* name : {"gradient", "flux", "jacobian", "ilu", "trsv", "vectors"})
    EXPECT_TRUE(kernels.contains(name)) << name;
  ASSERT_EQ(run(1, wing("--report messages --json-report report.json" + quick)).exit_code, 0);
  EXPECT_EQ(report()["messages"].size(), 9u);
  EXPECT_EQ(report()["messages"][0]["messages"], 0);
  EXPECT_GT(report()["messages"][8]["messages"].get<int>(), 256);
  EXPECT_EQ(run(2, wing("--report messages" + quick)).exit_code, 2);
}

TEST_F(Fun3dProgram, SolvesTheWingAndLeavesItsResults) {
  const JobResult job = run(2, wing("output.directory=out --json-report report.json"));
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  for (const char* name : {"out/wing_history.csv", "out/wing_volume.vtkhdf", "out/wing_surface.vtkhdf",
                           "out/wing_surface.csv", "out/wing_sections.csv", "out/wing_state.h5"}) {
    EXPECT_TRUE(exists(name)) << name;
  }
  const json r = report();
  EXPECT_EQ(r["program"], "trireme-fun3d");
  EXPECT_EQ(r["converged"], true);
  EXPECT_EQ(r["exit_code"], 0);
  EXPECT_EQ(r["ranks"], 2);
  EXPECT_GT(r["drop"].get<double>(), 1e7);
  EXPECT_EQ(r["steps"].get<std::size_t>(), r["history"].size());
  int linear_iterations = 0;
  for (const json& step : r["history"]) linear_iterations += step["linear_iterations"].get<int>();
  EXPECT_EQ(r["linear_iterations"], linear_iterations);
  EXPECT_EQ(r["state_hash"], r["history"].back()["state_hash"]);
  // Lift of this wing at 3 degrees, sums over the area of semispan 1; the coarse mesh is good to some
  // percent.
  EXPECT_NEAR(r["forces"]["lift"].get<double>(), 0.11, 0.02);
  EXPECT_DOUBLE_EQ(r["forces"]["lift"].get<double>(), r["forces"]["by_marker"]["wing"]["lift"].get<double>());
  EXPECT_NEAR(r["mesh"]["vertices"].get<double>(), 3000, 600);
  EXPECT_EQ(hash_of_file("out/wing_state.h5"), r["state_hash"]);
  EXPECT_GT(r["memory"]["peak_kib_per_vertex"].get<double>(), 1);

  std::istringstream history(test::file_text(folder_.path() / "out/wing_history.csv"));
  std::string line;
  std::getline(history, line);
  EXPECT_EQ(line,
            "step,cfl [1],residual [1],drop [1],linear_iterations,lift [1],drag [1],moment [1],time [s],"
            "level,order,limited_updates,least_update_scale [1],fallback_vertices,"
            "residual_after [1],residual_after_mass [1],residual_after_momentum_x [1],"
            "residual_after_momentum_y [1],residual_after_momentum_z [1],"
            "lift_wing [1],drag_wing [1],moment_wing [1]");
  std::vector<std::vector<double>> rows;
  while (std::getline(history, line)) {
    rows.emplace_back();
    std::istringstream entries(line);
    for (std::string entry; std::getline(entries, entry, ',');) rows.back().push_back(std::stod(entry));
    ASSERT_EQ(rows.back().size(), 22u);
  }
  ASSERT_EQ(rows.size(), r["history"].size());
  for (std::size_t step = 0; step < rows.size(); ++step) {
    const std::vector<double>& row = rows[step];
    double squares = 0;
    for (int equation = 15; equation < 19; ++equation) squares += row[equation] * row[equation];
    EXPECT_NEAR(std::sqrt(squares), row[14], 1e-12 * row[14]);
    EXPECT_EQ(row[9], 1) << "level";
    EXPECT_EQ(row[10], 2) << "order";
    EXPECT_EQ(row[11], 0) << "limited updates";
    EXPECT_EQ(row[12], 1) << "least update scale";
    // The residual a step begins with is the one that the step before reached.
    if (step > 0) {
      EXPECT_EQ(row[2], rows[step - 1][14]);
    }
    for (int coefficient = 0; coefficient < 3; ++coefficient)
      EXPECT_EQ(row[5 + coefficient], row[19 + coefficient]);
  }
  EXPECT_EQ(rows.back()[14], r["residual"].get<double>());
}

TEST_F(Fun3dProgram, ReportsForcesInTheAxesOfStreamAndBody) {
  const JobResult job =
      run(1, wing("forces.reference_area=0.5 forces.reference_length=2 pseudo_time.residual_drop=1e3 "
                  "--json-report report.json"));
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  const json forces = report()["forces"];
  EXPECT_EQ(forces["reference"]["area"], 0.5);
  EXPECT_EQ(forces["reference"]["length"], 2);
  EXPECT_EQ(forces["reference"]["moment_point"], (json{0.25, 0, 0}));
  const json force = forces["body_force"], moment = forces["body_moment"];
  const auto along = [](const json& axis, const json& vector) {
    double sum = 0;
    for (int d = 0; d < 3; ++d) sum += axis[d].get<double>() * vector[d].get<double>();
    return sum;
  };
  EXPECT_NEAR(along(forces["reference"]["lift_axis"], force), forces["lift"].get<double>(), 1e-12);
  EXPECT_NEAR(along(forces["reference"]["drag_axis"], force), forces["drag"].get<double>(), 1e-12);
  EXPECT_NEAR(along(forces["reference"]["moment_axis"], moment), forces["moment"].get<double>(), 1e-12);
  EXPECT_GT(std::abs(force[1].get<double>()), 0.1);
}

TEST_F(Fun3dProgram, EndsWhenTheForcesHaveSettled) {
  const JobResult job = run(2, wing("convergence.cauchy_window=3 convergence.cauchy_tolerance=1e-3 "
                                    "convergence.cauchy_after_drop=10 pseudo_time.residual_drop=1e12 "
                                    "--json-report report.json"));
  ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
  const json r = report();
  EXPECT_EQ(r["converged"], true);
  EXPECT_EQ(r["reason"], "force coefficients settled");
  EXPECT_LT(r["drop"].get<double>(), 1e12);
  const std::size_t n = r["history"].size();
  ASSERT_GE(n, 3u);
  for (std::size_t i = n - 2; i < n; ++i) {
    EXPECT_NEAR(r["history"][i]["lift"].get<double>(), r["history"][i - 1]["lift"].get<double>(), 1e-3);
  }
  EXPECT_NE(job.out.find("force coefficients settled"), std::string::npos) << job.out;
}

TEST_F(Fun3dProgram, ASecondRunReplacesTheResultsOfTheFirst) {
  ASSERT_EQ(run(1, wing("pseudo_time.max_steps=2")).exit_code, 3);
  const JobResult job = run(1, wing("pseudo_time.max_steps=1 output.volume=false output.sections=[]"));
  ASSERT_EQ(job.exit_code, 3);
  EXPECT_NE(job.out.find("removed the results of an earlier run"), std::string::npos) << job.out;
  EXPECT_FALSE(exists("wing_volume.vtkhdf"));
  EXPECT_FALSE(exists("wing_sections.csv"));
  EXPECT_EQ(count(test::file_text(folder_.path() / "wing_history.csv"), "\n"), 2);
}

TEST_F(Fun3dProgram, SaysWhatItDoesWithoutADeck) {
  const JobResult job = run(1, "mesh.generate.target_vertices=1000 pseudo_time.max_steps=1");
  EXPECT_EQ(job.exit_code, 3) << job.out << job.err;
  EXPECT_NE(job.out.find("no deck and no mesh file are given"), std::string::npos) << job.out;
  EXPECT_NE(job.out.find("./flow_"), std::string::npos) << job.out;
}

TEST_F(Fun3dProgram, ACheckFindsContradictionsAndUnwritableFiles) {
  std::ofstream(folder_.path() / "file") << "";
  const std::pair<const char*, int> wrong[] = {{"output.directory=file/below", 5},
                                               {"--json-report no/folder/report.json", 5},
                                               {"output.sections=[0.5,2]", 2},
                                               {"output.section_span=1 output.sections=[7]", 2},
                                               {"boundary.wing=symmetry output.sections=[0.5]", 2},
                                               {"pseudo_time.cfl_initial=1e9", 2},
                                               {"linear_solver.restart=1000000000", 2},
                                               {"output.name=a/b", 2}};
  for (const auto& [arguments, code] : wrong) {
    const JobResult job = run(2, wing(std::string("--check output.sections=[] ") + arguments));
    EXPECT_EQ(job.exit_code, code) << arguments << job.out << job.err;
    EXPECT_EQ(count(job.err, "error:"), 1) << job.err;
  }
  const JobResult good = run(2, wing("--check output.directory=not/yet"));
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_FALSE(exists("not"));
}

TEST_F(Fun3dProgram, UnknownKeyEndsWithTheNearestOne) {
  const JobResult job = run(4, wing("flow.angle_of_atack=5"));
  EXPECT_EQ(job.exit_code, 2);
  EXPECT_NE((job.out + job.err).find("flow.angle_of_attack"), std::string::npos) << job.out << job.err;
}

TEST_F(Fun3dProgram, UnknownMarkerListsMarkersAndKinds) {
  const JobResult job =
      run(2, "mesh.generate.kind=box mesh.generate.target_vertices=100 boundary.x_min=far_field");
  EXPECT_EQ(job.exit_code, 2);
  const std::string text = job.out + job.err;
  for (const char* part : {"x_max", "z_min", "slip_wall, symmetry, far_field"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

// The first 13 numbers of a uns3d.msh of one tetrahedron: a whole header and nothing behind it.
std::string mesh_header(bool big_endian) {
  std::string bytes;
  for (const unsigned n : {1u, 4u, 6u, 1u, 0u, 1u, 3u, 0u, 1u, 4u, 0u, 3u, 0u}) {
    for (int i = 0; i < 4; ++i)
      bytes.push_back(static_cast<char>(n >> (8 * (big_endian ? 3 - i : i)) & 0xff));
  }
  return bytes;
}

TEST_F(Fun3dProgram, MissingOrBrokenMeshEndsAllRanksWithOneMessage) {
  std::ofstream(folder_.path() / "broken.su2") << "NDIME= 3\nNPOIN= 4\n0 0 0 0\n1 0 0 1\n0 1 nan 2\n";
  std::ofstream(folder_.path() / "broken.msh") << "not a mesh";
  std::ofstream(folder_.path() / "truncated.msh") << mesh_header(true);
  std::ofstream(folder_.path() / "swapped.msh") << mesh_header(false);
  const std::pair<const char*, const char*> broken[] = {{"missing.su2", ""},
                                                        {"broken.su2", "nan"},
                                                        {"broken.msh", ""},
                                                        {"truncated.msh", "bytes"},
                                                        {"swapped.msh", "little-endian"}};
  for (const auto& [name, why] : broken) {
    const JobResult job = run(4, std::string("mesh.file=") + name);
    EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
    EXPECT_EQ(count(job.err, "error:"), 1) << job.err;
    EXPECT_EQ(count(job.err, name), 1) << job.err;
    EXPECT_NE(job.err.find(why), std::string::npos) << job.err;
    EXPECT_LT(job.seconds, 30);
  }
}

TEST_F(Fun3dProgram, UnknownTypesAreReportedWithTheirKeys) {
  const std::array<std::string, 3> wrong[] = {{"linear_solver.matrix_type", "baijonp", "baijomp"},
                                              {"linear_solver.subdomain_solver", "iluonp", "iluomp"}};
  for (const auto& [key, given, nearest] : wrong) {
    const JobResult job = run(2, wing(key + "=" + given));
    EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
    EXPECT_NE(job.err.find(key), std::string::npos) << job.err;
    EXPECT_NE(job.err.find("did you mean " + nearest), std::string::npos) << job.err;
  }
}

TEST_F(Fun3dProgram, MatricesThatCannotBePreconditionedAreRefusedByName) {
  for (const std::string type : {"dense", "sbaij", "mpisbaij", "hypre", "baijonp"}) {
    const JobResult job = run(2, wing("--check -mat_type " + type));
    EXPECT_EQ(job.exit_code, 2) << type << job.out << job.err;
    EXPECT_NE(job.err.find("-mat_type: the Jacobian cannot be of type " + type), std::string::npos)
        << job.err;
    EXPECT_EQ(count(job.err, "error:"), 1) << job.err;
  }
  for (const std::string type : {"aij", "mpibaij"}) {
    const JobResult job = run(2, wing("--check -mat_type " + type));
    EXPECT_EQ(job.exit_code, 0) << type << job.out << job.err;
  }
}

TEST_F(Fun3dProgram, DivergenceSavesTheLastGoodState) {
  // After the first step, full Newton steps solved badly make the residual grow, which this deck does not
  // allow.
  const JobResult job =
      run(2, wing("pseudo_time.residual_growth_limit=1.0000001 pseudo_time.cfl_initial=1 "
                  "pseudo_time.cfl_gain=1e9 pseudo_time.cfl_growth_limit=1e9 "
                  "pseudo_time.cfl_max=1e9 pseudo_time.max_rejections=0 linear_solver.max_iterations=2 "
                  "linear_solver.relative_tolerance=1e-6 --json-report report.json"));
  EXPECT_EQ(job.exit_code, 4) << job.out << job.err;
  const json r = report();
  EXPECT_EQ(r["converged"], false);
  EXPECT_EQ(r["reason"], "diverged");
  EXPECT_EQ(r["exit_code"], 4);
  EXPECT_EQ(r["rejections"], 1);
  ASSERT_GT(r["history"].size(), 0u);
  EXPECT_EQ(hash_of_file("wing_state.h5"), r["history"].back()["state_hash"]);
}

TEST_F(Fun3dProgram, AResidualThatIsNoNumberIsADivergenceSaidInWords) {
  const JobResult job = run(2, wing("flow.beta=1e308 --json-report report.json"));
  EXPECT_EQ(job.exit_code, 4) << job.out << job.err;
  EXPECT_NE(job.out.find("not a number"), std::string::npos) << job.out;
  EXPECT_EQ((job.out + job.err).find("nan"), std::string::npos) << job.out << job.err;
  EXPECT_EQ(report()["steps"], 0);
  EXPECT_EQ(hash_of_file("wing_state.h5"), report()["state_hash"]);
}

TEST_F(Fun3dProgram, CoefficientsAreNumbersOrTheRunFails) {
  for (const char* tiny : {"forces.reference_area=1e-320", "forces.reference_length=1e-320"}) {
    EXPECT_EQ(run(1, wing(tiny)).exit_code, 2) << tiny;
  }
  const JobResult job = run(2, wing("forces.moment_point=[1e308,1e308,0] forces.reference_length=1e-100 "
                                    "pseudo_time.residual_drop=1.5 --json-report report.json"));
  EXPECT_EQ(job.exit_code, 4) << job.out << job.err;
  EXPECT_EQ(report()["converged"], false);
}

TEST_F(Fun3dProgram, RelativeToleranceIsBelowOne) {
  const JobResult job = run(1, wing("linear_solver.relative_tolerance=1"));
  EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
  EXPECT_NE(job.err.find("below 1"), std::string::npos) << job.err;
}

TEST_F(Fun3dProgram, StepLimitEndsWithAFiniteState) {
  const JobResult job = run(1, wing("pseudo_time.max_steps=2 --json-report report.json"));
  EXPECT_EQ(job.exit_code, 3) << job.out << job.err;
  EXPECT_EQ(report()["reason"], "step limit reached");
  EXPECT_TRUE(exists("wing_state.h5"));
}

TEST_F(Fun3dProgram, StopFileEndsTheRunAfterAStep) {
  std::ofstream(folder_.path() / "STOP") << "";
  const JobResult job = run(2, wing("--json-report report.json"));
  EXPECT_EQ(job.exit_code, 6) << job.out << job.err;
  EXPECT_EQ(report()["steps"], 1);
  EXPECT_TRUE(exists("wing_state.h5"));
}

TEST_F(Fun3dProgram, PetscOptionsOverrideTheDeck) {
  const JobResult job =
      run(2, wing("pseudo_time.max_steps=1 --json-report report.json -ksp_type bcgs -sub_pc_type sor "
                  "-snes_view"));
  EXPECT_EQ(job.exit_code, 3) << job.out << job.err;
  EXPECT_NE(job.out.find("type: bcgs"), std::string::npos) << job.out;
  EXPECT_NE(job.out.find("type: sor"), std::string::npos) << job.out;
  EXPECT_EQ((job.out + job.err).find("warning: PETSc option"), std::string::npos) << job.out << job.err;
}

TEST_F(Fun3dProgram, AnOptionThatPetscNeverReadIsReported) {
  const JobResult job = run(1, wing("pseudo_time.max_steps=1 -ksp_tpye bcgs"));
  EXPECT_NE((job.out + job.err).find("warning: PETSc option"), std::string::npos) << job.out << job.err;
  EXPECT_NE((job.out + job.err).find("ksp_tpye"), std::string::npos) << job.out << job.err;
}

TEST_F(Fun3dProgram, AnUnwritableFolderIsAnIoFailure) {
  std::ofstream(folder_.path() / "file") << "";
  const JobResult job = run(2, wing("output.directory=file/below"));
  EXPECT_EQ(job.exit_code, 5) << job.out << job.err;
}

TEST_F(Fun3dProgram, ItsTemplateIsADeckItAccepts) {
  ASSERT_EQ(run(1, "--write-template > template.yaml").exit_code, 0);
  const JobResult job = run(1, "template.yaml mesh.generate.target_vertices=3000 --check");
  EXPECT_EQ(job.exit_code, 0) << job.out << job.err;
}

}  // namespace
}  // namespace trireme
