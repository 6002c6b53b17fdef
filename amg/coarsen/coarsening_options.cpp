// SPDX-License-Identifier: Apache-2.0
#include "amg/coarsen/coarsening_options.hpp"

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::amg {

void AggressiveOptions::describe(options::Schema& schema) {
  schema.add("agg_nl", levels, "levels, from the finest on, whose coarse points are split a second time",
             {.min = 0, .max = 100});
  schema.add("agg_num_paths", num_paths,
             "paths of at most two strong couplings that must join two coarse points for one to be left out",
             {.min = 1, .max = 2});
  schema.add_choice("agg_interp_type", interpolation,
                    {{"multipass", AggressiveInterpolation::multipass},
                     {"2stage_extended+i", AggressiveInterpolation::two_stage_extended_i}},
                    "how fine points of these levels are interpolated");
  schema.add("agg_max_per_row", max_per_row,
             "weights kept in a row of the interpolation of these levels, the largest; 0: all",
             {.min = 0, .max = 10000});
  schema.add("agg_trunc", truncation,
             "weights below this fraction of the largest of their row are dropped from it",
             {.min = 0, .max = 1, .open_max = true});
  schema.add("agg_P12_max_per_row", stage_max_per_row,
             "weights kept in a row of either stage of 2stage_extended+i; 0: all", {.min = 0, .max = 10000});
  schema.add("agg_P12_trunc", stage_truncation,
             "weights below this fraction of the largest of their row are dropped from either stage",
             {.min = 0, .max = 1, .open_max = true});
}

void AggressiveOptions::validate() const {
  const auto require = [](bool holds, const char* option, double value, const char* allowed) {
    if (!holds)
      throw Error(ErrorKind::input, fmt::format("{} is {}", option, value),
                  fmt::format("it must be {}", allowed));
  };
  require(levels >= 0 && levels <= 100, "agg_nl", levels, "from 0 (none) to 100");
  require(num_paths == 1 || num_paths == 2, "agg_num_paths", num_paths, "1 or 2");
  require(max_per_row >= 0 && max_per_row <= 10000, "agg_max_per_row", max_per_row,
          "from 0 (no limit) to 10000");
  require(truncation >= 0 && truncation < 1, "agg_trunc", truncation, "a number from 0 to below 1");
  require(stage_max_per_row >= 0 && stage_max_per_row <= 10000, "agg_P12_max_per_row", stage_max_per_row,
          "from 0 (no limit) to 10000");
  require(stage_truncation >= 0 && stage_truncation < 1, "agg_P12_trunc", stage_truncation,
          "a number from 0 to below 1");
}

}  // namespace trireme::amg
