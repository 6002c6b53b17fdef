// SPDX-License-Identifier: Apache-2.0
// What -ksp_view and PCIluOmpGetStatistics() tell about an `iluomp`.
#include <string>

#include "solvers/ilu/pc_iluomp_state.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::ilu {
namespace {

PCIluOmpStatistics statistics_of(const IluOmpState& state) {
  PCIluOmpStatistics s{};
  s.analyses = state.analyses;
  s.factorizations = state.factorizations;
  if (!state.plan) return s;
  const IluPlan& plan = *state.plan;
  s.block_size = plan.block_size;
  s.threads = plan.threads();
  s.forward_levels = plan.statistics.lower_levels;
  s.backward_levels = plan.statistics.upper_levels;
  s.forward_parallelism = plan.statistics.lower_parallelism;
  s.backward_parallelism = plan.statistics.upper_parallelism;
  s.nonzeros = plan.factor_blocks() * plan.block_size * plan.block_size;
  std::size_t bytes = plan.bytes();
  if (const auto* in_double = std::get_if<BlockIlu<double>>(&state.factors)) bytes += in_double->bytes();
  if (const auto* in_single = std::get_if<BlockIlu<float>>(&state.factors)) bytes += in_single->bytes();
  s.bytes = static_cast<PetscInt64>(bytes);
  return s;
}

}  // namespace

PetscErrorCode view(PC pc, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscBool ascii = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &ascii));
  if (!ascii) PetscFunctionReturn(petsc::success);
  const IluOmpState& state = state_of(pc);
  const PCIluOmpStatistics s = statistics_of(state);
  PetscCall(PetscViewerASCIIPrintf(viewer, "  threaded incomplete factorization\n"));
  PetscCall(PetscViewerASCIIPrintf(viewer, "  %" PetscInt_FMT " levels of fill, ordering %s\n",
                                   state.options.levels, state.options.ordering.c_str()));
  std::string schedule = schedule_names[state.options.schedule];
  if (state.plan && state.options.schedule == PC_ILUOMP_AUTO) {
    const auto name = [](const Schedule& s) { return std::string(schedule_names[static_cast<int>(s.kind)]); };
    schedule += ": " + name(state.plan->lower_schedule);
    if (state.plan->upper_schedule.kind != state.plan->lower_schedule.kind)
      schedule += " forward, " + name(state.plan->upper_schedule) + " backward";
  }
  PetscCall(PetscViewerASCIIPrintf(viewer, "  schedule %s, factors stored in %s precision\n",
                                   schedule.c_str(), precision_names[state.options.precision]));
  if (state.options.shift_amount > 0)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  shift of zero pivots %g\n",
                                     static_cast<double>(state.options.shift_amount)));
  if (!state.plan) PetscFunctionReturn(petsc::success);
  PetscCall(PetscViewerASCIIPrintf(
      viewer,
      "  factors: %" PetscInt64_FMT " nonzeros, block size %" PetscInt_FMT ", fill ratio %g, %" PetscInt64_FMT
      " bytes\n",
      s.nonzeros, s.block_size,
      state.matrix_blocks == 0
          ? 1.0
          : static_cast<double>(state.plan->factor_blocks()) / static_cast<double>(state.matrix_blocks),
      s.bytes));
  PetscCall(PetscViewerASCIIPrintf(viewer,
                                   "  dependency levels: forward %" PetscInt_FMT ", backward %" PetscInt_FMT
                                   "; available parallelism: forward %.3g, backward %.3g\n",
                                   s.forward_levels, s.backward_levels,
                                   static_cast<double>(s.forward_parallelism),
                                   static_cast<double>(s.backward_parallelism)));
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "  %" PetscInt_FMT " threads; %" PetscInt_FMT " analyses, %" PetscInt_FMT " factorizations\n",
      s.threads, s.analyses, s.factorizations));
  PetscFunctionReturn(petsc::success);
}

}  // namespace trireme::ilu

PetscErrorCode PCIluOmpGetStatistics(PC pc, PCIluOmpStatistics* statistics) {
  PetscFunctionBegin;
  PetscBool match = PETSC_FALSE;
  PetscValidHeaderSpecific(pc, PC_CLASSID, 1);
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCILUOMP, &match));
  PetscCheck(
      match, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_WRONG,
      "The PC is of type %s (statistics are those of iluomp) -> use -pc_type iluomp",
      reinterpret_cast<PetscObject>(pc)->type_name ? reinterpret_cast<PetscObject>(pc)->type_name : "none");
  *statistics = trireme::ilu::statistics_of(trireme::ilu::state_of(pc));
  PetscFunctionReturn(trireme::petsc::success);
}
