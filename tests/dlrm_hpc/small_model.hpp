// SPDX-License-Identifier: Apache-2.0
// A model of a few layers over the made samples, on the ranks of a test.
#pragma once

#include "dlrm_hpc/parallel/planner.hpp"
#include "dlrm_hpc/train/step_engine.hpp"
#include "tests/dlrm_hpc/made_samples.hpp"

namespace trireme::dlrm {

inline ModelOptions small_model(Interaction interaction = Interaction::dot, Pooling pooling = Pooling::sum) {
  ModelOptions model;
  model.bottom = {9, 6};
  model.top = {11, 1};
  model.interaction = interaction;
  model.cross_layers = 2;
  model.cross_rank = 3;
  model.pooling = pooling;
  return model;
}

inline OptimizerOptions optimizer_of(kernels::UpdateRule tables,
                                     kernels::UpdateRule layers = kernels::UpdateRule::sgd) {
  OptimizerOptions optimizer;
  optimizer.tables = tables;
  optimizer.layers = layers;
  optimizer.learning_rate = 0.05;
  return optimizer;
}

inline ShardingPlan plan_of(const comm::Communicator& comm, const ModelOptions& model, PlanKind kind,
                            GlobalIndex replicate_rows = 0, const DataSchema& schema = made_schema()) {
  PlanOptions options;
  options.kind = kind;
  options.replicate_rows = replicate_rows;
  PlanInput input;
  input.tables = model_tables(model, schema);
  input.lookups = {1, 1, 2, 1, 1};
  input.batch = 100;
  input.n_ranks = comm.size();
  for (int rank = 0; rank < comm.size(); ++rank) input.node_of_rank.push_back(rank / 2);
  input.bytes = [](const Shard&) { return 1; };
  return make_plan(options, input);
}

inline StepEngine engine_of(const comm::Communicator& comm, const ModelOptions& model,
                            const OptimizerOptions& optimizer, PlanKind kind = PlanKind::table_wise,
                            GlobalIndex replicate_rows = 0,
                            const EngineOptions& engine = {.block_samples = 16},
                            const DataSchema& schema = made_schema()) {
  return StepEngine(comm, model, optimizer, engine, schema,
                    plan_of(comm, model, kind, replicate_rows, schema));
}

}  // namespace trireme::dlrm
