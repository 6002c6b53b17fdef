// SPDX-License-Identifier: Apache-2.0
// One step of training or prediction over all ranks: ids to tables, vectors to samples, forward, backward,
// gradients back, updates. Steps are staged before they are computed, so that the ids of the next travel
// meanwhile. The bits of losses and weights depend on the step's samples, the block size and the optimizer
// alone: on neither threads nor ranks while tables are whole, and travel in fp32. Called by training,
// evaluation and prediction. Collective.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dlrm_hpc/embedding/local_shards.hpp"
#include "dlrm_hpc/model/dense_model.hpp"
#include "dlrm_hpc/parallel/dense_reduction.hpp"
#include "dlrm_hpc/parallel/id_exchange.hpp"
#include "dlrm_hpc/parallel/squares_exchange.hpp"
#include "dlrm_hpc/parallel/vector_exchange.hpp"
#include "dlrm_hpc/train/optimizer_options.hpp"
#include "dlrm_hpc/train/step_times.hpp"

namespace trireme::dlrm {

struct EngineOptions {
  std::int64_t block_samples = 64;
  WireFormat wire = WireFormat::fp32;
  kernels::RowFormat row_format = kernels::RowFormat::fp32;
};

class StepEngine {
 public:
  // tables, id_maps: of all tables, as model_tables() gives them. The plan is for this communicator's ranks.
  StepEngine(const comm::Communicator& comm, const ModelOptions& model, const OptimizerOptions& optimizer,
             const EngineOptions& engine, const DataSchema& columns, ShardingPlan plan);

  // Reads samples [first, first + n) in the order of `permutation` and starts their ids. At most two steps
  // wait.
  void stage(const Dataset& data, const Permutation* permutation, GlobalIndex first, GlobalIndex n);
  // The oldest staged step: trains on it as step number `step` of the run; returns the sum of its samples'
  // losses before the update, the same on every rank.
  double train(std::int64_t step);
  // The oldest staged step: logits and labels of the samples here. Changes nothing.
  void predict(std::vector<float>& logits, std::vector<float>& labels);
  // The oldest staged step: its samples here, and the vectors of their bags [n, model().vectors_row()]; where
  // the bottom network's vectors belong stands nothing. Changes nothing.
  void pool(Batch& batch, std::vector<float>& vectors);
  bool is_staged() const { return n_staged_ > 0; }
  // Of the oldest staged step.
  const BatchLayout& staged_layout() const { return steps_[first_staged_].layout; }

  const DenseModel& model() const { return model_; }
  const ShardingPlan& plan() const { return plan_; }
  const std::vector<TableShape>& tables() const { return tables_; }
  const comm::Communicator& comm() const { return comm_; }
  std::span<float> parameters() { return parameters_; }
  std::span<float> parameter_state() { return parameter_state_; }
  LocalShards& owned() { return owned_; }
  LocalShards& replicated() { return replicated_; }
  const StepTimes& times() const { return times_; }

  struct Bytes {
    std::int64_t ids = 0, vectors = 0, gradients = 0, layers = 0;  // sent by this rank so far
  };
  Bytes bytes_sent() const;
  // A hash of all weights, tables and layers: of every bit and its place, whatever the plan.
  std::uint64_t weights_hash();

 private:
  // Samples of a block of this rank, and the thread-local work of a pass over blocks.
  struct Block {
    std::size_t first, n;
    std::int64_t number;  // among all blocks of the step
  };
  Block block_of(const BatchLayout& layout, std::int64_t local) const;
  template <class F>
  void for_each_block(const BatchLayout& layout, F&& f);
  void prepare_buffers(const StepData& step);
  void pool_vectors(StepData& step);
  void finish_vectors(StepData& step);
  void divide_by_lengths(const StepData& step, float* vectors);
  double backward(StepData& step);
  void update_layers(std::size_t first, std::span<const float> gradients,
                     const kernels::RuleParameters& rule);
  void update_tables(StepData& step, std::int64_t number);
  void update_replicated(StepData& step, std::int64_t number);
  void round_as_sent(float* vectors, std::size_t n, float scale);
  bool alone() const { return comm_.size() == 1; }
  StepData& oldest() { return steps_[first_staged_]; }
  void drop_oldest();

  comm::Communicator comm_;
  OptimizerOptions optimizer_;
  EngineOptions engine_;
  kernels::LossShape loss_;
  DenseModel model_;
  std::vector<TableShape> tables_;
  ShardingPlan plan_;
  IdExchange ids_;
  VectorExchange vectors_exchange_;
  VectorExchange gradient_exchange_;
  SquaresExchange squares_;
  LocalShards owned_, replicated_;
  DenseReduction<float> bottom_reduction_, top_reduction_;
  std::vector<DenseReduction<float>> replicated_reductions_;

  Array<float> parameters_, parameter_state_;
  StepData steps_[2];
  std::size_t first_staged_ = 0, n_staged_ = 0;

  Array<float> pooled_, vectors_, d_vectors_, logits_;
  std::vector<DenseModel::Work> work_;          // [threads]
  std::vector<DenseModel::BottomWork> bottom_;  // [threads], or [blocks here] where passes are apart
  std::vector<GradientTree<float>> bottom_trees_, top_trees_;  // [threads]
  std::vector<double> block_losses_;
  std::vector<double> norm_scratch_;  // of LAMB
  StepTimes times_;
};

// Maps of the ids of all columns.
std::vector<IdMap> id_maps_of(const ModelOptions& model, const DataSchema& columns);
// Tables of a model over these columns, after hashing.
std::vector<TableShape> model_tables(const ModelOptions& model, const DataSchema& columns);

}  // namespace trireme::dlrm
