// SPDX-License-Identifier: Apache-2.0
// Samples by rule, any number of them, each the same whatever is made around it: ids of a power law, or in
// the order of a trace of stated locality (id_trace.hpp), bags of exactly as many ids as asked, with weights
// where they are, and labels that a planted teacher draws, whose own area under the curve is the best that
// any model can reach. Called by trireme-dlrm generate. Local.
#pragma once

#include <optional>
#include <vector>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/data/id_trace.hpp"
#include "dlrm_hpc/data/sample_source.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::dlrm {

// power_law: ids are drawn by themselves; stack_distance: by how long ago the same one came.
enum class IdKind { power_law, stack_distance };

struct GenerateOptions {
  std::string output;
  std::int64_t samples = 100000;
  std::int64_t first = 0;
  std::vector<double> rows = {100000, 100000, 100000, 100000};
  std::vector<double> lookups = {1};
  IdKind kind = IdKind::power_law;
  double exponent = 1.05;
  double reuse = 0.9;
  std::int64_t depth = 1000;
  std::int64_t numbers = 13;
  double strength = 1;
  std::int64_t seed = 1;
  std::int64_t chunk_samples = 65536;
  std::string like;
  bool weights = false;
  // Of generate.like [tables]: from where to where the weights of its ids are drawn; empty: no such file.
  std::vector<std::optional<Dataset::WeightRange>> like_weights;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error(input).
  void validate() const;
  std::int64_t lookups_of(std::size_t table) const {
    return static_cast<std::int64_t>(lookups[lookups.size() == 1 ? 0 : table]);
  }
  // None: ids of the table have no weights.
  std::optional<Dataset::WeightRange> weights_of(std::size_t table) const {
    if (!like_weights.empty() && like_weights[table]) return like_weights[table];
    if (weights && lookups_of(table) > 1) return Dataset::WeightRange{0.5f, 1.5f};
    return {};
  }
};

class GeneratedSource : public SampleSource {
 public:
  explicit GeneratedSource(const GenerateOptions& options);

  const DataSchema& schema() const override { return schema_; }
  void go_to(const SourcePosition& position) override { position_ = position; }
  void fill(GlobalIndex samples, DataChunk& chunk) override;
  const SourcePosition& position() const override { return position_; }

  // The teacher's logits of a chunk that fill() made: the logit whose Bernoulli draws are the labels.
  std::vector<float> teacher_logits(const DataChunk& chunk) const;

 private:
  GlobalIndex id_of(GlobalIndex sample, std::size_t table, GlobalIndex lookup) const;
  void start_traces();
  // Draws the traces of all ids of samples up to first + n, and writes those from first on.
  void trace(GlobalIndex first, std::size_t n, DataChunk& chunk);

  GenerateOptions options_;
  DataSchema schema_;
  RecordLayout layout_;
  SourcePosition position_;      // line: samples given
  std::vector<IdTrace> traces_;  // [tables], of stack_distance
  GlobalIndex n_traced_ = 0;     // samples that they have gone through
};

}  // namespace trireme::dlrm
