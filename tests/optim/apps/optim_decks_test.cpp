// SPDX-License-Identifier: Apache-2.0
// Every deck of jobs/cases/optim runs, on the first samples of its data set.
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"
#include "tests/support/test_data.hpp"

namespace trireme {
namespace {

const std::string digits =
    "data.train=DATA/t10k-images-idx3-ubyte.gz data.train_labels=DATA/t10k-labels-idx1-ubyte.gz "
    "data.max_rows=220 data.hold_out=60";

// What makes each deck small; DATA stands for the folder of the files.
const std::map<std::string, std::string> small_decks{
    {"a9a.yaml", "data.train=DATA/a9a.gz data.test=DATA/a9a.t.gz data.max_rows=1000"},
    {"w8a.yaml", "data.train=DATA/w8a.gz data.max_rows=1000"},
    {"mushrooms.yaml", "data.train=DATA/mushrooms.gz data.max_rows=1000 method.gradient_tolerance=1e-3"},
    {"generated.yaml", "data.rows=1000 data.test_rows=500"},
    {"mnist_softmax.yaml", digits},
    {"mnist_mlp.yaml", digits + " model.hidden=[6]"},
    {"mnist_conv.yaml", digits + " model.filters=[2,2]"},
    {"cartpole.yaml", "learning.updates=50 learning.evaluation_episodes=5"},
    {"pendulum.yaml", "learning.updates=20 learning.evaluation_episodes=5"},
    {"ensemble.yaml", "data.rows=300 data.test_rows=100 method.epochs=5"},
    {"news20.yaml", "data.train=DATA/news20_opt_methods.bz2 data.max_rows=300"},
};

TEST(Decks, RunSmallToTheirEnd) {
  TRIREME_DATA_FILE(data, "ml");
  const test::JobFolder folder("optim_decks_test");
  const std::string decks = std::string(TRIREME_TEST_SOURCE) + "/jobs/cases/optim/";
  for (const auto& entry : std::filesystem::directory_iterator(decks))
    EXPECT_TRUE(small_decks.contains(entry.path().filename().string())) << entry.path() << " is not run";
  for (const auto& [deck, words] : small_decks) {
    std::string assignments = words;
    for (std::size_t at = 0; (at = assignments.find("DATA", at)) != std::string::npos;)
      assignments.replace(at, 4, data);
    const test::JobResult job =
        folder.run(std::string(TRIREME_TEST_MPIEXEC) + " -n 2 " + TRIREME_TEST_PROGRAM + " " + decks + deck +
                   " " + assignments + " --json-report report.json");
    EXPECT_EQ(job.exit_code, 0) << deck << "\n" << job.out << job.err;
    if (job.exit_code != 0) continue;
    const auto report = nlohmann::json::parse(test::file_text(folder.path() / "report.json"));
    EXPECT_EQ(report["converged"], true) << deck;
    if (deck == "pendulum.yaml") {
      EXPECT_LT(report["mean_return"], 0);
      EXPECT_NE(report["mean_return"], report["return_at_start"]);
    } else if (deck == "cartpole.yaml")
      EXPECT_EQ(report["ensemble"]["member_returns"].size(), 5u);
    else
      EXPECT_GT(report["train_accuracy"], 0.5) << deck;
  }
}

}  // namespace
}  // namespace trireme
