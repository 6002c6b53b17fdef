// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/step_engine.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/lamb.hpp"
#include "dlrm_hpc/kernels/update_values.hpp"
#include "solvers/base/as_size.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::dlrm {
namespace {

std::vector<Shard> shards_of(const ShardingPlan& plan, int rank) {
  std::vector<Shard> shards;
  for (const std::size_t s : plan.shards_of(rank)) shards.push_back(plan.shards[s]);
  return shards;
}

}  // namespace

std::vector<IdMap> id_maps_of(const ModelOptions& model, const DataSchema& columns) {
  std::vector<IdMap> maps;
  for (std::size_t t = 0; t < columns.tables.size(); ++t)
    maps.emplace_back(columns.tables[t].rows, model.hash_rows, static_cast<int>(t));
  return maps;
}

std::vector<TableShape> model_tables(const ModelOptions& model, const DataSchema& columns) {
  std::vector<TableShape> tables;
  const auto maps = id_maps_of(model, columns);
  for (std::size_t t = 0; t < maps.size(); ++t)
    tables.push_back({columns.tables[t].name, maps[t].rows(), static_cast<GlobalIndex>(model.width()),
                      model.pooling, columns.tables[t].arity, columns.tables[t].has_weights});
  return tables;
}

StepEngine::StepEngine(const comm::Communicator& comm, const ModelOptions& model,
                       const OptimizerOptions& optimizer, const EngineOptions& engine,
                       const DataSchema& columns, ShardingPlan plan)
    : comm_(comm),
      optimizer_(optimizer),
      engine_(engine),
      loss_(model.loss_shape()),
      model_(model, columns),
      tables_(model_tables(model, columns)),
      plan_(std::move(plan)),
      ids_(comm, plan_, tables_, id_maps_of(model, columns)),
      vectors_exchange_(comm, plan_, model.width(), engine.wire),
      gradient_exchange_(comm, plan_, model.width(), engine.wire),
      squares_(comm, plan_),
      owned_(shards_of(plan_, comm.rank()), tables_, engine.row_format, optimizer.tables,
             static_cast<std::uint64_t>(model.seed)),
      replicated_(shards_of(plan_, Shard::every_rank), tables_, engine.row_format, optimizer.tables,
                  static_cast<std::uint64_t>(model.seed)),
      bottom_reduction_(comm, model_.n_bottom_parameters()),
      top_reduction_(comm, model_.n_parameters() - model_.n_bottom_parameters()),
      parameters_(model_.n_parameters()),
      parameter_state_(model_.n_parameters() * as_size(kernels::state_values(optimizer.layers)), 0.0f) {
  model_.initialize(static_cast<std::uint64_t>(model.seed), parameters_);
  std::vector<std::size_t> columns_of_vectors;
  const auto place = [&](LocalShards& shards) {
    columns_of_vectors.clear();
    for (std::size_t s = 0; s < shards.size(); ++s)
      columns_of_vectors.push_back((1 + as_size(shards.shard(s).table)) * model_.width() +
                                   as_size(shards.shard(s).column_begin));
    shards.place_columns(columns_of_vectors);
  };
  place(replicated_);
  if (alone())
    place(owned_);
  else
    owned_.place_columns(vectors_exchange_.owner_columns());
  for (std::size_t s = 0; s < replicated_.size(); ++s)
    replicated_reductions_.emplace_back(comm, as_size(replicated_.shard(s).rows()) * (model_.width() + 1));
  const auto n_threads = as_size(threads::max_threads());
  for (std::size_t thread = 0; thread < n_threads; ++thread) {
    work_.push_back(model_.make_work(as_size(engine.block_samples)));
    bottom_trees_.emplace_back(model_.n_bottom_parameters());
    top_trees_.emplace_back(model_.n_parameters() - model_.n_bottom_parameters());
  }
}

void StepEngine::stage(const Dataset& data, const Permutation* permutation, GlobalIndex first,
                       GlobalIndex n) {
  TRIREME_EXPECT(n_staged_ < 2);
  times_.begin();
  StepData& step = steps_[(first_staged_ + n_staged_) % 2];
  step.layout = BatchLayout(n, engine_.block_samples, comm_.size());
  comm::CollectiveGuard(comm_).run([&] {
    read_batch(data, permutation, first + step.layout.sample_begin(comm_.rank()),
               as_size(step.layout.samples_of(comm_.rank())), step.batch);
  });
  step.batch.global_samples = n;
  times_.took(StepPart::input);
  ids_.start(step);
  times_.took(StepPart::exchange);
  ++n_staged_;
}

void StepEngine::drop_oldest() {
  first_staged_ = (first_staged_ + 1) % 2;
  --n_staged_;
}

auto StepEngine::block_of(const BatchLayout& layout, std::int64_t local) const -> Block {
  const std::int64_t number = layout.block_begin[as_size(comm_.rank())] + local;
  const GlobalIndex begin = number * layout.block_samples,
                    end = std::min(layout.samples, begin + layout.block_samples);
  return {as_size(begin - layout.sample_begin(comm_.rank())), as_size(end - begin), number};
}

// f(thread, local block, block): each thread takes a contiguous run.
template <class F>
void StepEngine::for_each_block(const BatchLayout& layout, F&& f) {
  const std::int64_t blocks =
      layout.block_begin[as_size(comm_.rank()) + 1] - layout.block_begin[as_size(comm_.rank())];
  if (blocks == 0) return;
  threads::parallel_region([&](int thread, int n_threads) {
    const auto [begin, end] = threads::thread_range(blocks, thread, n_threads);
    for (std::int64_t local = begin; local < end; ++local) f(as_size(thread), local, block_of(layout, local));
  });
}

void StepEngine::prepare_buffers(const StepData& step) {
  const std::size_t n = step.batch.n;
  vectors_.resize(n * model_.vectors_row());
  d_vectors_.resize(n * model_.vectors_row());
  logits_.resize(n);
  const auto blocks = as_size(step.layout.block_begin[as_size(comm_.rank()) + 1] -
                              step.layout.block_begin[as_size(comm_.rank())]);
  while (bottom_.size() < (alone() ? work_.size() : blocks))
    bottom_.push_back(model_.make_bottom_work(as_size(engine_.block_samples)));
}

void StepEngine::round_as_sent(float* vectors, std::size_t n, float scale) {
  if (engine_.wire == WireFormat::fp32) return;
  const std::size_t row = model_.vectors_row(), width = model_.width();
  threads::parallel_for(n, [&](std::size_t sample) {
    for (std::size_t s = 0; s < owned_.size(); ++s) {
      float* const values = vectors + sample * row + (1 + as_size(owned_.shard(s).table)) * width +
                            as_size(owned_.shard(s).column_begin);
      for (std::size_t d = 0; d < as_size(owned_.shard(s).width()); ++d)
        values[d] = from_wire(to_wire(values[d], scale, engine_.wire), scale, engine_.wire);
    }
  });
}

// Starts what other ranks' samples need; alone, writes the vectors where they are wanted.
void StepEngine::pool_vectors(StepData& step) {
  ids_.finish(step);
  times_.took(StepPart::exchange);
  const auto n_all = as_size(step.layout.samples);
  if (alone()) {
    owned_.pool(step.bags, n_all, vectors_.data(), model_.vectors_row());
    round_as_sent(vectors_.data(), step.batch.n, 1);
  } else {
    pooled_.resize(n_all * vectors_exchange_.owner_row());
    owned_.pool(step.bags, n_all, pooled_.data(), vectors_exchange_.owner_row());
  }
  times_.took(StepPart::embedding);
  if (!alone()) vectors_exchange_.start_vectors(step.layout, pooled_);
  times_.took(StepPart::exchange);
  replicated_.pool(step.replicated, step.batch.n, vectors_.data(), model_.vectors_row());
  times_.took(StepPart::embedding);
}

void StepEngine::finish_vectors(StepData& step) {
  if (!alone()) vectors_exchange_.finish_vectors(vectors_.data(), model_.vectors_row());
  divide_by_lengths(step, vectors_.data());
  times_.took(StepPart::exchange);
}

// Means are sums over the whole bag, which only the sample's rank knows; the gradient is divided alike.
void StepEngine::divide_by_lengths(const StepData& step, float* vectors) {
  if (tables_.empty() || tables_.front().pooling != Pooling::mean) return;
  const std::size_t width = model_.width();
  threads::parallel_for(step.batch.n, [&](std::size_t sample) {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      const auto& offsets = step.batch.offsets[t];
      const std::int64_t length = offsets[sample + 1] - offsets[sample];
      if (length < 2) continue;
      float* const values = vectors + sample * model_.vectors_row() + (1 + t) * width;
      const float part = 1 / static_cast<float>(length);
      for (std::size_t d = 0; d < width; ++d) values[d] *= part;
    }
  });
}

double StepEngine::backward(StepData& step) {
  const float scale = 1 / static_cast<float>(step.layout.samples);
  const std::size_t row = model_.vectors_row(), n_dense = model_.n_dense();
  const float* const parameters = parameters_.data();
  for (auto* trees : {&bottom_trees_, &top_trees_})
    for (GradientTree<float>& tree : *trees) tree.clear();
  block_losses_.assign(as_size(step.layout.block_begin[as_size(comm_.rank()) + 1] -
                               step.layout.block_begin[as_size(comm_.rank())]),
                       0.0);
  const auto bottom_work = [&](std::size_t thread, std::int64_t local) -> DenseModel::BottomWork& {
    return bottom_[alone() ? thread : as_size(local)];
  };
  const auto bottom_forward = [&](std::size_t thread, std::int64_t local, const Block& block) {
    model_.bottom_forward(parameters, step.batch.dense.data() + block.first * n_dense, block.n,
                          vectors_.data() + block.first * row, bottom_work(thread, local), work_[thread]);
    if (thread == 0) times_.took(StepPart::bottom);
  };
  const auto top_both = [&](std::size_t thread, std::int64_t local, const Block& block) {
    DenseModel::Work& work = work_[thread];
    const float* const vectors = vectors_.data() + block.first * row;
    float* const logits = logits_.data() + block.first;
    model_.interact(parameters, vectors, block.n, work);
    if (thread == 0) times_.took(StepPart::interaction);
    model_.top_forward(parameters, vectors, block.n, logits, work);
    block_losses_[as_size(local)] = kernels::loss_and_gradient(
        loss_, logits, step.batch.labels.data() + block.first, block.n, scale, logits);
    if (thread == 0) times_.took(StepPart::top);
    model_.top_backward(parameters, vectors, logits, block.n, top_trees_[thread].next(),
                        d_vectors_.data() + block.first * row, work);
    top_trees_[thread].add(block.number);
    if (thread == 0) times_.took(StepPart::backward);
  };
  const auto bottom_backward = [&](std::size_t thread, std::int64_t local, const Block& block) {
    model_.bottom_backward(parameters, step.batch.dense.data() + block.first * n_dense,
                           vectors_.data() + block.first * row, d_vectors_.data() + block.first * row,
                           block.n, bottom_trees_[thread].next(), bottom_work(thread, local), work_[thread]);
    bottom_trees_[thread].add(block.number);
    if (thread == 0) times_.took(StepPart::backward);
  };

  if (alone()) {
    // A block goes through all layers and back while it is in cache.
    finish_vectors(step);
    for_each_block(step.layout, [&](std::size_t thread, std::int64_t local, const Block& block) {
      bottom_forward(thread, local, block);
      top_both(thread, local, block);
      bottom_backward(thread, local, block);
    });
    divide_by_lengths(step, d_vectors_.data());
    top_reduction_.start(top_trees_, step.layout);
  } else {
    // Vectors travel under the bottom network, their gradients and those of the top network under its way
    // back.
    for_each_block(step.layout, [&](std::size_t thread, std::int64_t local, const Block& block) {
      bottom_forward(thread, local, block);
      if (thread == 0) vectors_exchange_.test();
    });
    finish_vectors(step);
    for_each_block(step.layout, top_both);
    // The bottom network's part of a sample's gradients stays as it is.
    divide_by_lengths(step, d_vectors_.data());
    gradient_exchange_.start_gradients(step.layout, d_vectors_.data(), row);
    times_.took(StepPart::exchange);
    top_reduction_.start(top_trees_, step.layout);
    times_.took(StepPart::reduce);
    for_each_block(step.layout, [&](std::size_t thread, std::int64_t local, const Block& block) {
      bottom_backward(thread, local, block);
      if (thread == 0) {
        gradient_exchange_.test();
        top_reduction_.test();
      }
    });
  }
  bottom_reduction_.start(bottom_trees_, step.layout);
  // One loss a block, added in the order of blocks.
  double sum = 0;
  for (const double loss : comm::all_gather(comm_, block_losses_)) sum += loss;
  times_.took(StepPart::reduce);
  return sum;
}

double StepEngine::train(std::int64_t number) {
  TRIREME_EXPECT(n_staged_ > 0);
  StepData& step = oldest();
  times_.begin();
  prepare_buffers(step);
  pool_vectors(step);
  const double loss = backward(step);
  update_tables(step, number);
  update_replicated(step, number);
  const auto top = top_reduction_.finish();
  const auto bottom = bottom_reduction_.finish();
  times_.took(StepPart::reduce);
  if (!optimizer_.holds_layers()) {
    const kernels::RuleParameters rule = optimizer_.layer_rule(number);
    update_layers(0, bottom, rule);
    update_layers(model_.n_bottom_parameters(), top, rule);
  }
  times_.took(StepPart::layer_update);
  drop_oldest();
  return loss;
}

// Parameters [first, first + gradients.size()), whose states stand one behind another; of LAMB array by
// array.
void StepEngine::update_layers(std::size_t first, std::span<const float> gradients,
                               const kernels::RuleParameters& rule) {
  const std::size_t n = gradients.size();
  float* const values = parameters_.data() + first;
  float* const state = parameter_state_.data() + as_size(kernels::state_values(rule.rule)) * first;
  if (rule.rule != kernels::UpdateRule::lamb) {
    kernels::update_values(rule, values, gradients.data(), state, n);
    return;
  }
  for (const DenseModel::ParameterArray& array : model_.arrays()) {
    if (array.first < first || array.first >= first + n) continue;
    const std::size_t at = array.first - first;
    norm_scratch_.resize(std::max(norm_scratch_.size(), kernels::lamb_scratch(array.size)));
    kernels::lamb_update(rule, values + at, gradients.data() + at, state + at, state + n + at, array.size,
                         norm_scratch_.data());
  }
}

void StepEngine::update_tables(StepData& step, std::int64_t number) {
  owned_.sort(step.bags, as_size(step.layout.samples));
  times_.took(StepPart::update);
  const float* gradients = d_vectors_.data();
  std::size_t stride = model_.vectors_row();
  if (alone()) {
    round_as_sent(d_vectors_.data(), step.batch.n, gradient_scale(step.layout.samples));
  } else {
    gradients = gradient_exchange_.finish_gradients();
    stride = gradient_exchange_.owner_row();
  }
  times_.took(StepPart::exchange);
  const kernels::RuleParameters rule = optimizer_.table_rule(number);
  std::span<const char> splits;
  if (rule.rule == kernels::UpdateRule::rowwise_adagrad && squares_.needed()) {
    owned_.sum_squares(gradients, stride);
    squares_.run(owned_);
    splits = squares_.splits();
  }
  owned_.update(gradients, stride, rule, static_cast<std::uint64_t>(number), splits);
  times_.took(StepPart::update);
}

// Each rank adds up the gradients of its own samples, row by row, with a flag for rows it touched; the sums
// over ranks, taken in the order of ranks, then update all copies alike.
void StepEngine::update_replicated(StepData& step, std::int64_t number) {
  if (replicated_.size() == 0) return;
  const std::size_t width = model_.width();
  std::vector<Array<float>> sums;
  std::vector<ShardBags> touched(replicated_.size());
  Array<float> all;
  std::size_t widest_rows = 0;
  for (std::size_t s = 0; s < replicated_.size(); ++s)
    widest_rows = std::max(widest_rows, as_size(replicated_.shard(s).rows()));
  // Rows of the gradient array: sample r of table s is row r, so tables stand side by side.
  const std::size_t stride = model_.vectors_row();
  all.resize(widest_rows * stride);
  for (std::size_t s = 0; s < replicated_.size(); ++s) {
    const auto rows = as_size(replicated_.shard(s).rows());
    const std::size_t column = (1 + as_size(replicated_.shard(s).table)) * width;
    GradientTree<float> tree(rows * (width + 1));
    float* const mine = tree.next();
    std::fill_n(mine, rows * (width + 1), 0.0f);
    const ShardBags& bags = step.replicated[s];
    for (std::size_t sample = 0; sample < step.batch.n; ++sample)
      for (std::int64_t k = bags.offsets[sample]; k < bags.offsets[sample + 1]; ++k) {
        const auto r = as_size(bags.rows[as_size(k)]);
        const float* const gradient = d_vectors_.data() + sample * stride + column;
        const float weight = bags.weights.empty() ? 1.0f : bags.weights[as_size(k)];
        for (std::size_t d = 0; d < width; ++d) mine[r * (width + 1) + d] += weight * gradient[d];
        mine[r * (width + 1) + width] = 1;
      }
    // One block a rank.
    BatchLayout layout(comm_.size(), 1, comm_.size());
    tree.add(comm_.rank());
    replicated_reductions_[s].start(std::span(&tree, 1), layout);
    const auto sum = replicated_reductions_[s].finish();
    touched[s].offsets.assign(widest_rows + 1, 0);
    for (std::size_t r = 0; r < widest_rows; ++r) {
      if (r < rows && sum[r * (width + 1) + width] > 0) {
        touched[s].rows.push_back(static_cast<std::int64_t>(r));
        std::copy_n(sum.data() + r * (width + 1), width, all.data() + r * stride + column);
      }
      touched[s].offsets[r + 1] = static_cast<std::int64_t>(touched[s].rows.size());
    }
  }
  times_.took(StepPart::reduce);
  replicated_.sort(touched, widest_rows);
  replicated_.update(all.data(), stride, optimizer_.table_rule(number), static_cast<std::uint64_t>(number));
  times_.took(StepPart::update);
}

void StepEngine::predict(std::vector<float>& logits, std::vector<float>& labels) {
  TRIREME_EXPECT(n_staged_ > 0);
  StepData& step = oldest();
  times_.begin();
  prepare_buffers(step);
  pool_vectors(step);
  finish_vectors(step);
  for_each_block(step.layout, [&](std::size_t thread, std::int64_t local, const Block& block) {
    float* const vectors = vectors_.data() + block.first * model_.vectors_row();
    model_.bottom_forward(parameters_.data(), step.batch.dense.data() + block.first * model_.n_dense(),
                          block.n, vectors, bottom_[alone() ? thread : as_size(local)], work_[thread]);
    model_.interact(parameters_.data(), vectors, block.n, work_[thread]);
    model_.top_forward(parameters_.data(), vectors, block.n, logits_.data() + block.first, work_[thread]);
  });
  logits.assign(logits_.begin(), logits_.end());
  labels = step.batch.labels;
  drop_oldest();
}

void StepEngine::pool(Batch& batch, std::vector<float>& vectors) {
  TRIREME_EXPECT(n_staged_ > 0);
  StepData& step = oldest();
  times_.begin();
  prepare_buffers(step);
  pool_vectors(step);
  finish_vectors(step);
  vectors.assign(vectors_.begin(), vectors_.end());
  batch = step.batch;
  drop_oldest();
}

auto StepEngine::bytes_sent() const -> Bytes {
  Bytes bytes;
  for (const StepData& step : steps_) bytes.ids += step.pending.bytes_sent();
  bytes.vectors = vectors_exchange_.bytes_sent();
  bytes.gradients = gradient_exchange_.bytes_sent();
  bytes.layers = bottom_reduction_.bytes_sent() + top_reduction_.bytes_sent();
  for (const DenseReduction<float>& reduction : replicated_reductions_)
    bytes.layers += reduction.bytes_sent();
  return bytes;
}

std::uint64_t StepEngine::weights_hash() {
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t where, GlobalIndex place, float value) {
    sum += mix_bits(mix_bits(where) ^ mix_bits(static_cast<std::uint64_t>(place)) ^
                    kernels::float_to_bits(value));
  };
  const auto add_shards = [&](LocalShards& shards) {
    constexpr GlobalIndex step = 4096;
    for (std::size_t s = 0; s < shards.size(); ++s) {
      const Shard& shard = shards.shard(s);
      const GlobalIndex width = tables_[as_size(shard.table)].width;
      for (GlobalIndex begin = 0; begin < shard.rows(); begin += step) {
        const GlobalIndex end = std::min(shard.rows(), begin + step);
        const std::vector<float> rows = shards.rows(s, begin, end);
        for (GlobalIndex k = 0; k < static_cast<GlobalIndex>(rows.size()); ++k)
          add(as_size(shard.table) + 1,
              (shard.row_begin + begin + k / shard.width()) * width + shard.column_begin + k % shard.width(),
              rows[as_size(k)]);
      }
    }
  };
  add_shards(owned_);
  if (comm_.is_root()) {
    add_shards(replicated_);
    for (std::size_t k = 0; k < parameters_.size(); ++k) add(0, static_cast<GlobalIndex>(k), parameters_[k]);
  }
  return comm::all_sum(comm_, sum);
}

}  // namespace trireme::dlrm
