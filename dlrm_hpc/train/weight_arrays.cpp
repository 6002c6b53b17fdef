// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/train/weight_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dlrm_hpc/data/npz_file.hpp"
#include "dlrm_hpc/data/npz_writer.hpp"
#include "dlrm_hpc/train/whole_tables.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::dlrm {
namespace {

// f(name of an array, shape, where its values begin among the layers' parameters).
template <class F>
void for_each_layer_array(const DenseModel& model, F&& f) {
  for (const auto& [prefix, layers] : {std::pair("bot_l", &model.bottom()), {"top_l", &model.top()}})
    for (std::size_t l = 0; l < layers->size(); ++l) {
      const DenseLayer& layer = (*layers)[l];
      const auto inputs = static_cast<GlobalIndex>(layer.shape.inputs),
                 outputs = static_cast<GlobalIndex>(layer.shape.outputs);
      const std::string name = fmt::format("{}.{}.", prefix, 2 * l);
      f(name + "weight", std::vector<GlobalIndex>{outputs, inputs}, layer.first_parameter);
      f(name + "bias", std::vector<GlobalIndex>{outputs},
        layer.first_parameter + layer.shape.inputs * layer.shape.outputs);
    }
}

std::string table_array(std::size_t table) {
  return fmt::format("emb_l.{}.weight", table);
}

std::size_t values_of(const std::vector<GlobalIndex>& shape) {
  GlobalIndex values = 1;
  for (const GlobalIndex extent : shape) values *= extent;
  return static_cast<std::size_t>(values);
}

NumpyArray open_array(const NumpyFile& file, const std::string& name, const std::vector<GlobalIndex>& shape) {
  NumpyArray array = file.open(name);
  TRIREME_VALIDATE(array.shape() == shape, ErrorKind::input,
                   fmt::format("'{}' is of another model", file.path()),
                   fmt::format("{} is [{}], the deck wants [{}]", name, fmt::join(array.shape(), ", "),
                               fmt::join(shape, ", ")),
                   "name the file that belongs to the deck");
  return array;
}

// The next values of an array, of which `first` were read before.
void read_finite(NumpyArray& array, std::span<float> values, GlobalIndex first) {
  array.read(values);
  const auto bad =
      std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  if (bad == values.end()) return;
  GlobalIndex at = first + (bad - values.begin());
  std::vector<GlobalIndex> index(array.shape().size());
  for (std::size_t k = index.size(); k-- > 0; at /= array.shape()[k]) index[k] = at % array.shape()[k];
  throw Error(ErrorKind::input,
              fmt::format("'{}' has the weight {} at [{}]", array.name(), *bad, fmt::join(index, ", ")),
              "weights are finite as floats of 32 bits", "export a model whose training went well");
}

}  // namespace

void write_weight_arrays(const std::string& path, StepEngine& engine) {
  const comm::Communicator& comm = engine.comm();
  std::optional<NpzWriter> writer;
  comm::run_on_root(comm, [&] { writer.emplace(path); });
  for (std::size_t t = 0; t < engine.tables().size(); ++t) {
    const TableShape& shape = engine.tables()[t];
    const std::vector<float> table =
        comm::gather_to_root(comm, table_blocks(engine, static_cast<int>(t), -1, shape.width));
    comm::run_on_root(comm, [&] {
      writer->begin(table_array(t), {shape.rows, shape.width});
      writer->append(table);
    });
  }
  comm::run_on_root(comm, [&] {
    for_each_layer_array(engine.model(), [&](const std::string& name, const std::vector<GlobalIndex>& shape,
                                             std::size_t first) {
      writer->begin(name, shape);
      writer->append(engine.parameters().subspan(first, values_of(shape)));
    });
    writer->finish();
  });
}

void read_weight_arrays(const std::string& path, StepEngine& engine) {
  const comm::Communicator& comm = engine.comm();
  std::optional<NumpyFile> file;
  std::vector<float> layers(engine.parameters().size());
  comm::run_on_root(comm, [&] {
    file.emplace(path);
    for_each_layer_array(engine.model(), [&](const std::string& name, const std::vector<GlobalIndex>& shape,
                                             std::size_t first) {
      NumpyArray array = open_array(*file, name, shape);
      read_finite(array, std::span(layers).subspan(first, values_of(shape)), 0);
    });
  });
  comm::broadcast(comm, layers);
  std::copy(layers.begin(), layers.end(), engine.parameters().begin());
  // A few megabytes of rows at a time.
  constexpr GlobalIndex portion = 1 << 20;
  for (std::size_t t = 0; t < engine.tables().size(); ++t) {
    const TableShape& shape = engine.tables()[t];
    const GlobalIndex step = std::max<GlobalIndex>(1, portion / shape.width);
    std::optional<NumpyArray> array;
    comm::run_on_root(comm, [&] {
      array.emplace(open_array(*file, table_array(t), {shape.rows, shape.width}));
    });
    for (GlobalIndex first = 0; first < shape.rows; first += step) {
      std::vector<float> rows(static_cast<std::size_t>(std::min(step, shape.rows - first) * shape.width));
      comm::run_on_root(comm, [&] { read_finite(*array, rows, first * shape.width); });
      comm::broadcast(comm, rows);
      set_table_rows(engine, static_cast<int>(t), first, rows);
    }
  }
}

}  // namespace trireme::dlrm
