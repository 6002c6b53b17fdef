// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/checkpoint.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dlrm_hpc/train/whole_tables.hpp"
#include "solvers/base/as_size.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "solvers/io/row_exchange.hpp"

namespace trireme::dlrm {
namespace {

constexpr const char* format_name = "trireme dlrm checkpoint";
constexpr std::int64_t format_version = 1;

std::string table_name(int table) {
  return fmt::format("t{:04}", table);
}

// Reads what each shard of this rank needs; every rank takes part in every reading.
void read_table(io::Hdf5File& file, const std::string& name, StepEngine& engine, int table, int number,
                GlobalIndex width) {
  const auto set = [&](LocalShards& shards, std::size_t s) {
    const Shard& shard = shards.shard(s);
    const std::vector<float> rows = file.read_rows<float>(name, shard.row_begin, shard.rows(), width);
    const GlobalIndex columns = number >= 0 ? shards.state_width(s) : shard.width();
    const GlobalIndex first = width == columns ? 0 : shard.column_begin;
    std::vector<float> part(as_size(shard.rows() * columns));
    for (GlobalIndex row = 0; row < shard.rows(); ++row)
      std::copy_n(rows.begin() + row * width + first, columns, part.begin() + row * columns);
    if (number < 0)
      shards.set_rows(s, 0, part);
    else
      shards.set_state(s, number, 0, part);
  };
  std::size_t own = 0, replicated = 0;
  for (const Shard& shard : engine.plan().shards) {
    const bool mine = shard.rank == engine.comm().rank(), all = shard.rank == Shard::every_rank;
    if (shard.table == table) {
      if (mine)
        set(engine.owned(), own);
      else if (all)
        set(engine.replicated(), replicated);
      else
        file.read_rows<float>(name, 0, 0, width);
    }
    own += mine;
    replicated += all;
  }
}

int n_table_states(kernels::UpdateRule rule) {
  return rule == kernels::UpdateRule::rowwise_adagrad ? 1 : kernels::state_values(rule);
}

GlobalIndex state_width(kernels::UpdateRule rule, GlobalIndex width) {
  return rule == kernels::UpdateRule::rowwise_adagrad ? 1 : width;
}

std::string shapes_text(const StepEngine& engine) {
  std::string text;
  for (const std::vector<DenseLayer>* layers : {&engine.model().bottom(), &engine.model().top()}) {
    for (const DenseLayer& layer : *layers)
      text += fmt::format("{}-{} ", layer.shape.inputs, layer.shape.outputs);
    text += "| ";
  }
  for (const CrossLayer& layer : engine.model().cross())
    text += fmt::format("{}x{} ", layer.shape.features, layer.shape.rank);
  if (!engine.model().cross().empty()) text += "cross | ";
  for (const TableShape& table : engine.tables()) text += fmt::format("{}x{} ", table.rows, table.width);
  return text;
}

}  // namespace

void write_checkpoint(const std::string& path, StepEngine& engine, const OptimizerOptions& optimizer,
                      const DataSchema& columns, const RunState& state) {
  const comm::Communicator& comm = engine.comm();
  io::Hdf5File file = io::Hdf5File::create(path, comm);
  file.write_attribute("/", "format", format_name);
  file.write_attribute("/", "format_version", format_version);
  file.write_attribute("/", "columns", to_json(columns).dump());
  file.write_attribute("/", "shapes", shapes_text(engine));
  file.write_attribute("/", "table_rule", static_cast<std::int64_t>(optimizer.tables));
  file.write_attribute("/", "layer_rule", static_cast<std::int64_t>(optimizer.layers));
  file.write_attribute("/", "step", state.step);
  file.write_attribute("/", "samples", state.samples);
  file.write_attribute("/", "loss_hash", static_cast<std::int64_t>(state.loss_hash));
  file.write_attribute("/", "best_auc", state.best_auc);
  file.write_attribute("/", "best_step", state.best_step);
  file.write_attribute("/", "measurements_without_gain", state.measurements_without_gain);
  file.write_attribute("/", "round", state.round);
  file.write_attribute("/", "table_step", state.table_step);
  const auto write_replicated = [&](const std::string& name, std::span<const float> values) {
    const auto n = static_cast<GlobalIndex>(values.size());
    file.write_rows(name, comm.is_root() ? values : values.first(0), 1, comm.is_root() ? 0 : n, n);
  };
  write_replicated("layers", engine.parameters());
  if (!engine.parameter_state().empty()) write_replicated("layer_state", engine.parameter_state());
  for (int table = 0; table < static_cast<int>(engine.tables().size()); ++table) {
    const TableShape& shape = engine.tables()[as_size(table)];
    const GlobalIndex begin = io::row_block(shape.rows, comm.rank(), comm.size()).begin;
    file.write_rows("tables/" + table_name(table), table_blocks(engine, table, -1, shape.width), shape.width,
                    begin, shape.rows);
    const GlobalIndex width = state_width(optimizer.tables, shape.width);
    for (int k = 0; k < n_table_states(optimizer.tables); ++k)
      file.write_rows(fmt::format("state{}/{}", k, table_name(table)), table_blocks(engine, table, k, width),
                      width, begin, shape.rows);
  }
  file.close();
}

RunState read_checkpoint(const std::string& path, StepEngine& engine, const OptimizerOptions& optimizer,
                         const DataSchema& columns, ReadState read_state) {
  io::Hdf5File file = io::Hdf5File::open(path, engine.comm());
  const auto refuse = [&](const std::string& why, const std::string& what) {
    throw Error(ErrorKind::input, "cannot go on from '" + path + "'", why, what);
  };
  if (!file.has_attribute("/", "format") || file.read_text_attribute("/", "format") != format_name)
    refuse("it is no checkpoint of trireme-dlrm", "name one in output.restart");
  if (file.read_int_attribute("/", "format_version") > format_version)
    refuse("it was written by a newer version", "use that version");
  if (file.read_text_attribute("/", "shapes") != shapes_text(engine))
    refuse("its model has other layers or tables: " + file.read_text_attribute("/", "shapes"),
           "use the deck it was written with");
  require_same_columns(
      schema_from_json(nlohmann::json::parse(file.read_text_attribute("/", "columns"), nullptr, false), path),
      columns, "data.train or data.test");
  if (read_state == ReadState::yes &&
      (file.read_int_attribute("/", "table_rule") != static_cast<std::int64_t>(optimizer.tables) ||
       file.read_int_attribute("/", "layer_rule") != static_cast<std::int64_t>(optimizer.layers)))
    refuse("it was written with another optimizer, whose state it holds",
           "keep optimizer.tables and .layers");
  const auto read_replicated = [&](const std::string& name, std::span<float> values) {
    const auto n = static_cast<GlobalIndex>(values.size());
    const std::vector<float> read = file.read_rows<float>(name, 0, n, 1);
    std::copy(read.begin(), read.end(), values.begin());
  };
  read_replicated("layers", engine.parameters());
  const bool with_state = read_state == ReadState::yes;
  if (with_state && !engine.parameter_state().empty())
    read_replicated("layer_state", engine.parameter_state());
  for (int table = 0; table < static_cast<int>(engine.tables().size()); ++table) {
    const GlobalIndex width = engine.tables()[as_size(table)].width;
    read_table(file, "tables/" + table_name(table), engine, table, -1, width);
    for (int k = 0; with_state && k < n_table_states(optimizer.tables); ++k)
      read_table(file, fmt::format("state{}/{}", k, table_name(table)), engine, table, k,
                 state_width(optimizer.tables, width));
  }
  RunState state;
  state.step = file.read_int_attribute("/", "step");
  state.samples = file.read_int_attribute("/", "samples");
  state.loss_hash = static_cast<std::uint64_t>(file.read_int_attribute("/", "loss_hash"));
  state.best_auc = file.read_real_attribute("/", "best_auc");
  state.best_step = file.read_int_attribute("/", "best_step");
  state.measurements_without_gain = file.read_int_attribute("/", "measurements_without_gain");
  // Earlier files know no rounds.
  if (file.has_attribute("/", "round")) {
    state.round = file.read_int_attribute("/", "round");
    state.table_step = file.read_int_attribute("/", "table_step");
  }
  return state;
}

}  // namespace trireme::dlrm
