// SPDX-License-Identifier: Apache-2.0
// Sections `data`, `train`, `parallel` and `output` of a deck: which samples, in which steps, how they are
// computed, what is written. Called by train and predict.
#pragma once

#include <cstdint>
#include <string>

#include "dlrm_hpc/kernels/row_format.hpp"
#include "dlrm_hpc/parallel/wire_format.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

struct DataOptions {
  std::string train;
  std::string test;
  void describe(options::Schema& schema);
};

struct TrainOptions {
  std::int64_t batch = 128;
  std::int64_t test_batch = 4096;
  std::int64_t epochs = 1;
  std::int64_t max_steps = 0;
  std::int64_t test_every = 0;
  std::int64_t patience = 0;
  bool shuffle = true;
  std::int64_t shuffle_seed = 1;
  void describe(options::Schema& schema);
};

struct ParallelOptions {
  std::int64_t block_samples = 0;  // 0: by the batch
  WireFormat wire = WireFormat::fp32;
  kernels::RowFormat rows = kernels::RowFormat::fp32;
  void describe(options::Schema& schema);
  // block_samples, or what stands for 0: half the batch, but 64 to 512. Small blocks feed many
  // threads; each costs a gradient of all layers to be added, and weights to be packed again.
  std::int64_t samples_of_block(std::int64_t batch) const;
};

struct OutputOptions {
  std::string history;
  std::string plan;
  std::string checkpoint;
  std::int64_t checkpoint_every = 0;
  std::string restart;
  std::string predictions;
  std::string arrays;
  void describe(options::Schema& schema);
};

}  // namespace trireme::dlrm
