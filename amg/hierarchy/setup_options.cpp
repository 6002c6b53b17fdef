// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/setup_options.hpp"

#include <string>

#include "solvers/base/error.hpp"

namespace trireme::amg {

void SetupOptions::describe(options::Schema& schema) {
  schema.add_choice("family", family,
                    {{"classical", Family::classical}, {"aggregation", Family::aggregation}},
                    "classical coarsening, or smoothed aggregation");
  schema.add("strength_threshold", strength_threshold,
             "a coupling is strong when it exceeds this fraction of the strongest of its row",
             {.min = 0, .max = 1, .open_max = true});
  schema.add(
      "max_row_sum", max_row_sum,
      "rows whose sum exceeds this fraction of their diagonal have no strong coupling; 1 turns this off",
      {.min = 0, .max = 1, .open_min = true});
  schema.add("num_functions", num_functions,
             "unknowns that are coarsened apart from one another; 0: the block size of the matrix",
             {.min = 0, .max = 1000});
  schema.add_choice("coarsen_type", coarsening,
                    {{"pmis", CoarseningKind::pmis}, {"hmis", CoarseningKind::hmis}},
                    "how coarse points are chosen");
  aggressive.describe(schema);
  schema.add_choice("interpolation", interpolation,
                    {{"extended+i", InterpolationKind::extended_i},
                     {"extended", InterpolationKind::extended},
                     {"direct", InterpolationKind::direct}},
                    "how fine points are interpolated");
  schema.add("max_per_row", max_per_row, "weights kept in a row of the interpolation, the largest; 0: all",
             {.min = 0, .max = 10000});
  schema.add("truncation", truncation,
             "weights below this fraction of the largest of their row are dropped from the interpolation",
             {.min = 0, .max = 1, .open_max = true});
  schema.add("max_levels", max_levels, "largest number of levels", {.min = 1, .max = 100});
  schema.add("coarse_size", coarse_size, "a level of this many rows or fewer is not coarsened",
             {.unit = "rows", .min = 1});
  schema.add("process_eq_limit", process_eq_limit,
             "a coarse level with fewer rows a rank is gathered onto fewer ranks; 0: never",
             {.unit = "rows", .min = 0});
  schema.add("stagnation", stagnation,
             "coarsening ends when a level would keep more than this fraction of the rows above it",
             {.min = 0, .max = 1, .open_min = true});
  schema.add("seed", seed, "of the random weights that break ties between points");
  schema.add_choice("product", product,
                    {{"row_fused", ProductForm::row_fused},
                     {"cf_permuted", ProductForm::cf_permuted},
                     {"unfused", ProductForm::unfused}},
                    "how the coarse matrices R A P are computed");
  schema.add_choice(
      "reuse", reuse,
      {{"none", Reuse::none}, {"structure", Reuse::structure}, {"interpolation", Reuse::interpolation}},
      "what a set-up for other values of the same pattern keeps: nothing, all patterns, or the weights of "
      "interpolation as well");
  schema.add("product_plan", product_plan,
             "such set-ups keep how R A P runs, which takes memory and saves time");
  aggregation.describe(schema);
}

void SetupOptions::validate() const {
  const auto require = [](bool holds, const char* option, auto value, const char* allowed) {
    if (!holds)
      throw Error(ErrorKind::input, std::string(option) + " is " + std::to_string(value),
                  std::string("it must be ") + allowed);
  };
  require(strength_threshold >= 0 && strength_threshold < 1, "strength_threshold", strength_threshold,
          "a number from 0 to below 1");
  require(max_row_sum > 0 && max_row_sum <= 1, "max_row_sum", max_row_sum, "a number above 0, up to 1");
  require(num_functions >= 0 && num_functions <= 1000, "num_functions", num_functions, "from 0 to 1000");
  aggressive.validate();
  require(max_per_row >= 0 && max_per_row <= 10000, "max_per_row", max_per_row, "from 0 (no limit) to 10000");
  require(truncation >= 0 && truncation < 1, "truncation", truncation, "a number from 0 to below 1");
  require(max_levels >= 1 && max_levels <= 100, "max_levels", max_levels, "from 1 to 100");
  require(coarse_size >= 1, "coarse_size", coarse_size, "1 or more");
  require(process_eq_limit >= 0, "process_eq_limit", process_eq_limit, "0 (never) or more");
  aggregation.validate();
  require(stagnation > 0 && stagnation <= 1, "stagnation", stagnation, "a number above 0, up to 1");
}

}  // namespace trireme::amg
