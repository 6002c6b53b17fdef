// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/pc_trireme_hierarchy.hpp"

#include <utility>

#include "amg/hierarchy/hierarchy_hash.hpp"
#include "amg/petsc/pc_trireme_state.hpp"
#include "amg/petsc/petsc_matrix.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {
namespace {

// f(hierarchy), with the present matrix on the finest level; nothing where nothing is kept.
template <class F>
auto of_kept_hierarchy(PC pc, F&& f) -> std::optional<decltype(f(std::declval<const SetupHierarchy&>()))> {
  TriremeState& state = state_of(pc);
  if (!state.hierarchy || state.hierarchy->hierarchy().levels.empty()) return std::nullopt;
  const PetscMatrix matrix(pc->pmat);
  state.hierarchy->bind_finest(matrix.view());
  auto result = f(state.hierarchy->hierarchy());
  state.hierarchy->release_finest();
  return result;
}

}  // namespace

HierarchyFigures hierarchy_figures(PC pc) {
  PCTriremeStatistics statistics{};
  petsc::check(PCTriremeGetStatistics(pc, &statistics));
  const TriremeState& state = state_of(pc);
  return {.statistics = state.statistics,
          .bytes_here = statistics.bytes,
          .setup_seconds = state.setup_seconds,
          .times = state.times,
          .kept_bytes_here = statistics.kept_bytes,
          .plan_bytes_here = statistics.plan_bytes,
          .packing_seconds = state.packing_seconds};
}

std::optional<std::uint64_t> hash_of_hierarchy(PC pc) {
  return of_kept_hierarchy(pc, [](const SetupHierarchy& hierarchy) { return hierarchy_hash(hierarchy); });
}

std::optional<CycleMessages> messages_of_cycle(PC pc, const std::vector<GlobalIndex>& offsets) {
  return of_kept_hierarchy(pc, [&](const SetupHierarchy& hierarchy) {
    return count_cycle_messages(hierarchy, offsets, state_of(pc).setup_options.process_eq_limit);
  });
}

bool keep_interpolation(PC pc) {
  TriremeState& state = state_of(pc);
  if (!state.hierarchy || !state.hierarchy->reusable()) return false;
  state.setup_options.reuse = Reuse::interpolation;
  state.hierarchy->keep_weights(PetscMatrix(pc->pmat).view());
  return true;
}

}  // namespace trireme::amg
