// SPDX-License-Identifier: Apache-2.0
// What a PC of type `trireme` holds (pc->data). Shared by the files that implement the type, by nobody else.
#pragma once

#include <memory>

#include <petsc/private/pcimpl.h>

#include "amg/cycle/cycle_options.hpp"
#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/hierarchy_statistics.hpp"
#include "amg/hierarchy/reusable_hierarchy.hpp"
#include "amg/hierarchy/setup_options.hpp"
#include "amg/petsc/pc_trireme.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg {

struct TriremeState {
  TriremeState() { setup_options.reuse = Reuse::structure; }

  SetupOptions setup_options;
  // Unless the user asks for reuse, nothing is kept before a pattern has come a second time: most matrices
  // come once, and what is kept costs memory.
  bool keep_from_second = true;
  CycleOptions cycle_options;

  std::shared_ptr<const comm::Communicator> comm;  // of the hierarchy; outlives it
  std::unique_ptr<ReusableHierarchy> hierarchy;    // what set-ups to come can use; none like `multigrid`
  std::unique_ptr<Multigrid> multigrid;            // none before set-up and after a failed one
  HierarchyStatistics statistics;                  // no levels where there is no multigrid
  CoarseningEnd end = CoarseningEnd::coarse_size;
  PetscBool symmetric = PETSC_FALSE;  // the matrix, as far as applying the transpose is concerned
  PetscInt setups = 0, refills = 0;
  PetscInt applications = 0;
  double setup_seconds = 0, packing_seconds = 0;  // of this rank, the last set-up
  SetupTimes times;                               // the parts of setup_seconds

  void forget_hierarchy() {
    multigrid.reset();
    hierarchy.reset();
    statistics = {};
  }
};

inline TriremeState& state_of(PC pc) {
  return *static_cast<TriremeState*>(pc->data);
}

// Implemented in pc_trireme_setup.cpp: builds the hierarchy, sets the failed reason. May throw.
PetscErrorCode set_up(PC pc);
// Implemented in pc_trireme_options.cpp.
PetscErrorCode set_from_options(PC pc, PetscOptionItems* PetscOptionsObject);
// Implemented in pc_trireme_view.cpp.
PetscErrorCode view(PC pc, PetscViewer viewer);

}  // namespace trireme::amg
