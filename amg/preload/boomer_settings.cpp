// SPDX-License-Identifier: Apache-2.0
#include "amg/preload/boomer_settings.hpp"

#include <_hypre_parcsr_ls.h>

// hypre defines these as macros.
#undef max
#undef min

#include <algorithm>

#include <fmt/format.h>

#include "amg/hypre/hypre_numbers.hpp"

namespace trireme::amg::preload {
namespace {

// Names are those of HYPRE_BoomerAMGSet..., by which users know the settings.
void refuse_unless(bool holds, const char* setting, double value) {
  if (!holds) throw Error(ErrorKind::input, fmt::format("{} {} does not exist here", setting, value));
}

// Of hypre's arrays with an entry for each level; none may be there.
bool all_equal(const HYPRE_Real* values, HYPRE_Int count, double value) {
  return values == nullptr || std::all_of(values, values + count, [&](HYPRE_Real v) { return v == value; });
}

// Whole features that this project's multigrid lacks.
void refuse_features(const hypre_ParAMGData& data) {
  refuse_unless(data.restr_par == 0, "Restriction", static_cast<double>(data.restr_par));
  refuse_unless(data.nodal == 0, "Nodal", static_cast<double>(data.nodal));
  refuse_unless(data.smooth_num_levels == 0, "SmoothNumLevels", static_cast<double>(data.smooth_num_levels));
  refuse_unless(data.additive < 0, "Additive", static_cast<double>(data.additive));
  refuse_unless(data.mult_additive < 0, "MultAdditive", static_cast<double>(data.mult_additive));
  refuse_unless(data.simple < 0, "Simple", static_cast<double>(data.simple));
  refuse_unless(data.gsmg == 0, "GSMG", static_cast<double>(data.gsmg));
  refuse_unless(data.num_interp_vectors == 0, "InterpVectors", static_cast<double>(data.num_interp_vectors));
  refuse_unless(data.num_C_points == 0, "CPoints", static_cast<double>(data.num_C_points));
  refuse_unless(data.num_F_points == 0, "FPoints", static_cast<double>(data.num_F_points));
  refuse_unless(data.num_isolated_F_points == 0, "IsolatedFPoints",
                static_cast<double>(data.num_isolated_F_points));
  refuse_unless(data.partial_cycle_coarsest_level < 0, "PartialCycleCoarsestLevel",
                static_cast<double>(data.partial_cycle_coarsest_level));
  refuse_unless(data.logging <= 1, "Logging", static_cast<double>(data.logging));
  refuse_unless(data.plot_grids == 0, "PlotGrids", static_cast<double>(data.plot_grids));
}

void take_hierarchy(const hypre_ParAMGData& data, SetupOptions& setup) {
  setup.family = Family::classical;
  setup.coarsening = hypre::coarsening_of_number(data.coarsen_type);
  setup.interpolation = hypre::interpolation_of_number(data.interp_type);
  setup.strength_threshold = data.strong_threshold;
  setup.max_row_sum = data.max_row_sum;
  setup.truncation = data.trunc_factor;
  setup.max_per_row = static_cast<int>(data.P_max_elmts);
  setup.max_levels = static_cast<int>(data.max_levels);
  setup.coarse_size = std::max(setup.coarse_size, static_cast<int>(data.max_coarse_size));
  refuse_unless(data.Sabs == 0, "Sabs", static_cast<double>(data.Sabs));
  refuse_unless(data.A_drop_tol == 0, "ADropTol", data.A_drop_tol);
  refuse_unless(data.coarsen_cut_factor == 0, "CoarsenCutFactor",
                static_cast<double>(data.coarsen_cut_factor));
  refuse_unless(data.sep_weight == 0, "SepWeight", static_cast<double>(data.sep_weight));
  refuse_unless(data.post_interp_type == 0, "PostInterpType", static_cast<double>(data.post_interp_type));
  refuse_unless(data.nongalerkin_tol == 0 && all_equal(data.nongal_tol_array, data.max_levels, 0),
                "NonGalerkinTol", data.nongalerkin_tol);
}

// hypre's number of the interpolation is looked at only where there are such levels.
void take_aggressive(const hypre_ParAMGData& data, AggressiveOptions& aggressive) {
  aggressive.levels = static_cast<int>(data.agg_num_levels);
  if (aggressive.levels <= 0) return;
  aggressive.num_paths = static_cast<int>(data.num_paths);
  aggressive.interpolation = hypre::aggressive_interpolation_of_number(data.agg_interp_type);
  aggressive.max_per_row = static_cast<int>(data.agg_P_max_elmts);
  aggressive.truncation = data.agg_trunc_factor;
  aggressive.stage_max_per_row = static_cast<int>(data.agg_P12_max_elmts);
  aggressive.stage_truncation = data.agg_P12_trunc_factor;
}

// The unknowns of a system. Row i is of unknown i modulo their number unless the program says otherwise.
void take_functions(const hypre_ParAMGData& data, LocalIndex n_rows, NodeSpace& node) {
  node = {};
  if (data.num_functions == 1) return;
  if (data.dof_func == nullptr || hypre_IntArrayData(data.dof_func) == nullptr) {
    node.block_size = static_cast<int>(data.num_functions);
    return;
  }
  const HYPRE_Int* const given = hypre_IntArrayData(data.dof_func);
  auto& functions = node.functions.emplace();
  for (LocalIndex row = 0; row < n_rows; ++row) functions.push_back(static_cast<LocalIndex>(given[row]));
}

void take_relaxation(const hypre_ParAMGData& data, CycleOptions& cycle) {
  const HYPRE_Int* const types = data.grid_relax_type;
  const HYPRE_Int* const sweeps = data.num_grid_sweeps;
  if (types != nullptr) {
    cycle.relax_type_down = hypre::smoother_of_number(types[1]);
    cycle.relax_type_up = hypre::smoother_of_number(types[2]);
    cycle.relax_type_coarse = hypre::coarse_solver_of_number(types[3]);
  }
  if (sweeps != nullptr) {
    cycle.grid_sweeps_down = static_cast<int>(sweeps[1]);
    cycle.grid_sweeps_up = static_cast<int>(sweeps[2]);
    cycle.grid_sweeps_coarse = static_cast<int>(sweeps[3]);
  }
  refuse_unless(data.grid_relax_points == nullptr, "GridRelaxPoints", 1);
  refuse_unless(data.relax_order == 0, "RelaxOrder (C/F relaxation)", static_cast<double>(data.relax_order));
  refuse_unless(all_equal(data.relax_weight, data.max_levels, 1), "RelaxWt", data.user_relax_weight);
  refuse_unless(all_equal(data.omega, data.max_levels, 1), "OuterWt", data.outer_wt);
  if (cycle.relax_type_down != Relaxation::chebyshev && cycle.relax_type_up != Relaxation::chebyshev) return;
  refuse_unless(data.cheby_order == 2, "ChebyOrder", static_cast<double>(data.cheby_order));
  refuse_unless(data.cheby_fraction == 0.3, "ChebyFraction", data.cheby_fraction);
  refuse_unless(data.cheby_variant == 0, "ChebyVariant", static_cast<double>(data.cheby_variant));
}

void take_cycle(const hypre_ParAMGData& data, CycleOptions& cycle) {
  refuse_unless(data.cycle_type == 1 || data.cycle_type == 2, "CycleType",
                static_cast<double>(data.cycle_type));
  cycle.cycle_type = data.fcycle != 0 ? CycleType::f : data.cycle_type == 2 ? CycleType::w : CycleType::v;
}

const hypre_ParAMGData& data_of(HYPRE_Solver boomer) {
  return *reinterpret_cast<const hypre_ParAMGData*>(boomer);
}

}  // namespace

bool is_the_hypre_compiled_with() {
  HYPRE_Int major = 0, minor = 0, patch = 0, number = 0;
  HYPRE_VersionNumber(&major, &minor, &patch, &number);
  return number == HYPRE_RELEASE_NUMBER;
}

void take_settings(HYPRE_Solver boomer, HYPRE_ParCSRMatrix matrix, hypre::AmgHandle& amg) {
  const hypre_ParAMGData& data = data_of(boomer);
  refuse_features(data);
  SetupOptions setup;
  CycleOptions cycle;
  take_hierarchy(data, setup);
  take_aggressive(data, setup.aggressive);
  take_relaxation(data, cycle);
  take_cycle(data, cycle);
  setup.validate();
  cycle.validate();
  take_iteration_settings(boomer, amg);
  setup.num_functions = static_cast<int>(data.num_functions);
  take_functions(data, static_cast<LocalIndex>(hypre_ParCSRMatrixNumRows(matrix)), amg.node);
  amg.setup_options = setup;
  amg.cycle_options = cycle;
}

void take_iteration_settings(HYPRE_Solver boomer, hypre::AmgHandle& amg) {
  const hypre_ParAMGData& data = data_of(boomer);
  refuse_unless(data.min_iter == 0, "MinIter", static_cast<double>(data.min_iter));
  refuse_unless(data.tol <= 0 || data.converge_type == 0, "ConvergeType",
                static_cast<double>(data.converge_type));
  amg.tolerance = std::max(data.tol, 0.0);
  amg.max_iterations = static_cast<int>(data.max_iter);
  amg.print_level = static_cast<int>(data.print_level & 3);
}

void report_solve(HYPRE_Solver boomer, const hypre::AmgHandle& amg) {
  auto& data = *reinterpret_cast<hypre_ParAMGData*>(boomer);
  data.num_iterations = amg.iterations;
#ifdef CUMNUMIT
  data.cum_num_iterations += amg.iterations;
#endif
  if (amg.tolerance > 0) data.rel_resid_norm = amg.relative_residual;
}

}  // namespace trireme::amg::preload
