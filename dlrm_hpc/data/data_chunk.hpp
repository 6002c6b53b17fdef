// SPDX-License-Identifier: Apache-2.0
// A run of samples in memory, laid out as the file holds them: what readers of foreign formats fill and
// DatasetWriter writes. A sample's record is: label (float), its numbers (float), the id of each table of
// arity one. Bags follow apart, table by table.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "dlrm_hpc/data/data_schema.hpp"
#include "solvers/base/error.hpp"

namespace trireme::dlrm {

// Where in a record a column lies, in words of 4 bytes.
struct RecordLayout {
  explicit RecordLayout(const DataSchema& schema)
      : id_words(schema.ids_fit_in_32_bits() ? 1 : 2), first_id(1 + schema.dense.size()) {
    place.resize(schema.tables.size());
    std::size_t ones = 0, bags = 0;
    for (std::size_t t = 0; t < schema.tables.size(); ++t) {
      place[t] = schema.tables[t].arity == Arity::one ? first_id + id_words * ones++ : bags++;
      if (schema.tables[t].arity == Arity::bag) has_weights.push_back(schema.tables[t].has_weights);
    }
    words = first_id + id_words * ones;
    n_bags = bags;
  }
  std::size_t id_words;            // of an id
  std::size_t first_id;            // of a record
  std::vector<std::size_t> place;  // of table t: its word in the record, or its number among the bags
  std::size_t words = 0;           // of a record
  std::size_t n_bags = 0;
  std::vector<char> has_weights;  // [n_bags]
};

inline void store_id(std::uint32_t* word, std::size_t id_words, GlobalIndex id) {
  // Little-endian. Sizes that the compiler knows become single moves.
  if (id_words == 1)
    std::memcpy(word, &id, 4);
  else
    std::memcpy(word, &id, 8);
}
inline GlobalIndex load_id(const std::uint32_t* word, std::size_t id_words) {
  if (id_words == 1) return *word;
  GlobalIndex id;
  std::memcpy(&id, word, 8);
  return id;
}

// How many ids the bags of a chunk have up to and with one of them, as the file stores it. Throws
// Error(input).
inline std::uint32_t bag_end(std::size_t ids) {
  if (ids > 0xffffffffu)
    throw Error(ErrorKind::input, "a chunk has more ids in its bags than it can count",
                std::to_string(ids) + " of one column, where 4294967295 fit", "lower chunk_samples");
  return static_cast<std::uint32_t>(ids);
}

struct DataChunk {
  GlobalIndex samples = 0;
  std::vector<std::uint32_t> records;  // [samples, layout.words]
  struct Bags {
    std::vector<std::uint32_t> ends;  // [samples]: ids of the bags up to and with this one
    std::vector<std::uint32_t> ids;   // [ends.back() * id_words]
    std::vector<float> weights;       // [ends.back()], or none
  };
  std::vector<Bags> bags;  // [layout.n_bags]

  void clear(const RecordLayout& layout) {
    samples = 0;
    records.clear();
    bags.resize(layout.n_bags);
    for (Bags& bag : bags) {
      bag.ends.clear();
      bag.ids.clear();
      bag.weights.clear();
    }
  }
};

}  // namespace trireme::dlrm
