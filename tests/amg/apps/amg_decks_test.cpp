// SPDX-License-Identifier: Apache-2.0
// Every deck of jobs/cases/amg runs, small.
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"

namespace trireme {
namespace {

// What makes each deck small.
const std::map<std::string, std::string> small_decks{
    {"amg2023_p1.yaml", "generate.n=10"},
    {"amg2023_p2.yaml", "generate.n=10"},
    {"boundary_layer.yaml", "generate.n=10"},
    {"elasticity.yaml", "generate.nx=8 generate.ny=4 generate.nz=4"},
    {"jumps.yaml", "generate.n=10"},
    {"laplace_27.yaml", "generate.n=10"},
    {"laplace_7.yaml", "generate.n=10"},
};

TEST(Decks, RunSmallToTheirEnd) {
  const test::JobFolder folder("amg_decks_test");
  const std::string decks = std::string(TRIREME_TEST_SOURCE) + "/jobs/cases/amg/";
  for (const auto& entry : std::filesystem::directory_iterator(decks))
    EXPECT_TRUE(small_decks.contains(entry.path().filename().string())) << entry.path() << " is not run";
  for (const auto& [deck, assignments] : small_decks) {
    const test::JobResult job =
        folder.run(std::string(TRIREME_TEST_MPIEXEC) + " -n 2 " + TRIREME_TEST_PROGRAM + " " + decks + deck +
                   " " + assignments + " --json-report report.json");
    EXPECT_EQ(job.exit_code, 0) << deck << "\n" << job.out << job.err;
    if (job.exit_code != 0) continue;
    const auto report = nlohmann::json::parse(test::file_text(folder.path() / "report.json"));
    EXPECT_EQ(report["converged"], true) << deck;
  }
}

}  // namespace
}  // namespace trireme
