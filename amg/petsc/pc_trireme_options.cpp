// SPDX-License-Identifier: Apache-2.0
// Options of `trireme`, under the names that PETSc gives hypre's.
#include <algorithm>
#include <string>
#include <vector>

#include "amg/petsc/pc_trireme_state.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {
namespace {

using petsc::success;

template <class E>
using Names = std::vector<std::pair<std::string, E>>;

// -key out of the words, stored as an enum; `set` tells whether it was given.
template <class E>
PetscErrorCode choose(PetscOptionItems* PetscOptionsObject, const char* key, const char* text,
                      const Names<E>& names, E& value, PetscBool* set) {
  std::vector<const char*> words;
  PetscInt choice = 0;
  for (const auto& [word, e] : names) {
    if (e == value) choice = static_cast<PetscInt>(words.size());
    words.push_back(word.c_str());
  }
  PetscCall(PetscOptionsEList(key, text, nullptr, words.data(), static_cast<PetscInt>(words.size()),
                              words[static_cast<std::size_t>(choice)], &choice, set));
  if (*set) value = names[static_cast<std::size_t>(choice)].second;
  return success;
}

PetscErrorCode integer(PetscOptionItems* PetscOptionsObject, const char* key, const char* text, int& value,
                       PetscBool* set) {
  PetscInt given = value;
  PetscCall(PetscOptionsInt(key, text, nullptr, given, &given, set));
  // Beyond int, a value that validate() refuses too.
  if (*set) value = static_cast<int>(std::clamp<PetscInt>(given, -1, 2147483647));
  return success;
}

PetscErrorCode read_aggressive(PetscOptionItems* PetscOptionsObject, AggressiveOptions& o) {
  PetscBool set = PETSC_FALSE;
  PetscCall(
      integer(PetscOptionsObject, "-pc_trireme_agg_nl", "Levels of aggressive coarsening", o.levels, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_agg_num_paths",
                    "Paths between coarse points that aggressive coarsening thins out", o.num_paths, &set));
  PetscCall(choose<AggressiveInterpolation>(
      PetscOptionsObject, "-pc_trireme_agg_interp_type", "Interpolation of aggressive levels",
      {{"multipass", AggressiveInterpolation::multipass},
       {"2stage_extended+i", AggressiveInterpolation::two_stage_extended_i}},
      o.interpolation, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_agg_P_max",
                    "Weights kept in a row of aggressive levels; 0 for all", o.max_per_row, &set));
  PetscCall(PetscOptionsReal("-pc_trireme_agg_truncfactor",
                             "Smallest weight kept on aggressive levels, relative to a row's largest",
                             nullptr, o.truncation, &o.truncation, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_agg_P12_max",
                    "Weights kept in a row of either stage; 0 for all", o.stage_max_per_row, &set));
  PetscCall(PetscOptionsReal("-pc_trireme_agg_P12_truncfactor",
                             "Smallest weight kept in either stage, relative to a row's largest", nullptr,
                             o.stage_truncation, &o.stage_truncation, &set));
  return success;
}

// reuse_given: set where the user chooses what is kept.
PetscErrorCode read_setup(PetscOptionItems* PetscOptionsObject, SetupOptions& o, bool& reuse_given) {
  PetscBool set = PETSC_FALSE;
  const auto real = [&](const char* key, const char* text, double& value) {
    return PetscOptionsReal(key, text, nullptr, value, &value, &set);
  };
  PetscCall(choose<Family>(PetscOptionsObject, "-pc_trireme_type", "Family of multigrid",
                           {{"classical", Family::classical}, {"aggregation", Family::aggregation}}, o.family,
                           &set));
  PetscCall(real("-pc_trireme_aggregate_threshold",
                 "Strong couplings of aggregation, relative to either end's strongest",
                 o.aggregation.strength_threshold));
  PetscCall(real("-pc_trireme_prolongator_relaxation",
                 "Damping of the prolongator's smoother times the largest eigenvalue",
                 o.aggregation.relaxation));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_prolongator_power_iterations",
                    "Steps that estimate that eigenvalue; 0 bounds it by row sums",
                    o.aggregation.power_iterations, &set));
  PetscCall(real("-pc_trireme_strong_threshold", "Strong couplings, relative to a row's strongest",
                 o.strength_threshold));
  PetscCall(
      real("-pc_trireme_max_row_sum", "Relative row sum beyond which no coupling is strong", o.max_row_sum));
  PetscCall(
      real("-pc_trireme_truncfactor", "Smallest weight kept, relative to a row's largest", o.truncation));
  PetscCall(choose<InterpolationKind>(PetscOptionsObject, "-pc_trireme_interp_type", "Interpolation",
                                      {{"ext+i", InterpolationKind::extended_i},
                                       {"ext", InterpolationKind::extended},
                                       {"direct", InterpolationKind::direct}},
                                      o.interpolation, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_P_max", "Weights kept in a row; 0 for all",
                    o.max_per_row, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_num_functions",
                    "Unknowns coarsened apart; 0 for the block size of the matrix", o.num_functions, &set));
  PetscCall(choose<CoarseningKind>(PetscOptionsObject, "-pc_trireme_coarsen_type", "Choice of coarse points",
                                   {{"PMIS", CoarseningKind::pmis}, {"HMIS", CoarseningKind::hmis}},
                                   o.coarsening, &set));
  PetscCall(read_aggressive(PetscOptionsObject, o.aggressive));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_max_levels", "Most levels", o.max_levels, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_max_coarse_size",
                    "Rows of a level not coarsened further", o.coarse_size, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_process_eq_limit",
                    "Rows a rank below which a coarse level is gathered onto fewer ranks; 0 for never",
                    o.process_eq_limit, &set));
  PetscCall(choose<ProductForm>(PetscOptionsObject, "-pc_trireme_product", "How R A P is computed",
                                {{"row_fused", ProductForm::row_fused},
                                 {"cf_permuted", ProductForm::cf_permuted},
                                 {"unfused", ProductForm::unfused}},
                                o.product, &set));
  PetscCall(choose<Reuse>(
      PetscOptionsObject, "-pc_trireme_reuse", "What a set-up for other values of the same pattern keeps",
      {{"none", Reuse::none}, {"structure", Reuse::structure}, {"interpolation", Reuse::interpolation}},
      o.reuse, &set));
  reuse_given = set == PETSC_TRUE;
  PetscBool plan = o.product_plan ? PETSC_TRUE : PETSC_FALSE;
  PetscCall(PetscOptionsBool("-pc_trireme_reuse_plan", "Such set-ups keep how R A P runs", nullptr, plan,
                             &plan, &set));
  o.product_plan = plan == PETSC_TRUE;
  return success;
}

PetscErrorCode read_relaxation(PetscOptionItems* PetscOptionsObject, CycleOptions& o) {
  PetscBool set = PETSC_FALSE;
  Names<Relaxation> smoothers = relaxation_names();
  std::erase_if(smoothers, [](const auto& n) { return n.second == Relaxation::gaussian_elimination; });
  Relaxation all = o.relax_type_down;
  PetscCall(choose(PetscOptionsObject, "-pc_trireme_relax_type_all", "Smoother, down and up", smoothers, all,
                   &set));
  if (set) o.relax_type_down = o.relax_type_up = all;
  PetscCall(choose(PetscOptionsObject, "-pc_trireme_relax_type_down", "Smoother before the coarse correction",
                   smoothers, o.relax_type_down, &set));
  PetscCall(choose(PetscOptionsObject, "-pc_trireme_relax_type_up", "Smoother after the coarse correction",
                   smoothers, o.relax_type_up, &set));
  PetscCall(choose(PetscOptionsObject, "-pc_trireme_relax_type_coarse", "Solver of the coarsest level",
                   relaxation_names(), o.relax_type_coarse, &set));
  int sweeps = o.grid_sweeps_down;
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_grid_sweeps_all", "Sweeps, down and up", sweeps, &set));
  if (set) o.grid_sweeps_down = o.grid_sweeps_up = sweeps;
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_grid_sweeps_down", "Sweeps before the coarse correction",
                    o.grid_sweeps_down, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_grid_sweeps_up", "Sweeps after the coarse correction",
                    o.grid_sweeps_up, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_grid_sweeps_coarse",
                    "Sweeps on an unsolved coarsest level", o.grid_sweeps_coarse, &set));
  return success;
}

PetscErrorCode read_cycle(PetscOptionItems* PetscOptionsObject, CycleOptions& o) {
  PetscBool set = PETSC_FALSE;
  PetscCall(
      choose<CycleType>(PetscOptionsObject, "-pc_trireme_cycle_type", "Visits of coarse levels",
                        {{"V", CycleType::v}, {"W", CycleType::w}, {"F", CycleType::f}, {"K", CycleType::k}},
                        o.cycle_type, &set));
  PetscCall(choose<Precision>(PetscOptionsObject, "-pc_trireme_precision", "Numbers of the hierarchy",
                              {{"double", Precision::fp64}, {"single", Precision::fp32}}, o.precision, &set));
  PetscCall(choose<RunRule>(
      PetscOptionsObject, "-pc_trireme_row_runs", "Whether repeating rows are relaxed eight at a time",
      {{"where_most_rows_do", RunRule::where_most_rows_do}, {"never", RunRule::never}}, o.row_runs, &set));
  PetscCall(integer(PetscOptionsObject, "-pc_trireme_smoother_blocks", "Most Gauss-Seidel blocks of a rank",
                    o.smoother_blocks, &set));
  return success;
}

}  // namespace

PetscErrorCode set_from_options(PC pc, PetscOptionItems* PetscOptionsObject) {
  // Taken over only when all of them are in range.
  SetupOptions setup = state_of(pc).setup_options;
  CycleOptions cycle = state_of(pc).cycle_options;
  PetscOptionsHeadBegin(PetscOptionsObject, "Algebraic multigrid options");
  bool reuse_given = false;
  PetscCall(read_setup(PetscOptionsObject, setup, reuse_given));
  PetscCall(read_relaxation(PetscOptionsObject, cycle));
  PetscCall(read_cycle(PetscOptionsObject, cycle));
  PetscOptionsHeadEnd();
  setup.validate();
  cycle.validate();
  // A kept hierarchy is that of the options it was built with.
  if (setup != state_of(pc).setup_options || cycle != state_of(pc).cycle_options)
    state_of(pc).hierarchy.reset();
  if (reuse_given) state_of(pc).keep_from_second = false;
  state_of(pc).setup_options = setup;
  state_of(pc).cycle_options = cycle;
  return success;
}

}  // namespace trireme::amg
