// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/pc_trireme_hierarchy.hpp"

#include "amg/hierarchy/hierarchy_hash.hpp"
#include "amg/petsc/pc_trireme_state.hpp"
#include "amg/petsc/petsc_matrix.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

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
  TriremeState& state = state_of(pc);
  if (!state.hierarchy || state.hierarchy->hierarchy().levels.empty()) return std::nullopt;
  const PetscMatrix matrix(pc->pmat);
  state.hierarchy->bind_finest(matrix.view());
  const std::uint64_t hash = hierarchy_hash(state.hierarchy->hierarchy());
  state.hierarchy->release_finest();
  return hash;
}

bool keep_interpolation(PC pc) {
  TriremeState& state = state_of(pc);
  if (!state.hierarchy || !state.hierarchy->reusable()) return false;
  state.setup_options.reuse = Reuse::interpolation;
  state.hierarchy->keep_weights(PetscMatrix(pc->pmat).view());
  return true;
}

}  // namespace trireme::amg
