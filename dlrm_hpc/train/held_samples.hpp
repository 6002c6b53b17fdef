// SPDX-License-Identifier: Apache-2.0
// The samples of a training problem as second-order methods want them: all of them, in memory, in one random
// order. Where tables stay as they are the vectors of bags are pooled once and held; where tables are trained
// with the layers, ids are. Called by second-order training. Memory of a rank: its samples, each
// n_dense + n_tables * width floats, or its ids.
#pragma once

#include <vector>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/data/permutation.hpp"
#include "dlrm_hpc/train/piece_layout.hpp"
#include "dlrm_hpc/train/step_engine.hpp"

namespace trireme::dlrm {

// Ids of a table's bags: offsets [samples + 1].
struct HeldBags {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int64_t> rows;
  std::vector<float> weights;  // of the rows, or none: all are 1
};

// Of one piece, in the order of its positions.
struct HeldPiece {
  std::vector<float> labels, dense;  // [samples], [samples, n_dense]
  std::vector<float> vectors;        // [samples, n_tables * width], or none
  std::vector<HeldBags> bags;        // [n_tables], or none
};

struct HeldSamples {
  PieceLayout layout;
  std::vector<HeldPiece> pieces;  // of this rank
  std::vector<TableShape> tables;

  // Else pooled vectors. Of a rank without pieces false.
  bool hold_ids() const { return !pieces.empty() && !pieces.front().bags.empty(); }
};

// Position p is sample order(p). batch: samples pooled at a time. Collective.
HeldSamples hold_vectors(StepEngine& engine, const Dataset& data, const Permutation& order,
                         GlobalIndex batch);
HeldSamples hold_ids(StepEngine& engine, const ModelOptions& model, const Dataset& data,
                     const Permutation& order);

}  // namespace trireme::dlrm
