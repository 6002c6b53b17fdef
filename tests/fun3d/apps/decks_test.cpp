// SPDX-License-Identifier: Apache-2.0
// Decks of jobs/cases/fun3d run, small.
#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

// What makes each deck small.
const std::map<std::string, std::string> small_decks{
    {"bump.yaml", "mesh.generate.target_vertices=600"},
    {"cylinder.yaml", "mesh.generate.target_vertices=600"},
    {"m6_incompressible.yaml", "mesh.generate.target_vertices=1000"},
    {"m6_transonic.yaml", "mesh.generate.target_vertices=1000 pseudo_time.residual_drop=10"},
    {"manufactured.yaml", "mesh.generate.box.nx=4 mesh.generate.box.ny=4 mesh.generate.box.nz=4"},
    {"wedge.yaml", "mesh.generate.target_vertices=600 pseudo_time.residual_drop=1e2"},
};

TEST(Decks, RunSmallToTheirEnd) {
  const test::JobFolder folder("decks_test");
  for (const auto& [deck, assignments] : small_decks) {
    const test::JobResult job = folder.run(
        std::string(TRIREME_TEST_MPIEXEC) + " -n 2 " + TRIREME_TEST_PROGRAM + " " + TRIREME_TEST_SOURCE +
        "/jobs/cases/fun3d/" + deck + " " + assignments + " --json-report report.json");
    EXPECT_EQ(job.exit_code, 0) << deck << "\n" << job.out << job.err;
    if (job.exit_code != 0) continue;
    const auto report = nlohmann::json::parse(test::file_text(folder.path() / "report.json"));
    EXPECT_EQ(report["converged"], true) << deck;
    EXPECT_TRUE(std::isfinite(report["forces"]["drag"].get<double>())) << deck;
    if (deck != "manufactured.yaml") continue;
    for (const char* unknown : {"density", "velocity_x", "velocity_y", "velocity_z", "pressure"}) {
      const auto& error = report["errors"][unknown];
      EXPECT_GT(error["l1"].get<double>(), 0) << unknown;
      EXPECT_LT(error["l1"].get<double>(), error["l2"].get<double>()) << unknown;
      EXPECT_LT(error["l2"].get<double>(), error["linf"].get<double>()) << unknown;
      EXPECT_LT(error["linf"].get<double>(), 0.5) << unknown;
    }
  }
}

}  // namespace
}  // namespace trireme
