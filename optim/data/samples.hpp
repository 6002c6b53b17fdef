// SPDX-License-Identifier: Apache-2.0
// The samples of a training problem, dealt out over the ranks in the random order of
// optim/data/permutation.hpp: position p lies on rank p mod ranks as its row p / ranks. Made by
// deal_samples(), read by the problems.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "optim/data/raw_samples.hpp"
#include "optim/kernels/sample_rows.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

struct Samples {
  comm::Communicator comm;
  GlobalIndex n_samples = 0;  // over all ranks
  GlobalIndex n_features = 0;
  std::vector<double> classes;  // the labels of the classes, ascending; empty for regression. Replicated
  // Of this rank's rows:
  std::vector<GlobalIndex> file_rows;  // where each stood in the file or generator
  std::vector<double> targets;         // number of the class, or the label itself for regression
  std::vector<double> squared_norms;
  // Sparse or dense, see is_dense.
  bool is_dense = false;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  std::vector<float> row_values;  // of sparse rows, where none has two different values; else empty
  // Over all ranks; bounds for sums.
  double largest_entry = 0, largest_norm = 0, largest_target = 0;

  explicit Samples(comm::Communicator communicator) : comm(std::move(communicator)) {}
  GlobalIndex n_rows() const { return static_cast<GlobalIndex>(targets.size()); }
  SparseRows sparse() const {
    return {offsets.data(), columns.data(), values.data(), row_values.empty() ? nullptr : row_values.data()};
  }
  DenseRows dense() const { return {values.data(), n_features}; }
};

enum class LabelKind { classes, numbers };

// What of the training samples those for validation must share.
struct SampleShape {
  GlobalIndex n_features = 0;
  std::vector<double> classes;
};

struct DealOptions {
  bool unit_rows = false;  // scale every row to norm 1 (in double, before rounding to single)
  LabelKind labels = LabelKind::classes;
  std::uint64_t seed = 1;                 // of the order
  GlobalIndex n_features = 0;             // at least so many
  std::optional<SampleShape> shape = {};  // of the training samples; entries of other features are dropped
};

// rows: of this rank, consecutive over the ranks. Labels are mapped to classes by their set over all ranks
// alone, in ascending order. Throws Error (input) on all ranks for no samples, for a single class, and for a
// label that the shape's classes lack. Collective. `name` is what errors call the samples.
Samples deal_samples(const comm::Communicator& comm, RawSamples&& rows, const DealOptions& options,
                     const std::string& name);

inline SampleShape shape_of(const Samples& samples) {
  return {samples.n_features, samples.classes};
}

}  // namespace trireme::optim
