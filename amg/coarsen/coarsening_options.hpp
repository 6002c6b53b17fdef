// SPDX-License-Identifier: Apache-2.0
// What a user may choose about the splitting into coarse and fine points, with the names and defaults of
// hypre's BoomerAMG. Part of SetupOptions; read by build_hierarchy.
#pragma once

#include "solvers/options/schema.hpp"

namespace trireme::amg {

enum class CoarseningKind {
  pmis,  // a maximal independent set by random weights
  hmis,  // Ruge and Stueben's first pass inside blocks of rows, then PMIS
};

// How fine points of an aggressive level, which may be far from coarse ones, are interpolated.
enum class AggressiveInterpolation {
  multipass,             // from neighbour to neighbour, beginning next to coarse points
  two_stage_extended_i,  // extended+i to the first splitting's coarse points, then among these
};

// Of levels whose coarse points are split a second time.
struct AggressiveOptions {
  int levels = 0;     // the first ones
  int num_paths = 1;  // that two coarse points must be joined by, each of at most two strong couplings
  AggressiveInterpolation interpolation = AggressiveInterpolation::multipass;
  int max_per_row = 0;
  double truncation = 0;
  // Of the two stages.
  int stage_max_per_row = 0;
  double stage_truncation = 0;

  // The keys are those of the section that is open in the schema.
  void describe(options::Schema& schema);
  // Throws Error (input), naming the first option that is out of its range.
  void validate() const;

  bool operator==(const AggressiveOptions&) const = default;
};

}  // namespace trireme::amg
