// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/cycle_options.hpp"

#include <string>

#include "solvers/base/error.hpp"

namespace trireme::amg {
namespace {

std::vector<std::pair<std::string, Relaxation>> smoother_names() {
  auto names = relaxation_names();
  std::erase_if(names, [](const auto& name) { return name.second == Relaxation::gaussian_elimination; });
  return names;
}

}  // namespace

void CycleOptions::describe(options::Schema& schema) {
  schema.add_choice("cycle_type", cycle_type,
                    {{"V", CycleType::v}, {"W", CycleType::w}, {"F", CycleType::f}, {"K", CycleType::k}},
                    "how often coarse levels are visited; F is not symmetric, K not linear");
  schema.add_choice("relax_type_down", relax_type_down, smoother_names(),
                    "relaxation before the coarse correction");
  schema.add_choice(
      "relax_type_up", relax_type_up, smoother_names(),
      "relaxation after the coarse correction; a symmetric preconditioner needs the mirror image "
      "of relax_type_down");
  schema.add_choice("relax_type_coarse", relax_type_coarse, relaxation_names(),
                    "solver of the coarsest level");
  schema.add("grid_sweeps_down", grid_sweeps_down, "sweeps before the coarse correction",
             {.min = 0, .max = 100});
  schema.add("grid_sweeps_up", grid_sweeps_up, "sweeps after the coarse correction", {.min = 0, .max = 100});
  schema.add("grid_sweeps_coarse", grid_sweeps_coarse,
             "sweeps on a coarsest level that is not solved directly", {.min = 1, .max = 100});
  schema.add_choice("precision", precision, {{"double", Precision::fp64}, {"single", Precision::fp32}},
                    "numbers of the hierarchy and of the cycle; the outer solver stays in double");
  schema.add_choice("row_runs", row_runs,
                    {{"where_most_rows_do", RunRule::where_most_rows_do}, {"never", RunRule::never}},
                    "whether rows that repeat one another are relaxed eight at a time");
  schema.add(
      "smoother_blocks", smoother_blocks,
      "largest number of blocks of a rank between which Gauss-Seidel becomes Jacobi: the most threads a "
      "sweep can use",
      {.min = 1, .max = 4096});
  schema.add("smoother_block_nonzeros", smoother_block_nonzeros,
             "fewest nonzeros of such a block: less is not worth a thread", {.min = 1});
  schema.add("max_direct_size", max_direct_size, "largest coarsest level that is solved directly",
             {.unit = "rows", .min = 0, .max = 20000});
}

void CycleOptions::validate() const {
  const auto require = [](bool holds, const char* option, int value, const char* allowed) {
    if (!holds)
      throw Error(ErrorKind::input, std::string(option) + " is " + std::to_string(value),
                  std::string("it must be ") + allowed);
  };
  require(grid_sweeps_down >= 0 && grid_sweeps_down <= 100, "grid_sweeps_down", grid_sweeps_down,
          "from 0 to 100");
  require(grid_sweeps_up >= 0 && grid_sweeps_up <= 100, "grid_sweeps_up", grid_sweeps_up, "from 0 to 100");
  require(grid_sweeps_coarse >= 1 && grid_sweeps_coarse <= 100, "grid_sweeps_coarse", grid_sweeps_coarse,
          "from 1 to 100");
  require(smoother_blocks >= 1 && smoother_blocks <= 4096, "smoother_blocks", smoother_blocks,
          "from 1 to 4096");
  require(smoother_block_nonzeros >= 1, "smoother_block_nonzeros", smoother_block_nonzeros, "1 or more");
  require(max_direct_size >= 0 && max_direct_size <= 20000, "max_direct_size", max_direct_size,
          "from 0 to 20000");
  if (relax_type_down == Relaxation::gaussian_elimination ||
      relax_type_up == Relaxation::gaussian_elimination)
    throw Error(ErrorKind::input, "Gaussian-elimination is no smoother", "it solves the coarsest level only",
                "use it as relax_type_coarse");
}

}  // namespace trireme::amg
