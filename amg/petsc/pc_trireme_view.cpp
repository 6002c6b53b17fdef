// SPDX-License-Identifier: Apache-2.0
// What -ksp_view and PCTriremeGetStatistics() tell about a `trireme`.
#include <algorithm>

#include "amg/hierarchy/hierarchy_table.hpp"
#include "amg/petsc/pc_trireme_state.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {
namespace {

using petsc::success;

const char* word(CycleType type) {
  switch (type) {
    case CycleType::v:
      return "V";
    case CycleType::w:
      return "W";
    case CycleType::f:
      return "F";
    default:
      return "K";
  }
}

PetscErrorCode view_classical(const SetupOptions& s, PetscViewer viewer) {
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "  %s coarsening, strong threshold %g, %s interpolation with at most %d weights a row\n",
      s.coarsening == CoarseningKind::hmis ? "HMIS" : "PMIS", s.strength_threshold,
      s.interpolation == InterpolationKind::extended_i ? "ext+i"
      : s.interpolation == InterpolationKind::extended ? "ext"
                                                       : "direct",
      s.max_per_row));
  const AggressiveOptions& a = s.aggressive;
  if (a.levels > 0)
    PetscCall(PetscViewerASCIIPrintf(
        viewer, "  %d aggressive levels by %d paths, %s interpolation\n", a.levels, a.num_paths,
        a.interpolation == AggressiveInterpolation::multipass ? "multipass" : "2stage_extended+i"));
  return success;
}

PetscErrorCode view_options(const TriremeState& state, PetscViewer viewer) {
  const SetupOptions& s = state.setup_options;
  const CycleOptions& c = state.cycle_options;
  if (s.family == Family::aggregation)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  smoothed aggregation, strong threshold %g, relaxation %g\n",
                                     s.aggregation.strength_threshold, s.aggregation.relaxation));
  else
    PetscCall(view_classical(s, viewer));
  PetscCall(PetscViewerASCIIPrintf(viewer, "  %s-cycle in %s precision; %d x %s down, %d x %s up\n",
                                   word(c.cycle_type), c.precision == Precision::fp64 ? "double" : "single",
                                   c.grid_sweeps_down, relaxation_name(c.relax_type_down).c_str(),
                                   c.grid_sweeps_up, relaxation_name(c.relax_type_up).c_str()));
  return success;
}

PetscErrorCode view_hierarchy(const TriremeState& state, PetscViewer viewer) {
  auto seconds = state.multigrid->level_seconds();
  comm::all_max_in_place(*state.comm, std::span<double>(seconds));
  for (double& level : seconds) level /= std::max<PetscInt>(state.applications, 1);
  if (state.applications == 0) seconds.clear();
  for (const std::string& line : hierarchy_table(state.statistics, seconds))
    PetscCall(PetscViewerASCIIPrintf(viewer, "%s\n", line.c_str()));
  PetscCall(
      PetscViewerASCIIPrintf(viewer, "  coarsening ended: %s\n", coarsening_end_text(state.end).c_str()));
  if (!state.multigrid->direct_on_coarsest())
    PetscCall(PetscViewerASCIIPrintf(viewer, "  the coarsest level is smoothed, not solved\n"));
  if (const LocalIndex dimension = state.multigrid->null_dimension(); dimension > 0)
    PetscCall(
        PetscViewerASCIIPrintf(viewer,
                               "  the coarsest matrix is singular: null space of dimension %d, solved by "
                               "the pseudo-inverse\n",
                               static_cast<int>(dimension)));
  PetscCall(PetscViewerASCIIPrintf(viewer, "  set-up: hierarchy %.4f s, solve form %.4f s\n",
                                   comm::all_max(*state.comm, state.setup_seconds),
                                   comm::all_max(*state.comm, state.packing_seconds)));
  const auto megabytes = [&](std::size_t bytes) {
    return static_cast<double>(comm::all_sum(*state.comm, static_cast<GlobalIndex>(bytes))) / 1e6;
  };
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "  memory: solve form %.1f MB, kept for re-setups %.1f MB, of which product plans %.1f MB\n",
      megabytes(state.multigrid->bytes()), megabytes(state.hierarchy ? state.hierarchy->bytes() : 0),
      megabytes(state.hierarchy ? state.hierarchy->plan_bytes() : 0)));
  PetscCall(PetscViewerASCIIPrintf(viewer, "  set-ups: %d, of which re-setups: %d\n",
                                   static_cast<int>(state.setups), static_cast<int>(state.refills)));
  return success;
}

}  // namespace

PetscErrorCode view(PC pc, PetscViewer viewer) {
  PetscBool ascii = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &ascii));
  if (!ascii) return success;
  const TriremeState& state = state_of(pc);
  PetscCall(view_options(state, viewer));
  if (state.multigrid) PetscCall(view_hierarchy(state, viewer));
  return success;
}

}  // namespace trireme::amg

PetscErrorCode PCTriremeGetStatistics(PC pc, PCTriremeStatistics* statistics) {
  using namespace trireme::amg;
  PetscFunctionBegin;
  PetscBool match = PETSC_FALSE;
  PetscValidHeaderSpecific(pc, PC_CLASSID, 1);
  const auto object = reinterpret_cast<PetscObject>(pc);
  PetscCall(PetscObjectTypeCompare(object, PCTRIREME, &match));
  PetscCheck(match, PetscObjectComm(object), PETSC_ERR_ARG_WRONG,
             "The PC is of type %s (statistics are those of trireme) -> use -pc_type trireme",
             object->type_name ? object->type_name : "none");
  const TriremeState& state = state_of(pc);
  *statistics = PCTriremeStatistics{};
  statistics->setups = state.setups;
  statistics->refills = state.refills;
  if (state.multigrid) {
    statistics->levels = static_cast<PetscInt>(state.statistics.levels.size());
    statistics->operator_complexity = state.statistics.operator_complexity;
    statistics->grid_complexity = state.statistics.grid_complexity;
    statistics->null_dimension = state.multigrid->null_dimension();
    statistics->bytes = static_cast<PetscInt64>(state.multigrid->bytes());
    statistics->kept_bytes = static_cast<PetscInt64>(state.hierarchy ? state.hierarchy->bytes() : 0);
    statistics->plan_bytes = static_cast<PetscInt64>(state.hierarchy ? state.hierarchy->plan_bytes() : 0);
  }
  PetscFunctionReturn(trireme::petsc::success);
}
