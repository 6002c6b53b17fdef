// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/pc_trireme_hierarchy.hpp"

#include "amg/petsc/pc_trireme_state.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

HierarchyFigures hierarchy_figures(PC pc) {
  PCTriremeStatistics statistics{};
  petsc::check(PCTriremeGetStatistics(pc, &statistics));
  const TriremeState& state = state_of(pc);
  return {.levels = state.levels,
          .bytes_here = statistics.bytes,
          .setup_seconds = state.setup_seconds,
          .packing_seconds = state.packing_seconds};
}

}  // namespace trireme::amg
