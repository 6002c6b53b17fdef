// SPDX-License-Identifier: Apache-2.0
// trireme-optim as a user starts it.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "solvers/base/counter_hash.hpp"
#include "tests/solvers/program/launched_job.hpp"
#include "tests/support/petsc_leaks.hpp"

namespace trireme {
namespace {

class TriremeOptim : public ::testing::Test {
 protected:
  TriremeOptim() {
    std::ofstream train(folder_.path() / "train.svm"), test(folder_.path() / "test.svm"),
        numbers(folder_.path() / "numbers.svm");
    for (int row = 0; row < 900; ++row) {
      const double label = row % 3 == 0 ? 1 : -1;
      std::ofstream& file = row < 700 ? train : test;
      file << label;
      numbers << 2 * symmetric_hash(1, row, 1);
      for (int j = 1; j <= 12; ++j) {
        const double value =
            symmetric_hash(1, row, static_cast<std::uint64_t>(j)) + (j <= 4 ? 0.4 * label : 0);
        file << " " << j << ":" << value;
        numbers << " " << j << ":" << value;
      }
      file << "\n";
      numbers << "\n";
    }
  }

  static std::string command(const std::string& words, int ranks) {
    return std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " " + TRIREME_TEST_PROGRAM +
           " " + words + " --json-report report.json";
  }
  test::JobResult run(const std::string& words, int ranks = 1) const {
    return folder_.run(command(words, ranks));
  }
  nlohmann::json report_of(const std::string& words, int ranks = 1, int exit_code = 0) const {
    const test::JobResult job = run(words, ranks);
    EXPECT_EQ(job.exit_code, exit_code) << words << "\n" << job.out << job.err;
    return nlohmann::json::parse(test::file_text(folder_.path() / "report.json"));
  }

  test::JobFolder folder_{"trireme_optim_test"};
};

TEST_F(TriremeOptim, TrainsAndReports) {
  const auto report = report_of("data.train=train.svm data.test=test.svm output.history=h.csv");
  EXPECT_EQ(report["converged"], true);
  EXPECT_EQ(report["reason"], "CONVERGED_USER");
  EXPECT_EQ(report["data"]["samples"], 700);
  EXPECT_EQ(report["data"]["features"], 12);
  EXPECT_GT(report["train_accuracy"], 0.8);
  EXPECT_GT(report["test_accuracy"], 0.75);
  EXPECT_FALSE(report["stages"].empty());
  EXPECT_EQ(report["w_hash"].get<std::string>().size(), 16u);
  for (const char* key : {"objective", "gradient_norm", "passes", "hessian_products", "reductions"})
    EXPECT_TRUE(report[key].is_number()) << key;
  EXPECT_TRUE(report["time"]["total"].is_number());
  EXPECT_TRUE(test::file_text(folder_.path() / "h.csv").starts_with("iteration,passes,samples"));
}

TEST_F(TriremeOptim, WeightsAndDecisionsDoNotDependOnRanks) {
  for (const std::string method : {"dance", "pblbfgs method.gradient_tolerance=1e-5", "sgd", "adam"}) {
    const std::string words = "data.train=train.svm -tao_pblbfgs_s0 64 -tao_dance_m0 64 --method " + method;
    const auto alone = report_of(words), three = report_of(words, 3);
    EXPECT_EQ(alone["w_hash"], three["w_hash"]) << method;
    EXPECT_EQ(alone["stages"], three["stages"]) << method;
    EXPECT_EQ(alone["batch_sizes"], three["batch_sizes"]) << method;
  }
}

// The last stage's regularization is what the deck says, whatever gamma is, unless the option of c says more.
TEST_F(TriremeOptim, DanceEndsWithTheRegularizationOfTheDeck) {
  const std::string words = "data.train=train.svm method.lambda=0.01 -tao_dance_gamma 0.75 ";
  EXPECT_NEAR(report_of(words)["lambda"].get<double>(), 0.01, 1e-15);
  EXPECT_NEAR(report_of(words + "-tao_dance_c 2")["lambda"].get<double>(), 2 * std::pow(700, -0.75), 1e-15);
}

TEST_F(TriremeOptim, SumsAreFreeOfOrderUnlessAskedNotToBe) {
  const std::string words = "data.train=train.svm ";
  const auto plain = report_of(words + "method.reproducible=false"),
             by_option = report_of(words + "-optim_reproducible false");
  EXPECT_EQ(by_option["w_hash"], plain["w_hash"]);
  EXPECT_NE(report_of(words)["w_hash"], plain["w_hash"]);
}

TEST_F(TriremeOptim, AllMethodsFindTheSameOptimum) {
  const double best = report_of("data.train=train.svm method.gradient_tolerance=1e-9")["objective"];
  for (const std::string method : {"pblbfgs", "lmvm", "nls"}) {
    const auto report =
        report_of("data.train=train.svm method.gradient_tolerance=1e-8 --method " + method, 2);
    EXPECT_EQ(report["converged"], true) << method;
    EXPECT_NEAR(report["objective"].get<double>() / best, 1, 1e-10) << method;
  }
  for (const std::string method : {"sgd", "adam method.rate=0.01"}) {
    const auto report = report_of(
        "data.train=train.svm method.epochs=60 method.cycles=1 method.batch=32 --method " + method, 2);
    EXPECT_NEAR(report["objective"].get<double>() / best, 1, 1e-2) << method;
  }
}

TEST_F(TriremeOptim, ABinaryCopyOfTheSamplesGivesTheSameRun) {
  const std::string words = "data.train=train.svm data.test=test.svm data.cache=copies";
  const auto first = report_of(words, 2), second = report_of(words);
  EXPECT_EQ(first["data"]["from_cache"], false);
  EXPECT_EQ(second["data"]["from_cache"], true);
  EXPECT_EQ(second["data"]["test_from_cache"], true);
  EXPECT_EQ(second["w_hash"], first["w_hash"]);
  EXPECT_EQ(second["test_loss"], first["test_loss"]);
  // Samples held out are read again; what counts is the first reading.
  const std::string held_out =
      "data.train=numbers.svm data.hold_out=100 model.kind=squares data.cache=copies";
  EXPECT_EQ(report_of(held_out)["data"]["from_cache"], false);
  EXPECT_EQ(report_of(held_out)["data"]["from_cache"], true);
}

TEST_F(TriremeOptim, LeastSquaresEndAtTheirNormalEquations) {
  const auto report = report_of("data.train=numbers.svm model.kind=squares method.gradient_tolerance=1e-10");
  EXPECT_EQ(report["converged"], true);
  EXPECT_LT(report["gradient_norm"], 1e-10);
}

TEST_F(TriremeOptim, ARunThatGoesOnHasTheBitsOfOneThatWasNotInterrupted) {
  for (const std::string method : {"dance -tao_dance_stop tao", "pblbfgs -tao_pblbfgs_s0 64"}) {
    const std::string words = "data.train=train.svm method.gradient_tolerance=1e-7 --method " + method;
    const auto whole = report_of(words);
    report_of(words + " checkpoint.file=c.h5 checkpoint.every=4 method.max_iterations=6", 2, 3);
    const auto rest = report_of(words + " checkpoint.resume=c.h5");
    EXPECT_EQ(rest["w_hash"], whole["w_hash"]) << method;
  }
}

// The checkpoint stands at the end of epoch 8, with two snapshots in it.
TEST_F(TriremeOptim, AnEnsembleIsTheSameOnAnyRanksAndAfterAnInterruption) {
  const std::string words =
      "data.train=train.svm data.test=test.svm model.kind=mlp model.hidden=[4] method.kind=adam "
      "method.rate=0.02 "
      "method.epochs=12 method.cycles=3 ensemble.members=2";
  const auto whole = report_of(words + " checkpoint.file=c.h5 checkpoint.every=8");
  EXPECT_EQ(whole["ensemble"]["member_accuracies"].size(), 3u);
  EXPECT_EQ(whole["ensemble"]["selected"].size(), 2u);
  EXPECT_GT(whole["ensemble"]["accuracy"], 0.75);
  EXPECT_EQ(whole["ensemble"]["member_accuracies"][2], whole["test_accuracy"]);
  const auto rest = report_of(words + " checkpoint.resume=c.h5", 2);
  EXPECT_EQ(rest["w_hash"], whole["w_hash"]);
  EXPECT_EQ(rest["ensemble"], whole["ensemble"]);
}

TEST_F(TriremeOptim, APolicyAndItsEnsembleAreTheSameOnAnyRanks) {
  const std::string words =
      "learning.task=cartpole learning.updates=60 learning.evaluation_episodes=6 model.kind=mlp "
      "model.hidden=[8] "
      "method.kind=adam method.rate=0.02 method.cycles=3 ensemble.members=2 output.history=l.csv";
  const auto alone = report_of(words), two = report_of(words, 2);
  for (const char* key : {"w_hash", "ensemble", "mean_return", "return_at_start", "episodes", "history"})
    EXPECT_EQ(alone[key], two[key]) << key;
  EXPECT_EQ(alone["ensemble"]["member_returns"].size(), 3u);
  EXPECT_EQ(alone["ensemble"]["member_returns"][2], alone["mean_return"]);
  EXPECT_EQ(alone["environment_steps"], 60 * 16 * 16);
  EXPECT_TRUE(test::file_text(folder_.path() / "l.csv").starts_with("update,steps,episodes,mean_return"));
}

// Checkpoints stand at the updates 25 and 50, the later one with two snapshots in it; environments are in the
// middle of their episodes. The history is that of the run that was not interrupted.
TEST_F(TriremeOptim, LearningThatGoesOnHasTheBitsOfARunThatWasNotInterrupted) {
  const std::string settings =
      " learning.evaluation_episodes=6 learning.noise=0.1 learning.environments=5 learning.steps=9 "
      "learning.updates=60 model.kind=mlp model.hidden=[6] method.rate=0.02 method.cycles=3 "
      "ensemble.members=2 ";
  for (const std::string method :
       {"cartpole method.kind=adam", "pendulum method.kind=sgd ensemble.strategy=elimination"}) {
    const std::string words = "learning.task=" + method + settings;
    const auto whole = report_of(words + "output.history=whole.csv");
    report_of(words + "checkpoint.file=c.h5 checkpoint.every=25 output.history=parts.csv", 2);
    for (const int ranks : {1, 3}) {
      const auto rest = report_of(words + "checkpoint.resume=c.h5 output.history=parts.csv", ranks);
      for (const char* key : {"w_hash", "ensemble", "mean_return", "return_at_start", "episodes", "updates"})
        EXPECT_EQ(rest[key], whole[key]) << method << " " << key;
      EXPECT_LT(rest["history"].size(), whole["history"].size());
    }
    EXPECT_EQ(test::file_text(folder_.path() / "parts.csv"), test::file_text(folder_.path() / "whole.csv"));
  }
  const auto refused = [&](const std::string& words, const std::string& text) {
    const test::JobResult job = run("checkpoint.resume=c.h5" + settings + words, 2);
    EXPECT_EQ(job.exit_code, 2) << job.out << job.err;
    EXPECT_NE((job.out + job.err).find(text), std::string::npos) << job.out << job.err;
  };
  refused("learning.task=cartpole method.kind=sgd", "it holds 'optim pendulum sgd [6] 5 environments");
  refused("learning.task=pendulum method.kind=sgd ensemble.strategy=average learning.environments=4",
          "the run needs 'optim pendulum sgd [6] 4 environments");
  refused("learning.task=pendulum method.kind=sgd ensemble.strategy=average model.hidden=[2,2]", "[6] 5");
}

// Of training at its end, and of the program on its own.
TEST_F(TriremeOptim, ASavedPolicyActsAsItDidWhenItWasTrained) {
  for (const std::string task : {"cartpole", "pendulum"}) {
    const std::string judged = " learning.evaluation_episodes=5 learning.noise=0.05 data.seed=3";
    const auto trained = report_of("learning.task=" + task + judged +
                                   " learning.updates=20 model.kind=mlp model.hidden=[5,4] method.kind=adam "
                                   "output.model=policy.h5");
    const auto acted = report_of("predict.model=policy.h5" + judged, 2);
    EXPECT_EQ(acted["task"], task);
    EXPECT_EQ(acted["w_hash"], trained["w_hash"]);
    EXPECT_EQ(acted["mean_return"], trained["mean_return"]);
    EXPECT_NE(acted["mean_return"], trained["return_at_start"]);
  }
  // Weights with another meaning than this program's.
  std::string bytes = test::file_text(folder_.path() / "policy.h5");
  const std::size_t at = bytes.find("exp(tanh z)");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'E';
  std::ofstream(folder_.path() / "policy.h5", std::ios::binary) << bytes;
  const test::JobResult job = run("predict.model=policy.h5", 2);
  EXPECT_EQ(job.exit_code, 2);
  EXPECT_NE((job.out + job.err).find("its weights mean something else"), std::string::npos)
      << job.out << job.err;
}

TEST_F(TriremeOptim, WeightsThatAreNotFiniteEndARunWithAReason) {
  const auto report =
      report_of("data.train=train.svm method.kind=sgd method.rate=1e308 method.epochs=2", 2, 4);
  EXPECT_EQ(report["reason"], "loss or weights are not finite");
  const auto policy = report_of(
      "learning.task=cartpole model.kind=mlp method.kind=sgd method.rate=1e308 learning.reward_scale=1e6 "
      "learning.largest_gradient=0 learning.updates=5 method.cycles=2 ensemble.members=1",
      2, 4);
  EXPECT_EQ(policy["converged"], false);
  EXPECT_EQ(policy["reason"], "loss or weights are not finite");
  // Noise so large that what the network sums is not finite, in some of the states that it is judged by, and
  // in none of the one step that it learns from.
  const auto last = report_of(
      "learning.task=pendulum model.kind=mlp method.kind=adam method.rate=0.01 learning.updates=1 "
      "learning.steps=1 learning.environments=1 learning.noise=1e308 data.seed=2 output.model=last.h5",
      2, 4);
  EXPECT_EQ(last["converged"], false);
  EXPECT_EQ(last["reason"], "the mean return is not finite");
}

TEST_F(TriremeOptim, AStopFileEndsARunWithACheckpoint) {
  std::ofstream(folder_.path() / "STOP");
  const auto report = report_of("data.train=train.svm checkpoint.file=stop.h5", 2, 6);
  EXPECT_EQ(report["converged"], false);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "stop.h5"));
}

// What is kept is the policy of the update that the run reached, and a checkpoint to go on from.
TEST_F(TriremeOptim, AStopFileEndsLearningWithThePolicy) {
  const std::string words =
      "learning.task=cartpole model.kind=mlp model.hidden=[8] method.kind=adam "
      "learning.evaluation_episodes=2 ";
  const auto whole = report_of(words + "learning.updates=1 output.model=whole.h5");
  std::ofstream(folder_.path() / "STOP");
  const auto stopped = report_of(words + "output.model=stopped.h5 checkpoint.file=stop.h5", 2, 6);
  EXPECT_EQ(stopped["reason"], "stopped");
  EXPECT_EQ(stopped["updates"], 1);
  EXPECT_EQ(stopped["w_hash"], whole["w_hash"]);
  std::filesystem::remove(folder_.path() / "STOP");
  EXPECT_EQ(report_of(words + "learning.updates=3 checkpoint.resume=stop.h5")["w_hash"],
            report_of(words + "learning.updates=3")["w_hash"]);
  const std::string one = test::file_text(folder_.path() / "whole.h5"),
                    other = test::file_text(folder_.path() / "stopped.h5");
  ASSERT_EQ(one.size(), other.size());
  int different = 0;
  for (std::size_t k = 0; k < one.size(); ++k) different += one[k] == other[k] ? 0 : 1;
  EXPECT_LE(different, 16);  // times of writing; the weights are 115 numbers
  const test::JobResult job = run("predict.model=stopped.h5 data.test=test.svm");
  EXPECT_EQ(job.exit_code, 2);
  EXPECT_NE((job.out + job.err).find("is a policy of learning.task=cartpole"), std::string::npos)
      << job.out << job.err;
}

TEST_F(TriremeOptim, APredictionIsThatOfTraining) {
  const auto trained =
      report_of("data.train=train.svm data.test=test.svm data.unit_rows=true output.model=m.h5");
  const auto predicted = report_of("predict.model=m.h5 data.test=test.svm output.predictions=p.h5", 2);
  EXPECT_EQ(run("predict.model=m.h5").exit_code, 2);
  EXPECT_EQ(predicted["test_accuracy"], trained["test_accuracy"]);
  EXPECT_EQ(predicted["test_loss"], trained["test_loss"]);
}

TEST_F(TriremeOptim, RefusesWithAReason) {
  // What the deck alone decides is decided before ranks matter.
  const auto refused = [&](const std::string& words, const std::string& text, int ranks = 1) {
    const test::JobResult job = run(words, ranks);
    EXPECT_EQ(job.exit_code, 2) << words;
    EXPECT_NE((job.out + job.err).find(text), std::string::npos) << words << "\n" << job.out << job.err;
  };
  refused("", "data.train is not set");
  refused("data.train=train.svm method.lambda=0", "method.lambda=0 does not fit dance");
  refused("data.format=generated data.rows=1000000000000000", "GiB here, which has", 2);
  refused(
      "learning.task=cartpole method.kind=sgd model.kind=mlp learning.environments=1 learning.steps=1 "
      "learning.normalize_advantages=true",
      "the only advantage less the mean is 0");
  refused("data.train=nothing.svm", "cannot open 'nothing.svm'", 2);
  refused("data.train=numbers.svm", "logistic regression needs two classes", 2);
  refused("data.train=train.svm model.kind=softmaxx", "softmax");
  refused("data.train=train.svm ensemble.members=2", "an ensemble without snapshots");
  refused("data.train=train.svm model.kind=conv", "no square images", 2);
  refused("data.format=generated data.cache=copies", "data.cache does not fit data.format");
  refused("learning.task=cartpole", "learning.task does not fit method.kind=dance");
  refused("learning.task=cartpole method.kind=adam", "learning.task does not fit model.kind");
  refused("learning.task=tightrope", "cartpole");
  const std::string policy = "learning.task=pendulum method.kind=adam model.kind=mlp ";
  refused(policy + "learning.discount=1.5", "learning.discount");
  refused(policy + "data.train=train.svm", "an environment takes the place of samples");
  refused(policy + "checkpoint.every=5", "checkpoint.every without checkpoint.file");
  refused(policy + "output.predictions=p.h5", "predictions are of samples");
  refused(policy + "method.cycles=3 ensemble.members=2", "ensemble.strategy does not fit learning.task");
  refused("data.train=train.svm --method lmvm checkpoint.file=c.h5",
          "checkpoints do not fit method.kind=lmvm");
  const test::JobResult job =
      folder_.run(test::without_leak_check + command("data.train=train.svm -tao_dance_alpha 0.5", 2));
  EXPECT_EQ(job.exit_code, 2);
  EXPECT_NE((job.out + job.err).find("-tao_dance_alpha is out of range"), std::string::npos)
      << job.out << job.err;
}

}  // namespace
}  // namespace trireme
