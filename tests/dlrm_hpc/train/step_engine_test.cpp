// SPDX-License-Identifier: Apache-2.0
// Steps of the whole model: gradients against a plain model in double precision, the same bits on any ranks
// and threads, close ones with any plan, and runs that go on from their checkpoint on another layout.
#include "dlrm_hpc/train/step_engine.hpp"

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "dlrm_hpc/train/checkpoint.hpp"
#include "dlrm_hpc/train/metrics.hpp"
#include "solvers/base/error.hpp"
#include "tests/dlrm_hpc/made_samples.hpp"
#include "tests/dlrm_hpc/plain_model.hpp"
#include "tests/dlrm_hpc/small_model.hpp"
#include "tests/dlrm_hpc/world.hpp"

namespace trireme::dlrm {
namespace {

// Steps [first, last) of batches of 70 over 250 samples, the next staged before each.
std::vector<double> train_steps(StepEngine& engine, const Dataset& data, std::int64_t first,
                                std::int64_t last) {
  std::vector<double> losses;
  const GlobalIndex batch = 70, an_epoch = (data.samples() + batch - 1) / batch;
  const auto stage = [&](std::int64_t step) {
    const Permutation order(data.samples(), 3, static_cast<std::uint64_t>(step / an_epoch));
    const GlobalIndex begin = step % an_epoch * batch;
    engine.stage(data, &order, begin, std::min(batch, data.samples() - begin));
  };
  stage(first);
  for (std::int64_t step = first; step < last; ++step) {
    if (step + 1 < last) stage(step + 1);
    losses.push_back(engine.train(step));
  }
  return losses;
}

// A step over these 60 samples, alone.
void expect_plain_gradient(const Dataset& data, const ModelOptions& model, const DataSchema& schema) {
  OptimizerOptions optimizer = optimizer_of(kernels::UpdateRule::sgd);
  optimizer.learning_rate = 4;  // so that rounding of the weights hides little of the gradient
  StepEngine engine = engine_of(comm::Communicator::self(), model, optimizer, PlanKind::table_wise, 0,
                                {.block_samples = 16}, schema);
  PlainModel plain(engine, model.pooling);
  Batch batch;
  read_batch(data, nullptr, 0, 60, batch);
  const PlainModel before = plain;
  engine.stage(data, nullptr, 0, 60);
  const double loss = engine.train(0);
  EXPECT_NEAR(loss, before.loss(batch), 1e-5 * loss);
  const PlainModel after(engine, model.pooling);
  const auto expect_gradient = [&](double& place, double old_value, double new_value, std::size_t k) {
    const double step = 1e-5;
    place = old_value + step;
    double difference = plain.loss(batch);
    place = old_value - step;
    difference -= plain.loss(batch);
    place = old_value;
    EXPECT_NEAR((old_value - new_value) / 4, difference / (2 * step) / 60, 3e-6) << k;
  };
  for (std::size_t k = 0; k < plain.parameters.size(); k += 7)
    expect_gradient(plain.parameters[k], before.parameters[k], after.parameters[k], k);
  for (std::size_t t = 0; t < plain.tables.size(); ++t)
    for (std::size_t k = 0; k < plain.tables[t].size(); k += t == 2 ? 61 : 5)
      expect_gradient(plain.tables[t][k], before.tables[t][k], after.tables[t][k], k);
}

TEST(StepEngine, FollowsTheGradientOfThePlainModel) {
  const Dataset data(make_samples(world(), "gradient", 60));
  for (const Interaction interaction : {Interaction::dot, Interaction::cat, Interaction::dcn})
    for (const Pooling pooling : {Pooling::sum, Pooling::mean, Pooling::max})
      expect_plain_gradient(data, small_model(interaction, pooling), made_schema());
}

TEST(StepEngine, HasTheSameBitsOnAnyRanksWhileTablesAreWhole) {
  const comm::Communicator self = comm::Communicator::self();
  const Dataset data(make_samples(world(), "bits", 250));
  using kernels::UpdateRule;
  for (const auto& [tables, layers] : {std::pair{UpdateRule::sgd, UpdateRule::lamb},
                                       {UpdateRule::rowwise_adagrad, UpdateRule::adagrad},
                                       {UpdateRule::adam, UpdateRule::adam},
                                       {UpdateRule::momentum, UpdateRule::momentum}})
    for (const auto& [pooling, rows, wire] :
         {std::tuple{Pooling::sum, kernels::RowFormat::fp32, WireFormat::fp32},
          {Pooling::mean, kernels::RowFormat::split_bf16, WireFormat::bf16},
          {Pooling::max, kernels::RowFormat::fp16, WireFormat::fp16}}) {
      const ModelOptions model =
          small_model(pooling == Pooling::max ? Interaction::dcn : Interaction::dot, pooling);
      const EngineOptions options{.block_samples = 16, .wire = wire, .row_format = rows};
      StepEngine alone =
          engine_of(self, model, optimizer_of(tables, layers), PlanKind::table_wise, 0, options);
      StepEngine together =
          engine_of(world(), model, optimizer_of(tables, layers), PlanKind::table_wise, 0, options);
      EXPECT_EQ(alone.weights_hash(), together.weights_hash());
      EXPECT_EQ(train_steps(alone, data, 0, 9), train_steps(together, data, 0, 9));
      EXPECT_EQ(alone.weights_hash(), together.weights_hash());
      const threads::ThreadCountScope one_thread(1);
      StepEngine serial =
          engine_of(self, model, optimizer_of(tables, layers), PlanKind::table_wise, 0, options);
      train_steps(serial, data, 0, 9);
      EXPECT_EQ(serial.weights_hash(), together.weights_hash());
    }
}

TEST(StepEngine, IsCloseWithAnyPlan) {
  const comm::Communicator self = comm::Communicator::self();
  const Dataset data(make_samples(world(), "plans", 250));
  using kernels::UpdateRule;
  for (const UpdateRule rule :
       {UpdateRule::sgd, UpdateRule::rowwise_adagrad, UpdateRule::adagrad, UpdateRule::adam})
    for (const auto& [kind, replicate] : {std::pair<PlanKind, GlobalIndex>{PlanKind::row_wise, 0},
                                          {PlanKind::column_wise, 60},
                                          {PlanKind::table_row_wise, 0},
                                          {PlanKind::table_column_wise, 0}}) {
      const bool is_of_nodes = kind == PlanKind::table_row_wise || kind == PlanKind::table_column_wise;
      if (is_of_nodes && rule != UpdateRule::rowwise_adagrad) continue;
      const ModelOptions model = small_model(Interaction::dot, Pooling::mean);
      StepEngine alone = engine_of(self, model, optimizer_of(rule));
      StepEngine together = engine_of(world(), model, optimizer_of(rule), kind, replicate);
      EXPECT_EQ(alone.weights_hash(), together.weights_hash());
      const auto expected = train_steps(alone, data, 0, 20), losses = train_steps(together, data, 0, 20);
      for (std::size_t k = 0; k < losses.size(); ++k)
        EXPECT_NEAR(losses[k] / expected[k], 1, 1e-6) << k << " " << static_cast<int>(kind);
    }
}

TEST(StepEngine, MultipliesRowsByTheirWeights) {
  const comm::Communicator self = comm::Communicator::self();
  const DataSchema schema = weighted_schema();
  const Dataset few(make_samples(world(), "weights60", 60, schema));
  for (const Interaction interaction : {Interaction::dot, Interaction::dcn})
    expect_plain_gradient(few, small_model(interaction), schema);
  const Dataset data(make_samples(world(), "weights", 250, schema));
  const ModelOptions model = small_model();
  const EngineOptions options{.block_samples = 16};
  using kernels::UpdateRule;
  for (const UpdateRule rule : {UpdateRule::rowwise_adagrad, UpdateRule::adam}) {
    const OptimizerOptions optimizer = optimizer_of(rule);
    StepEngine alone = engine_of(self, model, optimizer, PlanKind::table_wise, 0, options, schema);
    StepEngine together = engine_of(world(), model, optimizer, PlanKind::table_wise, 0, options, schema);
    const auto losses = train_steps(alone, data, 0, 9);
    EXPECT_EQ(losses, train_steps(together, data, 0, 9));
    EXPECT_EQ(alone.weights_hash(), together.weights_hash());
    // A table of 400 rows on every rank, too.
    for (const auto& [kind, replicate] : {std::pair<PlanKind, GlobalIndex>{PlanKind::row_wise, 0},
                                          {PlanKind::column_wise, 0},
                                          {PlanKind::table_row_wise, 0},
                                          {PlanKind::table_column_wise, 0},
                                          {PlanKind::table_wise, 400}}) {
      StepEngine split = engine_of(world(), model, optimizer, kind, replicate, options, schema);
      const auto some = train_steps(split, data, 0, 5);
      for (std::size_t k = 0; k < some.size(); ++k) EXPECT_NEAR(some[k] / losses[k], 1, 1e-6) << k;
      if (rule == UpdateRule::adam) continue;
      const std::string path = "weights." + std::to_string(world().size()) + ".h5";
      write_checkpoint(path, split, optimizer, schema, {});
      StepEngine same = engine_of(world(), model, optimizer, kind, replicate, options, schema);
      read_checkpoint(path, same, optimizer, schema, ReadState::yes);
      EXPECT_THROW(read_checkpoint(path, same, optimizer, made_schema(), ReadState::yes), Error);
      // Whole on each rank: the same numbers, and from there on those of weights within rounding.
      StepEngine whole = engine_of(self, model, optimizer, PlanKind::table_wise, 0, options, schema);
      read_checkpoint(path, whole, optimizer, schema, ReadState::yes);
      EXPECT_EQ(whole.weights_hash(), split.weights_hash());
      const auto later = train_steps(split, data, 5, 8), whole_later = train_steps(whole, data, 5, 8);
      EXPECT_EQ(train_steps(same, data, 5, 8), later);
      EXPECT_EQ(same.weights_hash(), split.weights_hash());
      for (std::size_t k = 0; k < later.size(); ++k) EXPECT_NEAR(whole_later[k] / later[k], 1, 1e-6) << k;
    }
  }
  EXPECT_THROW(DenseModel(small_model(Interaction::dot, Pooling::mean), schema), Error);
}

TEST(StepEngine, MultipliesNarrowRowsByTheirWeights) {
  const comm::Communicator self = comm::Communicator::self();
  const DataSchema schema = weighted_schema();
  const Dataset data(make_samples(world(), "narrow", 250, schema));
  const ModelOptions model = small_model(Interaction::dcn);
  for (const auto& [rows, wire] : {std::pair{kernels::RowFormat::split_bf16, WireFormat::bf16},
                                   {kernels::RowFormat::fp16, WireFormat::fp16},
                                   {kernels::RowFormat::fp16, WireFormat::fp32}}) {
    const OptimizerOptions optimizer = optimizer_of(kernels::UpdateRule::rowwise_adagrad);
    const EngineOptions options{.block_samples = 16, .wire = wire, .row_format = rows};
    const auto losses_of = [&](StepEngine& engine) { return train_steps(engine, data, 0, 6); };
    StepEngine alone = engine_of(self, model, optimizer, PlanKind::table_wise, 0, options, schema);
    StepEngine together = engine_of(world(), model, optimizer, PlanKind::table_wise, 0, options, schema);
    const auto losses = losses_of(alone);
    EXPECT_EQ(losses, losses_of(together));
    EXPECT_EQ(alone.weights_hash(), together.weights_hash());
    // Near those of whole floats, whose rounding is 2^-8 of a row at most; weights of 1 are far.
    StepEngine wide =
        engine_of(self, model, optimizer, PlanKind::table_wise, 0, {.block_samples = 16}, schema);
    const auto expected = losses_of(wide);
    for (std::size_t k = 0; k < losses.size(); ++k) EXPECT_NEAR(losses[k] / expected[k], 1, 2e-3) << k;
    if (wire != WireFormat::fp32) continue;
    // Stochastic rounding is of a row's place in its table: pieces of columns have that of the whole.
    StepEngine split = engine_of(world(), model, optimizer, PlanKind::column_wise, 0, options, schema);
    const auto of_pieces = losses_of(split);
    for (std::size_t k = 0; k < losses.size(); ++k) EXPECT_NEAR(of_pieces[k] / losses[k], 1, 1e-4) << k;
  }
}

TEST(StepEngine, HasTheSameBitsWhereverPiecesAre) {
  const Dataset data(make_samples(world(), "places", 250));
  const ModelOptions model = small_model();
  const OptimizerOptions optimizer = optimizer_of(kernels::UpdateRule::rowwise_adagrad);
  ShardingPlan plan = plan_of(world(), model, PlanKind::column_wise);
  StepEngine one(world(), model, optimizer, {.block_samples = 16}, made_schema(), plan);
  for (std::size_t s = 0; s < plan.shards.size(); ++s)
    plan.shards[s].rank = (plan.shards[s].rank + 1 + static_cast<int>(s / 2)) % world().size();
  StepEngine other(world(), model, optimizer, {.block_samples = 16}, made_schema(), plan);
  EXPECT_EQ(train_steps(one, data, 0, 9), train_steps(other, data, 0, 9));
  EXPECT_EQ(one.weights_hash(), other.weights_hash());
}

TEST(StepEngine, PredictsEverySampleOfAnyBatches) {
  const Dataset data(make_samples(world(), "predict", 101));
  StepEngine engine = engine_of(world(), small_model(), optimizer_of(kernels::UpdateRule::sgd));
  const std::uint64_t before = engine.weights_hash();
  std::vector<float> logits, labels, all, all_labels;
  double loss[2];
  int way = 0;
  for (const GlobalIndex batch : {10, 200}) {
    all.clear();
    all_labels.clear();
    for (GlobalIndex first = 0; first < 101; first += batch) {
      engine.stage(data, nullptr, first, std::min(batch, 101 - first));
      engine.predict(logits, labels);
      all.insert(all.end(), logits.begin(), logits.end());
      all_labels.insert(all_labels.end(), labels.begin(), labels.end());
    }
    const Metrics metrics = measure(world(), all, all_labels, {});
    EXPECT_EQ(metrics.samples, 101);
    loss[way++] = metrics.loss;
  }
  EXPECT_NEAR(loss[0], loss[1], 1e-6);
  EXPECT_EQ(engine.weights_hash(), before);
}

TEST(StepEngine, HashesIdsOntoFewerRows) {
  const Dataset data(make_samples(world(), "hashed", 100));
  ModelOptions model = small_model();
  model.hash_rows = 20;
  StepEngine engine(world(), model, optimizer_of(kernels::UpdateRule::sgd), {}, made_schema(),
                    plan_of(world(), model, PlanKind::row_wise));
  EXPECT_EQ(engine.tables()[0].rows, 20);
  EXPECT_EQ(engine.tables()[1].rows, 7);
  engine.stage(data, nullptr, 0, 100);
  EXPECT_TRUE(std::isfinite(engine.train(0)));
}

TEST(Checkpoint, GoesOnWithTheSameBitsOnAnyLayout) {
  const comm::Communicator self = comm::Communicator::self();
  const Dataset data(make_samples(world(), "resume", 250));
  using kernels::UpdateRule;
  for (const auto& [rule, kind, replicate] :
       {std::tuple<UpdateRule, PlanKind, GlobalIndex>{UpdateRule::rowwise_adagrad, PlanKind::row_wise, 0},
        {UpdateRule::rowwise_adagrad, PlanKind::column_wise, 0},
        {UpdateRule::adam, PlanKind::table_wise, 60}}) {
    const ModelOptions model =
        small_model(kind == PlanKind::table_wise ? Interaction::dcn : Interaction::dot);
    const OptimizerOptions optimizer =
        optimizer_of(rule, rule == UpdateRule::adam ? UpdateRule::lamb : UpdateRule::sgd);
    const std::string path = "resume." + std::to_string(world().size()) + ".h5";
    StepEngine first = engine_of(world(), model, optimizer, kind, replicate);
    train_steps(first, data, 0, 5);
    RunState state;
    state.step = 5;
    state.loss_hash = 0xfedcba9876543210u;
    write_checkpoint(path, first, optimizer, made_schema(), state);
    const std::uint64_t at_five = first.weights_hash();

    // Another plan holds the same numbers, and goes on as the first within rounding.
    StepEngine other = engine_of(world(), model, optimizer, PlanKind::table_wise);
    const RunState read = read_checkpoint(path, other, optimizer, made_schema(), ReadState::yes);
    EXPECT_EQ(read.step, 5);
    EXPECT_EQ(read.loss_hash, state.loss_hash);
    EXPECT_EQ(other.weights_hash(), at_five);
    StepEngine alone = engine_of(self, model, optimizer);
    read_checkpoint(path, alone, optimizer, made_schema(), ReadState::yes);
    EXPECT_EQ(alone.weights_hash(), at_five);
    const auto losses = train_steps(other, data, 5, 11);
    EXPECT_EQ(losses, train_steps(alone, data, 5, 11));
    EXPECT_EQ(alone.weights_hash(), other.weights_hash());

    // The same plan goes on bit by bit.
    StepEngine same = engine_of(world(), model, optimizer, kind, replicate);
    read_checkpoint(path, same, optimizer, made_schema(), ReadState::yes);
    const auto expected = train_steps(first, data, 5, 11);
    EXPECT_EQ(train_steps(same, data, 5, 11), expected);
    EXPECT_EQ(same.weights_hash(), first.weights_hash());
    for (std::size_t k = 0; k < losses.size(); ++k) EXPECT_NEAR(losses[k] / expected[k], 1, 1e-6);

    EXPECT_THROW(
        read_checkpoint(path, same, optimizer_of(UpdateRule::momentum), made_schema(), ReadState::yes),
        Error);
    ModelOptions larger = model;
    if (kind == PlanKind::table_wise)
      larger.cross_rank = 4;
    else
      larger.top = {12, 1};
    StepEngine misfit = engine_of(world(), larger, optimizer);
    EXPECT_THROW(read_checkpoint(path, misfit, optimizer, made_schema(), ReadState::yes), Error);
  }
}

}  // namespace
}  // namespace trireme::dlrm
