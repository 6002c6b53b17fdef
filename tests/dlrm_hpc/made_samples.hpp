// SPDX-License-Identifier: Apache-2.0
// A small file of samples by rule: bags of 0 to 4 ids in one table, with weights where the schema says so,
// one id in the others, labels that depend on both numbers and ids.
#pragma once

#include <cstring>
#include <string>

#include "dlrm_hpc/data/dataset_writer.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::dlrm {

inline DataSchema made_schema(const std::vector<GlobalIndex>& rows = {50, 7, 400, 3, 90}) {
  DataSchema schema;
  schema.dense = {"a", "b", "c"};
  for (std::size_t t = 0; t < rows.size(); ++t)
    schema.tables.push_back({"t" + std::to_string(t), rows[t], t == 2 ? Arity::bag : Arity::one});
  schema.rule = "made";
  return schema;
}

inline DataSchema weighted_schema() {
  DataSchema schema = made_schema();
  schema.tables[2].has_weights = true;
  return schema;
}

inline DataChunk made_chunk(const DataSchema& schema, GlobalIndex first, GlobalIndex n) {
  const RecordLayout layout(schema);
  DataChunk chunk;
  chunk.clear(layout);
  chunk.samples = n;
  chunk.records.resize(static_cast<std::size_t>(n) * layout.words);
  for (GlobalIndex i = 0; i < n; ++i) {
    const GlobalIndex sample = first + i;
    std::uint32_t* const record = chunk.records.data() + static_cast<std::size_t>(i) * layout.words;
    float sum = 0;
    for (std::size_t d = 0; d < schema.dense.size(); ++d) {
      const auto value = static_cast<float>(symmetric_hash(1, sample, d));
      sum += value;
      std::memcpy(record + 1 + d, &value, 4);
    }
    for (std::size_t t = 0; t < schema.tables.size(); ++t) {
      const auto id_of = [&](std::uint64_t k) {
        return static_cast<GlobalIndex>(mix_bits(static_cast<std::uint64_t>(sample) * 100 + t * 10 + k) >>
                                        20) %
               schema.tables[t].rows;
      };
      if (schema.tables[t].arity == Arity::one) {
        store_id(record + layout.place[t], layout.id_words, id_of(0));
        sum += id_of(0) % 2 ? 0.4f : -0.4f;
        continue;
      }
      DataChunk::Bags& bags = chunk.bags[layout.place[t]];
      for (GlobalIndex k = 0; k < sample % 5; ++k) {
        bags.ids.resize(bags.ids.size() + layout.id_words);
        store_id(&*bags.ids.end() - layout.id_words, layout.id_words, id_of(static_cast<std::uint64_t>(k)));
        if (schema.tables[t].has_weights)
          bags.weights.push_back(
              static_cast<float>(2 * symmetric_hash(9, sample, static_cast<std::uint64_t>(k))));
      }
      bags.ends.push_back(static_cast<std::uint32_t>(bags.ids.size() / layout.id_words));
    }
    const float label = sum > 0 ? 1 : 0;
    std::memcpy(record, &label, 4);
  }
  return chunk;
}

// A file of n samples in the current folder; the same on all ranks, which wait for it. Collective.
inline std::string make_samples(const comm::Communicator& comm, const std::string& name, GlobalIndex n,
                                const DataSchema& schema = made_schema(), GlobalIndex chunk_samples = 100) {
  const std::string path = name + "." + std::to_string(comm.size()) + ".ctr";
  if (comm.is_root()) {
    DatasetWriter writer(path, schema, chunk_samples, 1);
    for (GlobalIndex first = 0; first < n; first += chunk_samples)
      writer.append(made_chunk(schema, first, std::min(chunk_samples, n - first)), {});
    writer.finish({});
  }
  comm.barrier();
  return path;
}

}  // namespace trireme::dlrm
