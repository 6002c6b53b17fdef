// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/state_file.hpp"

#include <numeric>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/checkpoint.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::optim {
namespace {

std::vector<GlobalIndex> ids(GlobalIndex begin, GlobalIndex end) {
  std::vector<GlobalIndex> all(static_cast<std::size_t>(end - begin));
  std::iota(all.begin(), all.end(), begin);
  return all;
}

}  // namespace

void write_state(const std::string& path, const comm::Communicator& comm, const OptimizerState& state,
                 GlobalIndex dim) {
  const auto [begin, end] = threads::thread_range(dim, comm.rank(), comm.size());
  io::CheckpointWriter writer(path, comm, "optim " + state.method, dim, ids(begin, end));
  std::string names;
  for (const auto& [name, value] : state.numbers) {
    writer.scalar(name, value);
    names += name + " ";
  }
  writer.scalar("names", names);
  for (const auto& [name, values] : state.vectors)
    writer.field(name,
                 std::span<const double>(values).subspan(static_cast<std::size_t>(begin),
                                                         static_cast<std::size_t>(end - begin)),
                 1);
  for (const auto& [name, table] : state.tables) {
    const auto rows = static_cast<GlobalIndex>(table.values.size() / static_cast<std::size_t>(table.columns));
    writer.table(name, table.values, table.columns, comm::exclusive_scan_sum(comm, rows),
                 comm::all_sum(comm, rows));
  }
  writer.commit();
}

OptimizerState read_state(const std::string& path, const comm::Communicator& comm, const std::string& method,
                          GlobalIndex dim) {
  io::CheckpointReader reader(path, comm, "optim " + method);
  if (reader.rows() != dim)
    throw Error(ErrorKind::input, fmt::format("{}: a checkpoint of {} weights", path, reader.rows()),
                fmt::format("this model has {}", dim), "give the checkpoint of this problem");
  OptimizerState state;
  state.method = method;
  std::string names = reader.text("names");
  for (std::size_t at = 0, end = 0; (end = names.find(' ', at)) != std::string::npos; at = end + 1) {
    const std::string name = names.substr(at, end - at);
    state.numbers[name] = reader.real(name);
  }
  for (const std::string& name : reader.field_names())
    state.vectors[name] = reader.field(name, 1, ids(0, dim));
  for (const std::string& name : reader.table_names()) {
    const int columns = reader.table_columns(name);
    state.tables[name] = {columns, reader.table(name, columns)};
  }
  return state;
}

}  // namespace trireme::optim
