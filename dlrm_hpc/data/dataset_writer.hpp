// SPDX-License-Identifier: Apache-2.0
// Writes the project's own file of samples (dataset_format.hpp) chunk by chunk under a temporary name, goes
// on where a killed run stopped, and gives the file its name once it is whole. Called by prepare and by the
// generators, on one rank. All members throw Error(io) when the disk fails.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "dlrm_hpc/data/data_chunk.hpp"
#include "dlrm_hpc/data/dataset_format.hpp"

namespace trireme::dlrm {

class DatasetWriter {
 public:
  // source_key: a hash of the source and of every option that decides what is written. A file under
  // construction at `path` with the same key is gone on with, any other is replaced.
  DatasetWriter(std::string path, DataSchema schema, GlobalIndex chunk_samples, std::uint64_t source_key);
  // Without finish() the file under construction stays for the next run.
  ~DatasetWriter();
  DatasetWriter(const DatasetWriter&) = delete;
  DatasetWriter& operator=(const DatasetWriter&) = delete;

  // Where in its source the caller shall go on: the beginning, unless whole chunks were found.
  const SourcePosition& position() const { return position_; }
  GlobalIndex samples() const { return statistics_.samples; }
  const DataSchema& schema() const { return schema_; }
  const RecordLayout& layout() const { return layout_; }

  // chunk: chunk_samples samples, or fewer as the last one. position: where the source stands behind it.
  void append(const DataChunk& chunk, const SourcePosition& position);

  // Writes the footer and renames. position: where the source ended (lines after the last sample included).
  DataStatistics finish(const SourcePosition& position);

 private:
  struct ChunkPlace {
    std::uint64_t offset, samples, checksum;
  };
  bool go_on(std::uint64_t source_key);
  void start(std::uint64_t source_key);
  void count(const DataChunk& chunk);
  void write(const void* data, std::size_t bytes);
  [[noreturn]] void fail(const char* action) const;

  std::string path_, partial_;
  DataSchema schema_;
  RecordLayout layout_;
  GlobalIndex chunk_samples_;
  SourcePosition position_;
  DataStatistics statistics_;
  std::vector<ChunkPlace> chunks_;
  std::FILE* file_ = nullptr;
  std::uint64_t offset_ = 0;
};

}  // namespace trireme::dlrm
