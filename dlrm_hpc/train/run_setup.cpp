// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/run_setup.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dlrm_hpc/parallel/node_layout.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/options/deck_file.hpp"

namespace trireme::dlrm {
namespace {

ShardingPlan choose_plan(program::Context& context, const RunOptions& options, const Dataset& data) {
  PlanInput input;
  input.tables = model_tables(options.model, data.schema());
  input.lookups = data.mean_lookups();
  input.batch = static_cast<double>(options.train.batch);
  input.n_ranks = context.comm.size();
  input.node_of_rank = node_of_ranks(context.comm, options.plan.ranks_per_node);
  input.bytes = [&](const Shard& shard) {
    return LocalShards::bytes_of(shard, options.parallel.rows, options.optimizer.tables);
  };
  input.wire_value_bytes = options.parallel.wire == WireFormat::fp32 ? 4 : 2;
  input.costs = input.costs_of_cuts = TableCosts::from_figures(options.plan.cost_figures);
  // One rank has no choice, nor has a plan that is given.
  const bool is_measured =
      options.plan.costs == CostSource::measured && input.n_ranks > 1 && options.plan.kind != PlanKind::file;
  if (is_measured) input.costs = measure_costs(context.comm, options.parallel.rows, options.optimizer.tables);
  ShardingPlan plan;
  if (options.plan.kind == PlanKind::file) {
    std::string text;
    comm::run_on_root(context.comm, [&] { text = options::deck_file_text(options.plan.file); });
    comm::broadcast(context.comm, text);
    plan = ShardingPlan::from_yaml(text, options.plan.file, input.tables, input.n_ranks);
  } else {
    plan = make_plan(options.plan, input);
  }
  const PlanLoad load = load_of(plan, input);
  const auto most = *std::max_element(load.bytes.begin(), load.bytes.end());
  context.log.line(
      fmt::format("{} tables in {} shards on {} ranks, at most {:.3g} GiB a rank, load {:.2f} of the mean",
                  input.tables.size(), plan.shards.size(), input.n_ranks,
                  static_cast<double>(most) / (1 << 30), load.max_over_mean()));
  const std::string costs =
      fmt::format("costs {}: {}", is_measured ? "measured" : "given", input.costs.as_option());
  const std::string nodes = fmt::format("nodes of the ranks: {}", fmt::join(input.node_of_rank, " "));
  if (is_measured) context.log.line(costs);
  if (!options.output.plan.empty())
    comm::run_on_root(context.comm, [&] {
      io::atomic_write(options.output.plan, plan.yaml(input.tables, {costs, nodes}));
    });
  nlohmann::json shards = nlohmann::json::array();
  for (const Shard& shard : plan.shards)
    shards.push_back(
        {{"table", input.tables[static_cast<std::size_t>(shard.table)].name},
         {"rows", {shard.row_begin, shard.row_end}},
         {"columns", {shard.column_begin, shard.column_end}},
         {"rank", shard.rank == Shard::every_rank ? nlohmann::json("every") : nlohmann::json(shard.rank)}});
  context.record.set("plan", {{"shards", shards},
                              {"load_max_over_mean", load.max_over_mean()},
                              {"costs", is_measured ? "measured" : "given"},
                              {"cost_figures", input.costs.figures()},
                              {"nodes", input.node_of_rank}});
  context.record.set("bytes.tables",
                     comm::all_sum(context.comm, load.bytes[static_cast<std::size_t>(context.comm.rank())]));
  return plan;
}

void test_blas(program::Context& context) {
  std::vector<float> x(256 * 512), w(512 * 256), y(256 * 256);
  kernels::BlasTrial trial;
  comm::CollectiveGuard(context.comm).run([&] {
    threads::parallel_region([&](int thread, int) {
      if (thread == 0) trial = kernels::try_blas(x.data(), w.data(), y.data());
    });
    TRIREME_VALIDATE(!trial.wrong, ErrorKind::internal, "the BLAS multiplies wrongly", kernels::blas_name(),
                     "install another OpenBLAS");
  });
  context.log.line(fmt::format("{}, {:.1f} Gflop/s on one thread", kernels::blas_name(), trial.gflops));
  context.record.set("blas", {{"name", kernels::blas_name()}, {"gflops_one_thread", trial.gflops}});
}

}  // namespace

StepEngine make_engine(program::Context& context, const RunOptions& options, const Dataset& data) {
  test_blas(context);
  return StepEngine(context.comm, options.model, options.optimizer,
                    EngineOptions{options.parallel.samples_of_block(options.train.batch),
                                  options.parallel.wire, options.parallel.rows},
                    data.schema(), choose_plan(context, options, data));
}

Metrics measure_on(StepEngine& engine, const Dataset& data, const RunOptions& options,
                   std::vector<float>* all_logits, std::vector<float>* all_labels) {
  std::vector<float> logits, labels, here, labels_here;
  for (GlobalIndex first = 0; first < data.samples(); first += options.train.test_batch) {
    engine.stage(data, nullptr, first, std::min(options.train.test_batch, data.samples() - first));
    engine.predict(here, labels_here);
    if (all_logits) {
      // In the order of samples: ranks hold consecutive ones.
      here = comm::gather_to_root(engine.comm(), here);
      labels_here = comm::gather_to_root(engine.comm(), labels_here);
    }
    logits.insert(logits.end(), here.begin(), here.end());
    labels.insert(labels.end(), labels_here.begin(), labels_here.end());
  }
  const Metrics metrics = measure(engine.comm(), logits, labels, options.model.loss_shape());
  if (all_logits) *all_logits = std::move(logits);
  if (all_labels) *all_labels = std::move(labels);
  return metrics;
}

}  // namespace trireme::dlrm
