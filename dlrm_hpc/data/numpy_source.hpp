// SPDX-License-Identifier: Apache-2.0
// Samples from numpy's arrays, as two programs write them. dlrm: a .npz with X_int [n, numbers] (raw counts),
// X_cat [n, tables] and y [n], what DLRM's reference program makes of Criteo's text. multihot: three files
// for each day, numbers [n, numbers] (ready for use), labels [n], and a .npz with the arrays 0, 1, ... of
// ids [n, lookups of the table], what the second MLPerf benchmark trains on. An array of this project's own
// naming may stand beside ids, of their shape, with a weight for each: X_cat_weights, or 0_weights beside 0.
// Called by prepare. Local; memory of a few thousand samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dlrm_hpc/data/npz_file.hpp"
#include "dlrm_hpc/data/sample_source.hpp"

namespace trireme::dlrm {

enum class NumpyLayout { dlrm, multihot };

class NumpySource : public SampleSource {
 public:
  // files: of dlrm any number, of multihot three for each day: numbers, labels, ids. rows: one for all
  // tables, or one a table; ids become id modulo rows. Numbers of dlrm become log(max(x, 0) + 1). Ids with
  // weights are bags, of one id too. Throws Error(input) for arrays that do not fit together, for weights
  // that not all parts have, and while reading for labels outside 0 to 1, negative ids, and numbers and
  // weights that are not finite.
  NumpySource(std::vector<std::string> files, NumpyLayout layout, const std::vector<GlobalIndex>& rows);

  const DataSchema& schema() const override { return schema_; }
  void go_to(const SourcePosition& position) override;
  void fill(GlobalIndex samples, DataChunk& chunk) override;
  const SourcePosition& position() const override { return position_; }

 private:
  // A part of the samples; ids: one array of all tables, or one for each.
  struct Part {
    GlobalIndex samples = 0;
    NumpyArray numbers, labels;
    std::vector<NumpyArray> ids;
    std::vector<std::optional<NumpyArray>> weights;  // [ids.size()]
  };
  std::int64_t n_parts() const;
  Part open(std::int64_t number) const;
  bool open_next();
  void read(Part& part, std::size_t n, DataChunk& chunk);
  // The ids of array `number` and their weights, for the tables [first_table, last_table) side by side in it.
  void read_ids(Part& part, std::size_t number, std::size_t first_table, std::size_t last_table,
                std::size_t n, DataChunk& chunk);

  std::vector<std::string> files_;
  NumpyLayout arrays_;
  DataSchema schema_;
  std::optional<RecordLayout> layout_;
  std::vector<std::size_t> lookups_;  // [tables]
  std::optional<Part> part_;
  SourcePosition position_;  // file: part; line: its samples consumed
};

}  // namespace trireme::dlrm
