// SPDX-License-Identifier: Apache-2.0
// What a user may choose about the set-up phase: which couplings count as strong, how points are split into
// coarse and fine ones, how fine ones are interpolated, when coarsening ends. Words and defaults are those of
// hypre's BoomerAMG where the meaning is the same. Read by build_hierarchy; described to decks, to the
// command line and to PETSc's options by the program and the plug-in.
#pragma once

#include <cstdint>

#include "amg/aggregate/aggregation_options.hpp"
#include "amg/coarsen/coarsening_options.hpp"
#include "amg/hierarchy/reuse.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::amg {

enum class InterpolationKind {
  extended_i,  // De Sterck, Falgout, Nolting, Yang 2008
  extended,    // the same without the connection back to the point itself
  direct,      // Stueben 2001: strong coarse neighbours only
};

// How R A P is computed. The results differ by rounding, the time and memory more.
enum class ProductForm {
  row_fused,    // one row of R A, then at once times P, in one pass: no intermediate matrix
  cf_permuted,  // the same, with the columns of coarse points apart: their part of P is the identity
  unfused,      // A P is stored, then multiplied by R
};

enum class Family {
  classical,    // coarse points are a subset of the fine ones
  aggregation,  // smoothed aggregation: coarse variables stand for sets of fine ones
};

struct SetupOptions {
  Family family = Family::classical;
  double strength_threshold = 0.25;
  double max_row_sum = 0.9;
  int num_functions = 0;  // 0: as many as the matrix says, by its block size or row by row
  CoarseningKind coarsening = CoarseningKind::pmis;
  AggressiveOptions aggressive;
  InterpolationKind interpolation = InterpolationKind::extended_i;
  int max_per_row = 4;
  double truncation = 0.0;
  int max_levels = 25;
  int coarse_size = 100;
  int process_eq_limit =
      50;  // rows for each rank, below which a coarse level is gathered onto fewer; 0: never
  double stagnation = 0.95;
  std::int64_t seed = 0;
  ProductForm product = ProductForm::row_fused;
  Reuse reuse = Reuse::none;  // what is kept for set-ups to come
  bool product_plan = true;   // whether these may also keep how R A P runs (rap/product_plan.hpp)
  AggregationOptions aggregation;

  // The keys are those of the section that is open in the schema.
  void describe(options::Schema& schema);
  // Throws Error (input), naming the first option that is out of its range: for callers that set fields in
  // code.
  void validate() const;
  bool operator==(const SetupOptions&) const = default;
};

}  // namespace trireme::amg
