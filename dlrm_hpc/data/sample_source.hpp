// SPDX-License-Identifier: Apache-2.0
// Where the samples of a data set come from: a reader of a foreign format, or a generator. Each is one file
// of this folder; prepare copies from any of them into a DatasetWriter.
#pragma once

#include "dlrm_hpc/data/data_chunk.hpp"
#include "dlrm_hpc/data/dataset_format.hpp"

namespace trireme::dlrm {

class SampleSource {
 public:
  virtual ~SampleSource() = default;
  virtual const DataSchema& schema() const = 0;
  // Goes on behind a position that fill() gave in an earlier run. Called at most once, before fill().
  virtual void go_to(const SourcePosition& position) = 0;
  // Replaces `chunk` by the next `samples` samples, fewer at the end, none behind it; position() then lies
  // behind them. Throws Error(input) with file, line and field for what cannot be read.
  virtual void fill(GlobalIndex samples, DataChunk& chunk) = 0;
  virtual const SourcePosition& position() const = 0;
};

}  // namespace trireme::dlrm
