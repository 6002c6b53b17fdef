// SPDX-License-Identifier: Apache-2.0
// A file of samples, open for reading at any place (dataset_format.hpp). The file is mapped, so only what is
// read takes memory, and ranks on a node share it. Called by batches, evaluation and export. Local.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlrm_hpc/data/data_chunk.hpp"

namespace trireme::dlrm {

class Dataset {
 public:
  // Reads preamble and footer. Throws Error(input) when the file is missing, incomplete, damaged or of
  // another format.
  explicit Dataset(const std::string& path);

  const std::string& path() const { return path_; }
  const DataSchema& schema() const { return schema_; }
  const DataStatistics& statistics() const { return statistics_; }
  const RecordLayout& layout() const { return layout_; }
  GlobalIndex samples() const { return statistics_.samples; }

  // sample: 0 .. samples() - 1, here and below. [layout().words]
  const std::uint32_t* record(GlobalIndex sample) const;
  // The ids of a bag: `words` holds count * layout().id_words; weights [count], or null where the column has
  // none.
  struct Bag {
    const std::uint32_t* words;
    std::size_t count;
    const float* weights = nullptr;
  };
  Bag bag(std::size_t bag_column, GlobalIndex sample) const;

  // Mean ids in a bag of each table [tables], from the first samples.
  std::vector<double> mean_lookups() const;

  // The least and the largest weight of ids of each table [tables], from the first samples; none where the
  // column has none. 1 where these samples have no ids.
  struct WeightRange {
    float least = 1, largest = 1;
  };
  std::vector<std::optional<WeightRange>> weight_ranges() const;

  // Reads everything and compares with the checksums, and every id with its table's rows; weights must be
  // finite. Throws Error(input) naming what is damaged.
  void verify() const;

 private:
  struct Mapping;
  struct Chunk {
    const std::uint32_t* records;
    std::vector<const std::uint32_t*> bag_ends, bag_ids;
    std::vector<const float*> bag_weights;
    std::uint64_t checksum, offset;
    GlobalIndex samples;
  };
  void find_chunks(const std::string& footer);

  std::string path_;
  DataSchema schema_;
  RecordLayout layout_{DataSchema{}};
  DataStatistics statistics_;
  GlobalIndex chunk_samples_ = 0;
  std::shared_ptr<const Mapping> mapping_;
  std::vector<Chunk> chunks_;
};

}  // namespace trireme::dlrm
