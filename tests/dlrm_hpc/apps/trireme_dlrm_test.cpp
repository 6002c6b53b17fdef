// SPDX-License-Identifier: Apache-2.0
// trireme-dlrm from the outside: exit codes, reports, figures on real data, going on, guards.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/solvers/program/launched_job.hpp"
#include "tests/support/test_data.hpp"

namespace {

using nlohmann::json;

// All tests work in one folder of their own, since they share the samples that the first of them prepares.
class OwnFolder : public ::testing::Environment {
 public:
  void SetUp() override { std::filesystem::current_path(folder_.path()); }
  void TearDown() override { std::filesystem::current_path(folder_.path().parent_path()); }

 private:
  trireme::test::JobFolder folder_{"trireme_dlrm_test"};
};
[[maybe_unused]] ::testing::Environment* const own_folder =
    ::testing::AddGlobalTestEnvironment(new OwnFolder);

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

// Exit code of the program with these arguments on so many ranks; its output goes to `out.txt`.
int run(const std::string& arguments, int ranks = 1) {
  const std::string command = std::string(TRIREME_TEST_MPIEXEC) + " -n " + std::to_string(ranks) + " " +
                              TRIREME_TEST_PROGRAM + " " + arguments + " > out.txt 2>&1";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

json report(const std::string& path = "report.json") {
  return json::parse(text_of(path));
}

// Files of samples of the 8000 Criteo lines, made once.
bool prepare_criteo() {
  const std::string folder = trireme::testing::data_folder() + "/ctr/criteo_8k/";
  if (std::filesystem::exists("train.ctr") && std::filesystem::exists("test.ctr")) return true;
  return run("prepare prepare.input=[" + folder + "train.txt.gz] prepare.output=train.ctr") == 0 &&
         run("prepare prepare.input=[" + folder + "dev.txt," + folder +
             "test.txt] prepare.output=test.ctr") == 0;
}

// Where it does not matter how well a model does.
const std::string small = " model.bottom=[32,8] model.top=[16,1] ";
const std::string on_criteo = " data.train=train.ctr data.test=test.ctr --json-report report.json ";

TEST(TriremeDlrm, ReachesTheKnownAreaBySgd) {
  TRIREME_DATA_FILE(any, "ctr");
  ASSERT_TRUE(prepare_criteo()) << text_of("out.txt");
  ASSERT_EQ(run(std::string("train " TRIREME_TEST_SOURCE "/jobs/cases/dlrm/criteo_8k.yaml") + on_criteo +
                "output.history="),
            0)
      << text_of("out.txt");
  EXPECT_GE(report()["auc"], 0.66);
  EXPECT_LE(report()["auc"], 0.70);
  for (const char* key : {"converged", "reason", "steps", "samples", "loss", "accuracy", "normalized_entropy",
                          "samples_per_second", "plan", "bytes", "weights_hash", "loss_hash"})
    EXPECT_TRUE(report().contains(key)) << key;
  for (const char* part :
       {"total", "bottom", "embedding", "exchange", "interaction", "top", "backward", "update", "reduce"})
    EXPECT_TRUE(report()["time"].contains(part)) << part;
  EXPECT_EQ(report()["steps"], 171);
  EXPECT_EQ(report()["samples"], 21600);
}

TEST(TriremeDlrm, TakesEveryDeckOfTheProject) {
  int n_decks = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TRIREME_TEST_SOURCE "/jobs/cases/dlrm")) {
    EXPECT_EQ(run("train " + entry.path().string() + " --check"), 0) << entry.path() << text_of("out.txt");
    ++n_decks;
  }
  EXPECT_GE(n_decks, 7);
}

TEST(TriremeDlrm, ReachesMoreByRowwiseAdagradInOneEpoch) {
  TRIREME_DATA_FILE(any, "ctr");
  ASSERT_TRUE(prepare_criteo());
  ASSERT_EQ(run("train" + on_criteo +
                "optimizer.tables=rowwise_adagrad optimizer.layers=adagrad optimizer.learning_rate=0.01"),
            0);
  EXPECT_NEAR(report()["auc"], 0.725, 0.025);
}

TEST(TriremeDlrm, TrainsByDanceAndLbfgsInRounds) {
  TRIREME_DATA_FILE(any, "ctr");
  ASSERT_TRUE(prepare_criteo());
  ASSERT_EQ(run("train" + on_criteo + small +
                    "optimizer.method=dance optimizer.rounds=2 optimizer.passes=2 optimizer.table_epochs=1 "
                    "optimizer.learning_rate=0.1",
                2),
            3)
      << text_of("out.txt");
  EXPECT_EQ(report()["converged"], false);
  EXPECT_NE(report()["reason"].get<std::string>().find("optimizer.passes"), std::string::npos);
  const json rounds = report()["rounds"];
  ASSERT_EQ(rounds.size(), 2u);
  for (const json& round : rounds) {
    EXPECT_GE(round["passes"], 2);
    EXPECT_LE(round["passes"], 4);
  }
  // Two epochs of steps, and the passes.
  EXPECT_GE(report()["samples"], 6 * 7200);
  EXPECT_GT(report()["best"]["auc"], 0.62);
  ASSERT_EQ(run("train" + on_criteo + small +
                "optimizer.method=pblbfgs optimizer.part=all optimizer.passes=2 model.hash_rows=100"),
            3)
      << text_of("out.txt");
  EXPECT_LT(report()["loss"], 0.55);
  EXPECT_EQ(run("train" + on_criteo + small + "optimizer.method=dance optimizer.max_iterations=2"), 3);
  EXPECT_NE(report()["reason"].get<std::string>().find("MAXITS"), std::string::npos) << report()["reason"];
}

TEST(TriremeDlrm, GoesOnInTheRoundWhereItStopped) {
  ASSERT_EQ(run("generate generate.output=rounds.ctr generate.samples=500 generate.rows=[100,20] "
                "generate.numbers=2"),
            0);
  const std::string all =
      "train data.train=rounds.ctr --json-report report.json train.batch=25 optimizer.method=dance "
      "optimizer.rounds=2 optimizer.passes=2 optimizer.table_epochs=1 optimizer.tables=adam "
      "optimizer.learning_rate=0.01" +
      small;
  ASSERT_EQ(run(all + "output.checkpoint=end.h5"), 3) << text_of("out.txt");
  const json whole = report();
  // The last checkpoint of a run that ends among the steps of the second round's tables.
  const int first_round = 20 + whole["rounds"][0]["steps"].get<int>();
  ASSERT_EQ(run(all + "output.checkpoint=part.h5 train.max_steps=" + std::to_string(first_round + 7)), 3);
  EXPECT_EQ(report()["steps"], first_round + 7);
  EXPECT_EQ(report()["reason"], "train.max_steps is reached");
  ASSERT_EQ(run(all + "output.restart=part.h5"), 3) << text_of("out.txt");
  EXPECT_EQ(report()["steps"], whole["steps"]);
  EXPECT_EQ(report()["rounds"].size(), 1u);
  EXPECT_EQ(report()["weights_hash"], whole["weights_hash"]);
  EXPECT_EQ(report()["loss_hash"], whole["loss_hash"]);
  // All rounds are done: nothing is left, unless there are more.
  ASSERT_EQ(run(all + "output.restart=end.h5"), 0) << text_of("out.txt");
  EXPECT_EQ(report()["weights_hash"], whole["weights_hash"]);
}

TEST(TriremeDlrm, CatchesWhatARateTooLargeDoes) {
  TRIREME_DATA_FILE(any, "ctr");
  ASSERT_TRUE(prepare_criteo());
  const std::string rate =
      "optimizer.tables=rowwise_adagrad optimizer.layers=adagrad optimizer.learning_rate=0.4";
  EXPECT_EQ(run("train" + on_criteo + rate, 2), 4);
  EXPECT_EQ(report()["converged"], false);
  EXPECT_NE(text_of("out.txt").find("learning_rate"), std::string::npos);
  EXPECT_EQ(run("train" + on_criteo + small + "optimizer.learning_rate=1e30"), 4);
}

TEST(TriremeDlrm, GoesOnBehindACheckpointOnOtherRanks) {
  TRIREME_DATA_FILE(any, "ctr");
  ASSERT_TRUE(prepare_criteo());
  const std::string all =
      on_criteo + small +
      "optimizer.tables=adam optimizer.layers=adam optimizer.learning_rate=0.001 train.max_steps=70 "
      "train.epochs=2 ";
  ASSERT_EQ(run("train" + all + "output.history=whole.csv"), 0);
  const json whole = report();
  ASSERT_EQ(run("train" + all +
                    "output.history=parts.csv train.max_steps=61 output.checkpoint=c.h5 plan.kind=row_wise",
                2),
            0);
  ASSERT_EQ(run("train" + all + "output.history=parts.csv output.restart=c.h5 output.checkpoint=d.h5"), 0)
      << text_of("out.txt");
  // One id a sample and table: rows split over ranks change nothing.
  EXPECT_EQ(report()["weights_hash"], whole["weights_hash"]);
  EXPECT_EQ(report()["loss_hash"], whole["loss_hash"]);
  ASSERT_EQ(
      run("predict" + on_criteo + small + "output.restart=d.h5 optimizer.tables=sgd output.predictions=p.csv",
          2),
      0)
      << text_of("out.txt");
  EXPECT_NEAR(report()["auc"], whole["auc"], 1e-12);
  const std::string predictions = text_of("p.csv");
  EXPECT_EQ(std::count(predictions.begin(), predictions.end(), '\n'), 801);
}

// The script of this folder, in the Python that has numpy; its output goes to `python.txt`.
bool run_python(const std::string& arguments) {
  const char* const python = std::getenv("TRIREME_PYTHON");
  const std::string command = std::string(python ? python : "/usr/bin/python3") +
                              " -B " TRIREME_TEST_SOURCE "/tests/dlrm_hpc/apps/exported_model.py " +
                              arguments + " > python.txt 2>&1";
  return std::system(command.c_str()) == 0;
}

TEST(TriremeDlrm, ExportsAModelThatNumpyComputesAlike) {
  ASSERT_TRUE(run_python("samples made.txt")) << text_of("python.txt");
  const std::string deck = small + "data.test=made.ctr --json-report report.json ";
  ASSERT_EQ(run("prepare prepare.input=[made.txt] prepare.output=made.ctr prepare.rows=[50]"), 0);
  ASSERT_EQ(run("train data.train=made.ctr train.batch=32 output.checkpoint=made.h5" + deck, 2), 0)
      << text_of("out.txt");
  const json trained = report();
  ASSERT_EQ(run("predict output.restart=made.h5 output.predictions=made.csv" + deck), 0);
  ASSERT_EQ(run("export output.restart=made.h5 output.arrays=made.npz plan.kind=row_wise" + deck, 2), 0)
      << text_of("out.txt");
  EXPECT_TRUE(run_python("compare made.txt 50 made.npz made.csv")) << text_of("python.txt");
  ASSERT_TRUE(run_python("change made.npz changed.npz")) << text_of("python.txt");
  ASSERT_EQ(run("import output.arrays=changed.npz output.checkpoint=back.h5 plan.kind=column_wise" + deck, 2),
            0)
      << text_of("out.txt");
  EXPECT_EQ(report()["weights_hash"], trained["weights_hash"]);
  ASSERT_EQ(run("predict output.restart=back.h5" + deck), 0);
  EXPECT_EQ(report()["weights_hash"], trained["weights_hash"]);
  EXPECT_EQ(run("import output.arrays=made.npz output.checkpoint=other.h5 data.test=made.ctr", 2), 2);
  EXPECT_NE(text_of("out.txt").find("of another model"), std::string::npos);
  EXPECT_EQ(run("import output.arrays=made.ctr output.checkpoint=other.h5" + deck), 2);
  ASSERT_TRUE(run_python("spoil made.npz spoiled.npz") && run_python("damage changed.npz damaged.npz"))
      << text_of("python.txt");
  EXPECT_EQ(run("import output.arrays=spoiled.npz output.checkpoint=other.h5" + deck, 2), 2);
  EXPECT_NE(text_of("out.txt").find("emb_l.3.weight' has the weight inf at [4, 5]"), std::string::npos)
      << text_of("out.txt");
  EXPECT_EQ(run("import output.arrays=damaged.npz output.checkpoint=other.h5" + deck, 2), 2);

  // Cross layers have the names of MLPerf's second program.
  const std::string dcn = deck + "model.interaction=dcn model.cross_rank=5 ";
  ASSERT_EQ(run("train data.train=made.ctr train.batch=32 output.checkpoint=dcn.h5" + dcn, 2), 0)
      << text_of("out.txt");
  ASSERT_EQ(run("predict output.restart=dcn.h5 output.predictions=dcn.csv" + dcn), 0);
  const json crossed = report();
  EXPECT_NE(crossed["weights_hash"], trained["weights_hash"]);
  ASSERT_EQ(run("export output.restart=dcn.h5 output.arrays=dcn.npz" + dcn), 0) << text_of("out.txt");
  EXPECT_TRUE(run_python("compare made.txt 50 dcn.npz dcn.csv")) << text_of("python.txt");
  ASSERT_TRUE(run_python("change dcn.npz dcn_changed.npz model.")) << text_of("python.txt");
  ASSERT_EQ(run("import output.arrays=dcn_changed.npz output.checkpoint=dcn_back.h5" + dcn), 0)
      << text_of("out.txt");
  EXPECT_EQ(report()["weights_hash"], crossed["weights_hash"]);
}

TEST(TriremeDlrm, ReadsTheSameSamplesFromEveryFormat) {
  ASSERT_TRUE(run_python("samples formats.txt") && run_python("formats formats.txt"))
      << text_of("python.txt");
  // Of a CSV whose numbers are `number`, with bags and weights in all columns of ids or in two.
  const auto csv = [](const std::string& file, const std::string& number, bool all, bool weighted) {
    std::string columns = "[label,skip";
    for (int d = 1; d <= 13; ++d) columns += "," + number + ":I" + std::to_string(d);
    for (int t = 0; t < 26; ++t) {
      const bool is_bag = all || t == 3 || t == 7;
      columns += (is_bag ? ",ids:C" : ",id:C") + std::to_string(t + 1) + ":50" +
                 (is_bag && weighted ? ":weighted" : "");
    }
    return "prepare.format=csv prepare.header_lines=1 prepare.input=[" + file +
           "] prepare.columns=" + columns + "]";
  };
  // The weights after a few steps depend on every number and id.
  const auto hash_of = [&](const std::string& prepared) {
    EXPECT_EQ(run("prepare prepare.output=format.ctr prepare.chunk_samples=77 prepare.rows=[50] " + prepared),
              0)
        << text_of("out.txt");
    EXPECT_EQ(run("train data.train=format.ctr train.batch=100 --json-report report.json" + small), 0);
    return report()["weights_hash"];
  };
  const json text = hash_of("prepare.input=[formats.txt]");
  EXPECT_EQ(hash_of("prepare.format=mlperf prepare.input=[all.bin]"), text);
  EXPECT_EQ(hash_of("prepare.format=dlrm prepare.input=[all.npz]"), text);
  const json bags =
      hash_of("prepare.format=multihot prepare.input=[day_dense.npy,day_labels.npy,day_ids.npz]");
  EXPECT_EQ(hash_of(csv("bags.csv", "number", false, false)), bags);
  EXPECT_NE(bags, text);
  // Weights of ids.
  EXPECT_EQ(hash_of("prepare.format=dlrm prepare.input=[ones.npz]"), text);
  const json weighted = hash_of("prepare.format=dlrm prepare.input=[weighted.npz]");
  EXPECT_EQ(hash_of(csv("weighted.csv", "log", true, true)), weighted);
  EXPECT_NE(weighted, text);
  const std::string day = "prepare.format=multihot prepare.input=[day_dense.npy,day_labels.npy,";
  const json weighted_bags = hash_of(day + "weighted_ids.npz]");
  EXPECT_EQ(hash_of(csv("weighted_bags.csv", "number", false, true)), weighted_bags);
  EXPECT_NE(weighted_bags, bags);
  ASSERT_EQ(run("generate generate.like=format.ctr generate.output=like_weighted.ctr generate.samples=50 "
                "--json-report report.json"),
            0);
  for (std::size_t t = 0; t < 26; ++t)
    EXPECT_EQ(report()["columns"]["tables"][t].value("weights", false), t == 3 || t == 7)
        << report()["columns"];
  for (const auto& [ids, message] :
       {std::pair{"spoiled_ids.npz]", "7_weights' has the weight inf at sample 11"},
        {"day_ids.npz,day_dense.npy,day_labels.npy,weighted_ids.npz]", "3' has ids with weights"}}) {
    EXPECT_EQ(run("prepare prepare.output=no.ctr " + day + ids), 2);
    EXPECT_NE(text_of("out.txt").find(message), std::string::npos) << text_of("out.txt");
  }
  EXPECT_EQ(run("prepare prepare.format=dlrm prepare.input=[day_ids.npz] prepare.output=no.ctr --check"), 2);
  EXPECT_EQ(run("prepare prepare.format=mlperf prepare.input=[formats.txt] prepare.output=no.ctr"), 2);
  for (const char* input : {"dlrm prepare.input=[nan.npz]",
                            "multihot prepare.input=[nan_dense.npy,day_labels.npy,day_ids.npz]"}) {
    EXPECT_EQ(run(std::string("prepare prepare.output=no.ctr prepare.format=") + input), 2);
    EXPECT_NE(text_of("out.txt").find("has the number nan at sample 7"), std::string::npos) << input;
  }
}

TEST(TriremeDlrm, StopsOnASignalAndGoesOnWithTheSameBits) {
  ASSERT_EQ(run("generate generate.output=like.ctr generate.samples=3000 generate.rows=[100,20] "
                "generate.lookups=3 generate.numbers=2"),
            0);
  ASSERT_EQ(run("generate generate.like=like.ctr generate.output=stop.ctr generate.samples=2000"), 0);
  const std::string file = TRIREME_TEST_SOURCE "/jobs/cases/dlrm/zipf.yaml",
                    rest = " data.train=stop.ctr data.test=stop.ctr train.batch=50 train.epochs=100000 ";
  std::filesystem::create_directory("stop");
  // Once the first epoch was measured the signal comes.
  const std::string script =
      std::string(TRIREME_TEST_PROGRAM) + " train " + file + rest +
      "output.history=stop/history.csv output.checkpoint=stop/model.h5 --json-report report.json > out.txt "
      "2>&1 & "
      "until [ \"$(cat stop/history.csv 2>/dev/null | wc -l)\" -ge 2 ]; do kill -0 $! || exit 99; sleep "
      "0.05; "
      "done; "
      "kill -USR1 $!; wait $!";
  const int status = std::system(script.c_str());
  ASSERT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 6) << text_of("out.txt");
  EXPECT_EQ(report()["converged"], false);
  const int steps = report()["steps"];
  ASSERT_GE(steps, 40);
  // The job script finds the checkpoint in its folder.
  const std::string last = rest + "train.max_steps=" + std::to_string(steps + 5);
  // The launcher is the one of the build, whatever PATH says.
  std::ofstream("stop/mpiexec") << "#!/bin/sh\nexec " TRIREME_TEST_MPIEXEC " \"$@\"\n";
  std::filesystem::permissions("stop/mpiexec", std::filesystem::perms::owner_all);
  ASSERT_EQ(std::system((std::string("PATH=\"$PWD/stop:$PATH\" RANKS=1 OMP_NUM_THREADS=1 OUTPUT=stop DECK=") +
                         file +
                         " TRIREME_DLRM=" TRIREME_TEST_PROGRAM " bash " TRIREME_TEST_SOURCE
                         "/jobs/templates/local/dlrm.sh" +
                         last + " > out.txt 2>&1")
                            .c_str()),
            0)
      << text_of("out.txt");
  ASSERT_EQ(run("train " + file + last + " output.history= --json-report report.json"), 0)
      << text_of("out.txt");
  const json parts = report("stop/report.json");
  EXPECT_EQ(report()["weights_hash"], parts["weights_hash"]);
  EXPECT_EQ(report()["loss_hash"], parts["loss_hash"]);
}

TEST(TriremeDlrm, NamesTheFirstDamagedLine) {
  TRIREME_DATA_FILE(ragged, "ctr/malformed/criteo_ragged_999.txt");
  EXPECT_EQ(run("prepare prepare.input=[" + ragged + "] prepare.output=ragged.ctr", 2), 2);
  EXPECT_NE(text_of("out.txt").find("criteo_ragged_999.txt:3: there are 38 fields"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists("ragged.ctr"));
  ASSERT_EQ(run("prepare prepare.strictness=lenient prepare.input=[" + ragged +
                "] prepare.output=ragged.ctr --json-report report.json"),
            0);
  EXPECT_EQ(report()["statistics"]["lines_mended"], 498);
  EXPECT_EQ(run("train data.train=ragged.ctr train.max_steps=3" + small, 2), 0);
  EXPECT_EQ(run("info ragged.ctr"), 0);
}

TEST(TriremeDlrm, RefusesWhatItCannotDo) {
  for (const char* arguments :
       {"", "fly", "train", "train data.train=missing.ctr", "predict", "prepare", "info",
        "train model.top=[3]", "train plan.kind=file", "train optimizer.learning_rate=0",
        "train optimizer.method=dance optimizer.part=all model.pooling=max",
        "train optimizer.method=dance optimizer.lambda=0", "train optimizer.tables=lamb",
        "train data.train=made.ctr optimizer.weight_decay=0.1"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
  }
}

}  // namespace
