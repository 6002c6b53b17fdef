// SPDX-License-Identifier: Apache-2.0
// trireme-fun3d on a channel of a few hundred vertices: the program's shortest complete run.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

TEST(BoxFlow, ConvergesToTheSameForcesOnOneAndTwoRanks) {
  const test::JobFolder folder("box_flow_test");
  double lift[2];
  for (const int ranks : {1, 2}) {
    const test::JobResult job = folder.run(
        std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " " + TRIREME_TEST_PROGRAM +
        " mesh.generate.kind=box mesh.generate.target_vertices=300 boundary.x_min=far_field "
        "boundary.x_max=far_field boundary.y_min=slip_wall boundary.y_max=far_field boundary.z_min=symmetry "
        "boundary.z_max=symmetry flow.angle_of_attack=3 pseudo_time.residual_drop=1e8 "
        "--json-report report.json");
    ASSERT_EQ(job.exit_code, 0) << job.out << job.err;
    const auto report = nlohmann::json::parse(test::file_text(folder.path() / "report.json"));
    EXPECT_EQ(report["converged"], true);
    lift[ranks - 1] = report["forces"]["lift"].get<double>();
  }
  EXPECT_GT(std::abs(lift[0]), 1e-3);
  EXPECT_NEAR(lift[0], lift[1], 1e-6 * std::abs(lift[0]));
}

}  // namespace
}  // namespace trireme
