// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/batch.hpp"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {
namespace {

[[noreturn]] void refuse_id(const Dataset& data, GlobalIndex sample, std::size_t table, GlobalIndex id) {
  const TableColumn& column = data.schema().tables[table];
  throw Error(ErrorKind::input,
              fmt::format("sample {} of '{}' has id {} in column '{}'", sample, data.path(), id, column.name),
              fmt::format("the table has {} rows", column.rows),
              "make the file anew with trireme-dlrm prepare");
}

}  // namespace

void read_batch(const Dataset& data, const Permutation* permutation, GlobalIndex first, std::size_t n,
                Batch& batch) {
  const DataSchema& schema = data.schema();
  const RecordLayout& layout = data.layout();
  const std::size_t n_dense = schema.dense.size(), n_tables = schema.tables.size();
  batch.n = n;
  batch.labels.resize(n);
  batch.dense.resize(n * n_dense);
  batch.offsets.resize(n_tables);
  batch.ids.resize(n_tables);
  batch.weights.resize(n_tables);

  std::vector<GlobalIndex> samples(n);
  threads::parallel_for(n, [&](std::size_t i) {
    const GlobalIndex position = first + static_cast<GlobalIndex>(i);
    samples[i] = permutation ? (*permutation)(position) : position;
    const std::uint32_t* const record = data.record(samples[i]);
    std::memcpy(&batch.labels[i], record, 4);
    std::memcpy(batch.dense.data() + i * n_dense, record + 1, 4 * n_dense);
    if (!std::isfinite(batch.labels[i]))
      throw Error(ErrorKind::input, fmt::format("sample {} of '{}' has no label", samples[i], data.path()),
                  "it is not a finite number", "make the file anew with trireme-dlrm prepare");
  });
  threads::parallel_for(n_tables, [&](std::size_t t) {
    auto& offsets = batch.offsets[t];
    auto& ids = batch.ids[t];
    const auto rows = schema.tables[t].rows;
    offsets.resize(n + 1);
    offsets[0] = 0;
    if (schema.tables[t].arity == Arity::one) {
      ids.resize(n);
      for (std::size_t i = 0; i < n; ++i) {
        offsets[i + 1] = static_cast<std::int64_t>(i + 1);
        ids[i] = load_id(data.record(samples[i]) + layout.place[t], layout.id_words);
        if (ids[i] < 0 || ids[i] >= rows) refuse_id(data, samples[i], t, ids[i]);
      }
      return;
    }
    auto& weights = batch.weights[t];
    ids.clear();
    weights.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const Dataset::Bag bag = data.bag(layout.place[t], samples[i]);
      const std::size_t before = ids.size();
      ids.resize(before + bag.count);
      for (std::size_t k = 0; k < bag.count; ++k) {
        const GlobalIndex id = load_id(bag.words + k * layout.id_words, layout.id_words);
        if (id < 0 || id >= rows) refuse_id(data, samples[i], t, id);
        ids[before + k] = id;
        if (!bag.weights) continue;
        if (!std::isfinite(bag.weights[k]))
          throw Error(ErrorKind::input,
                      fmt::format("sample {} of '{}' has the weight {} in column '{}'", samples[i],
                                  data.path(), bag.weights[k], schema.tables[t].name),
                      "it is not a finite number", "make the file anew with trireme-dlrm prepare");
        weights.push_back(bag.weights[k]);
      }
      offsets[i + 1] = static_cast<std::int64_t>(ids.size());
    }
  });
}

}  // namespace trireme::dlrm
