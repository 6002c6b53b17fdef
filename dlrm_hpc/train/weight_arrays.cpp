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

enum class Network { bottom, top };

// What weight and bias of a layer are called, up to these words.
std::string layer_name(const DenseModel& model, Network network, std::size_t layer) {
  const bool is_bottom = network == Network::bottom;
  if (model.interaction() != Interaction::dcn)
    return fmt::format("{}.{}.", is_bottom ? "bot_l" : "top_l", 2 * layer);
  if (is_bottom) return fmt::format("dense_arch.model._mlp.{}._linear.", layer);
  if (layer + 1 == model.top().size()) return "over_arch.model.1.";
  return fmt::format("over_arch.model.0._mlp.{}._linear.", layer);
}

// f(name of an array, shape, where its values begin among the layers' parameters).
template <class F>
void for_each_layer_array(const DenseModel& model, F&& f) {
  using Shape = std::vector<GlobalIndex>;
  for (const Network network : {Network::bottom, Network::top}) {
    const auto& layers = network == Network::bottom ? model.bottom() : model.top();
    for (std::size_t l = 0; l < layers.size(); ++l) {
      const DenseLayer& layer = layers[l];
      const auto inputs = static_cast<GlobalIndex>(layer.shape.inputs),
                 outputs = static_cast<GlobalIndex>(layer.shape.outputs);
      const std::string name = layer_name(model, network, l);
      f(name + "weight", Shape{outputs, inputs}, layer.first_parameter);
      f(name + "bias", Shape{outputs}, layer.first_parameter + layer.shape.inputs * layer.shape.outputs);
    }
  }
  for (std::size_t l = 0; l < model.cross().size(); ++l) {
    const CrossLayer& layer = model.cross()[l];
    const auto features = static_cast<GlobalIndex>(layer.shape.features),
               rank = static_cast<GlobalIndex>(layer.shape.rank);
    const auto name = [l](const char* kind) { return fmt::format("inter_arch.crossnet.{}.{}", kind, l); };
    f(name("W_kernels"), Shape{features, rank}, layer.first_parameter);
    f(name("V_kernels"), Shape{rank, features}, layer.first_parameter + layer.shape.v());
    f(name("bias"), Shape{features}, layer.first_parameter + layer.shape.b());
  }
}

std::string table_array(const DenseModel& model, std::size_t table) {
  if (model.interaction() != Interaction::dcn) return fmt::format("emb_l.{}.weight", table);
  return fmt::format("sparse_arch.embedding_bag_collection.embedding_bags.t_cat_{}.weight", table);
}

std::size_t values_of(const std::vector<GlobalIndex>& shape) {
  GlobalIndex values = 1;
  for (const GlobalIndex extent : shape) values *= extent;
  return static_cast<std::size_t>(values);
}

NumpyArray open_array(const NumpyFile& file, const std::string& name, const std::vector<GlobalIndex>& shape) {
  NumpyArray array = file.open(!file.has(name) && file.has("model." + name) ? "model." + name : name);
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
      writer->begin(table_array(engine.model(), t), {shape.rows, shape.width});
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
      array.emplace(open_array(*file, table_array(engine.model(), t), {shape.rows, shape.width}));
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
