// SPDX-License-Identifier: Apache-2.0
// Section `prepare` of a deck: which files become which data set. Called by trireme-dlrm prepare.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dlrm_hpc/data/line_reading.hpp"
#include "dlrm_hpc/data/movielens.hpp"
#include "dlrm_hpc/data/sample_source.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

enum class SourceFormat { criteo, movielens, mlperf, dlrm, multihot, csv };

struct PrepareOptions {
  SourceFormat format = SourceFormat::criteo;
  std::vector<std::string> input;
  std::string output;
  std::vector<double> rows = {10000};
  Strictness strictness = Strictness::strict;
  MovieLensPart part = MovieLensPart::all;
  std::int64_t chunk_samples = 65536;
  std::vector<std::string> columns;
  std::string separator = ",";
  std::int64_t header_lines = 0;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input). Local.
  void validate() const;
  // The reader of that format. Throws Error(input).
  std::unique_ptr<SampleSource> make_source() const;
  // Every option that decides what is written, and the columns of the samples, as text: a file under
  // construction is gone on with by the same key alone (prepare.hpp, source_key_of).
  std::string key(const DataSchema& columns_of_samples) const;
};

}  // namespace trireme::dlrm
