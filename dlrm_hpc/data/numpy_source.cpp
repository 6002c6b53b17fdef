// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/numpy_source.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solvers/base/as_size.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {
namespace {

// Behind the name of an array of ids: that of their weights.
const char* const weights_suffix = "_weights";

[[noreturn]] void refuse(const std::string& problem, const std::string& why) {
  throw Error(ErrorKind::input, problem, why, "name files that belong together");
}

[[noreturn]] void refuse_shape(const NumpyArray& array, const std::string& wanted) {
  refuse(fmt::format("'{}' has the shape [{}]", array.name(), fmt::join(array.shape(), ", ")),
         wanted + " is wanted");
}

// [n] or [n, 1].
void require_vector(const NumpyArray& array, GlobalIndex n) {
  const auto& shape = array.shape();
  if (!(shape.size() == 1 || (shape.size() == 2 && shape[1] == 1)) || shape[0] != n)
    refuse_shape(array, fmt::format("[{}]", n));
}

// [n, columns]; without columns, at least `least` and no more than a table without rows may claim.
void require_table(const NumpyArray& array, GlobalIndex n, std::optional<GlobalIndex> columns,
                   GlobalIndex least = 0) {
  const auto& shape = array.shape();
  constexpr GlobalIndex most_columns = 65536;
  const bool fits = shape.size() == 2 && shape[0] == n &&
                    (columns ? shape[1] == *columns : shape[1] >= least && shape[1] <= most_columns);
  if (!fits)
    refuse_shape(array, columns ? fmt::format("[{}, {}]", n, *columns)
                                : fmt::format("[{}, {} to {}]", n, least, most_columns));
}

}  // namespace

NumpySource::NumpySource(std::vector<std::string> files, NumpyLayout layout,
                         const std::vector<GlobalIndex>& rows)
    : files_(std::move(files)), arrays_(layout) {
  if (arrays_ == NumpyLayout::multihot && files_.size() % 3 != 0)
    refuse("prepare.input does not name three files for each day",
           "they are numbers, labels and ids, in this order");
  Part first = open(0);
  for (GlobalIndex d = 0; d < first.numbers.shape()[1]; ++d)
    schema_.dense.push_back(fmt::format("I{}", d + 1));
  if (arrays_ == NumpyLayout::dlrm)
    lookups_.assign(as_size(first.ids[0].shape()[1]), 1);
  else
    for (const NumpyArray& ids : first.ids) lookups_.push_back(as_size(ids.shape()[1]));
  if (rows.size() != 1 && rows.size() != lookups_.size())
    refuse(fmt::format("prepare.rows has {} values", rows.size()),
           fmt::format("the files have {} columns of ids", lookups_.size()));
  for (std::size_t t = 0; t < lookups_.size(); ++t) {
    const bool has_weights = first.weights[arrays_ == NumpyLayout::dlrm ? 0 : t].has_value();
    schema_.tables.push_back({fmt::format("C{}", t + 1), rows[rows.size() == 1 ? 0 : t],
                              lookups_[t] == 1 && !has_weights ? Arity::one : Arity::bag, has_weights});
  }
  schema_.rule = arrays_ == NumpyLayout::dlrm ? "dlrm: log(max(x, 0) + 1), id modulo rows"
                                              : "multihot: x, id modulo rows";
  layout_.emplace(schema_);
}

std::int64_t NumpySource::n_parts() const {
  const auto files = static_cast<std::int64_t>(files_.size());
  return arrays_ == NumpyLayout::dlrm ? files : files / 3;
}

// The first part's columns are those of all others.
auto NumpySource::open(std::int64_t number) const -> Part {
  const bool is_first = lookups_.empty();
  const auto open_ids = [](const NumpyFile& file, const std::string& name, Part& part) {
    part.ids.push_back(file.open(name));
    part.weights.emplace_back();
    if (file.has(name + weights_suffix)) part.weights.back() = file.open(name + weights_suffix);
  };
  const auto open_part = [&]() -> Part {
    if (arrays_ == NumpyLayout::dlrm) {
      const NumpyFile file(files_[as_size(number)]);
      Part part{0, file.open("X_int"), file.open("y"), {}, {}};
      open_ids(file, "X_cat", part);
      return part;
    }
    const std::string* const names = files_.data() + 3 * number;
    Part part{0, NumpyFile(names[0]).open(""), NumpyFile(names[1]).open(""), {}, {}};
    const NumpyFile ids(names[2]);
    for (std::size_t t = 0; ids.has(std::to_string(t)); ++t) open_ids(ids, std::to_string(t), part);
    if (part.ids.empty()) refuse("'" + names[2] + "' has no array 0", "ids of table t are in array t");
    return part;
  };
  Part part = open_part();
  part.samples = part.labels.shape().empty() ? 0 : part.labels.shape()[0];
  require_vector(part.labels, part.samples);
  const auto of_first = [&](std::size_t columns) {
    return is_first ? std::optional<GlobalIndex>() : static_cast<GlobalIndex>(columns);
  };
  require_table(part.numbers, part.samples, of_first(schema_.dense.size()));
  if (!is_first && arrays_ == NumpyLayout::multihot && part.ids.size() != lookups_.size())
    refuse(fmt::format("'{}' has ids of {} tables", files_[as_size(3 * number + 2)], part.ids.size()),
           fmt::format("the first day has {}", lookups_.size()));
  for (std::size_t k = 0; k < part.ids.size(); ++k) {
    const std::size_t columns = is_first ? 0 : arrays_ == NumpyLayout::dlrm ? lookups_.size() : lookups_[k];
    require_table(part.ids[k], part.samples, of_first(columns), 1);
    const auto& weights = part.weights[k];
    if (weights) require_table(*weights, part.samples, part.ids[k].shape()[1]);
    if (!is_first && weights.has_value() != schema_.tables[k].has_weights)
      refuse(fmt::format("'{}' has {} weights", part.ids[k].name(), weights ? "ids with" : "ids without"),
             fmt::format("those of the first file are {}", weights ? "without" : "with"));
  }
  return part;
}

void NumpySource::go_to(const SourcePosition& position) {
  position_ = position;
  if (position_.file >= n_parts()) return;
  part_ = open(position_.file);
  if (position.line > part_->samples)
    refuse(fmt::format("'{}' has fewer samples than when its reading was interrupted", part_->labels.name()),
           "it was changed since");
  part_->labels.skip(position.line);
  part_->numbers.skip(position.line * schema_.n_dense());
  for (NumpyArray& ids : part_->ids) ids.skip(position.line * ids.shape()[1]);
  for (auto& weights : part_->weights)
    if (weights) weights->skip(position.line * weights->shape()[1]);
}

bool NumpySource::open_next() {
  if (part_ && position_.line == part_->samples) {
    part_.reset();
    ++position_.file;
    position_.line = 0;
  }
  while (!part_ && position_.file < n_parts()) {
    part_ = open(position_.file);
    if (part_->samples > 0) break;
    part_.reset();
    ++position_.file;
  }
  return part_.has_value();
}

void NumpySource::fill(GlobalIndex samples, DataChunk& chunk) {
  chunk.clear(*layout_);
  constexpr GlobalIndex portion = 4096;
  while (chunk.samples < samples && open_next()) {
    const GlobalIndex n = std::min({samples - chunk.samples, portion, part_->samples - position_.line});
    read(*part_, as_size(n), chunk);
  }
}

void NumpySource::read(Part& part, std::size_t n, DataChunk& chunk) {
  const RecordLayout& layout = *layout_;
  const std::size_t n_dense = schema_.dense.size(), first = chunk.records.size();
  chunk.records.resize(first + n * layout.words);
  std::uint32_t* const records = chunk.records.data() + first;
  std::vector<float> labels(n), numbers(n * n_dense);
  part.labels.read(labels);
  part.numbers.read(numbers);
  for (std::size_t s = 0; s < n; ++s) {
    if (!(labels[s] >= 0 && labels[s] <= 1))
      refuse(fmt::format("'{}' has the label {} at sample {}", part.labels.name(), labels[s],
                         position_.line + static_cast<std::int64_t>(s)),
             "labels are from 0 to 1");
    std::uint32_t* const record = records + s * layout.words;
    std::memcpy(record, &labels[s], 4);
    for (std::size_t d = 0; d < n_dense; ++d) {
      float& value = numbers[s * n_dense + d];
      if (!std::isfinite(value))
        refuse(fmt::format("'{}' has the number {} at sample {}", part.numbers.name(), value,
                           position_.line + static_cast<std::int64_t>(s)),
               "numbers are finite as floats of 32 bits");
      if (arrays_ == NumpyLayout::dlrm) {
        if (value < 0) ++position_.negative_numbers;
        value = std::log1p(std::max(value, 0.0f));
      }
      std::memcpy(record + 1 + d, &value, 4);
    }
  }
  if (arrays_ == NumpyLayout::dlrm)
    read_ids(part, 0, 0, lookups_.size(), n, chunk);
  else
    for (std::size_t t = 0; t < lookups_.size(); ++t) read_ids(part, t, t, t + 1, n, chunk);
  chunk.samples += static_cast<GlobalIndex>(n);
  position_.line += static_cast<std::int64_t>(n);
}

void NumpySource::read_ids(Part& part, std::size_t number, std::size_t first_table, std::size_t last_table,
                           std::size_t n, DataChunk& chunk) {
  const RecordLayout& layout = *layout_;
  const NumpyArray& array = part.ids[number];
  std::size_t row = 0;  // values of a sample
  for (std::size_t t = first_table; t < last_table; ++t) row += lookups_[t];
  std::vector<std::int64_t> ids(n * row);
  part.ids[number].read(ids);
  std::vector<float> weights;
  if (part.weights[number]) {
    weights.resize(ids.size());
    part.weights[number]->read(weights);
  }
  std::uint32_t* const records = chunk.records.data() + chunk.records.size() - n * layout.words;
  std::size_t first = 0;
  for (std::size_t t = first_table; t < last_table; first += lookups_[t], ++t) {
    const bool is_bag = schema_.tables[t].arity == Arity::bag;
    DataChunk::Bags* const bags = is_bag ? &chunk.bags[layout.place[t]] : nullptr;
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t k = s * row + first; k < s * row + first + lookups_[t]; ++k) {
        if (ids[k] < 0)
          refuse(fmt::format("'{}' has the id {} at sample {}", array.name(), ids[k],
                             position_.line + static_cast<std::int64_t>(s)),
                 "ids are not negative");
        const std::int64_t id = ids[k] % schema_.tables[t].rows;
        if (!is_bag) {
          store_id(records + s * layout.words + layout.place[t], layout.id_words, id);
          continue;
        }
        bags->ids.resize(bags->ids.size() + layout.id_words);
        store_id(bags->ids.data() + bags->ids.size() - layout.id_words, layout.id_words, id);
        if (weights.empty()) continue;
        if (!std::isfinite(weights[k]))
          refuse(fmt::format("'{}' has the weight {} at sample {}", part.weights[number]->name(), weights[k],
                             position_.line + static_cast<std::int64_t>(s)),
                 "weights are finite as floats of 32 bits");
        bags->weights.push_back(weights[k]);
      }
      if (is_bag) bags->ends.push_back(bag_end(bags->ids.size() / layout.id_words));
    }
  }
}

}  // namespace trireme::dlrm
