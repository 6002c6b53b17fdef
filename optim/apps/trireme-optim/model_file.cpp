// SPDX-License-Identifier: Apache-2.0
#include "optim/apps/trireme-optim/model_file.hpp"

#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::optim {
namespace {

constexpr const char* format_name = "trireme optim model";

}  // namespace

void write_model(const std::string& path, const comm::Communicator& comm, const StoredModel& model) {
  io::Hdf5File file = io::Hdf5File::create(path, comm);
  file.write_attribute("/", "format", std::string(format_name));
  file.write_attribute("/", "model", model.model.description());
  file.write_attribute("/", "n_features", model.shape.n_features);
  file.write_attribute("/", "unit_rows", std::int64_t{model.unit_rows ? 1 : 0});
  file.write_attribute("/", "index_base", std::int64_t{static_cast<int>(model.index_base)});
  if (!model.task.empty()) file.write_attribute("/", "task", model.task);
  if (!model.meaning.empty()) file.write_attribute("/", "meaning", model.meaning);
  const auto write = [&](const std::string& name, const std::vector<double>& values) {
    file.write_rows(name, comm.is_root() ? std::span<const double>(values) : std::span<const double>(), 1, 0,
                    static_cast<GlobalIndex>(values.size()));
  };
  write("weights", model.weights);
  if (!model.shape.classes.empty()) write("classes", model.shape.classes);
  file.close();
}

StoredModel read_model(const std::string& path, const comm::Communicator& comm) {
  io::Hdf5File file = io::Hdf5File::open(path, comm);
  if (!file.has_attribute("/", "format") || file.read_text_attribute("/", "format") != format_name)
    throw Error(ErrorKind::input, path + ": no model of trireme-optim", "its format says otherwise",
                "give a file that output.model named");
  StoredModel model;
  model.model = ModelOptions::from_description(file.read_text_attribute("/", "model"));
  model.shape.n_features = file.read_int_attribute("/", "n_features");
  model.unit_rows = file.read_int_attribute("/", "unit_rows") != 0;
  model.index_base = static_cast<IndexBase>(file.read_int_attribute("/", "index_base"));
  model.weights = file.read_rows<double>("weights", 0, file.rows("weights"), 1);
  if (file.exists("classes"))
    model.shape.classes = file.read_rows<double>("classes", 0, file.rows("classes"), 1);
  if (file.has_attribute("/", "task")) model.task = file.read_text_attribute("/", "task");
  if (file.has_attribute("/", "meaning")) model.meaning = file.read_text_attribute("/", "meaning");
  return model;
}

}  // namespace trireme::optim
