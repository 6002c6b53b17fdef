// SPDX-License-Identifier: Apache-2.0
// The set-up phase: strength of coupling, splitting into coarse and fine points, interpolation, and the
// coarse matrix R A P, level after level until one of the ends of CoarseningEnd is met. Called by the
// preconditioner, by the program and by tests.
#pragma once

#include <optional>
#include <vector>

#include "amg/aggregate/near_null_space.hpp"
#include "amg/hierarchy/level_structure.hpp"
#include "amg/hierarchy/setup_hierarchy.hpp"
#include "amg/hierarchy/setup_options.hpp"

namespace trireme::amg {

// Of a system of equations: the unknowns of a node, and the vectors that aggregation keeps exactly.
struct NodeSpace {
  int block_size = 1;                       // rows of a node, consecutive
  std::optional<NearNullSpace> space = {};  // none (on every rank): a constant for each unknown. Not read by
                                            // the classical family.
  // Which unknown each row is of, counted from 0 [n_rows]: for matrices from which rows have been taken, so
  // that nodes have not all their rows; block_size is then 1. None (on every rank): row i is of unknown
  // i % block_size.
  std::optional<std::vector<LocalIndex>> functions = {};
};

// matrix: square, rows == columns the same object; its arrays must live as long as the hierarchy. Columns in
// any order, each once in a row; diagonals may be missing; rows and ranks may be empty. Both parts have
// n_rows + 1 offsets, also where there are no ghosts. Throws the same Error (input) on every rank for options
// out of range. Collective. The same bits for any thread count; the splitting of the first level by PMIS,
// aggressive or not, is also the same for any rank count.
// structures, unless null: gets what a refill needs beside the hierarchy, for each level but the coarsest; no
// way to compute interpolation anew for levels that are aggressive or coarsened by functions.
SetupHierarchy build_hierarchy(const MatrixView& matrix, const SetupOptions& options, NodeSpace node = {},
                               std::vector<LevelStructure>* structures = nullptr);

}  // namespace trireme::amg
