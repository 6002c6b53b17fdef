// SPDX-License-Identifier: Apache-2.0
// What a PC of type `iluomp` holds (pc->data). Shared by the files that implement the type, by nobody else.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include <petsc/private/pcimpl.h>

#include "solvers/ilu/core/block_ilu.hpp"
#include "solvers/ilu/pc_iluomp.hpp"

namespace trireme::ilu {

// Option keys are -pc_iluomp_<field>.
struct IluOmpOptions {
  PetscInt levels = 0;
  std::string ordering = MATORDERINGNATURAL;
  PCIluOmpSchedule schedule = PC_ILUOMP_AUTO;
  PCIluOmpPrecision precision = PC_ILUOMP_DOUBLE;
  PetscBool reuse_ordering = PETSC_FALSE;
  PetscReal zero_pivot = PivotRule{}.zero_pivot;
  PetscReal shift_amount = 0;
};

inline constexpr const char* schedule_names[] = {"serial", "levels", "p2p", "p2p_all", "auto"};
inline constexpr const char* precision_names[] = {"double", "single"};

struct IluOmpState {
  IluOmpOptions options;
  std::shared_ptr<const IluPlan> plan;
  std::string plan_ordering;  // by which the plan's order was made
  std::variant<std::monostate, BlockIlu<double>, BlockIlu<float>> factors;
  GlobalIndex matrix_blocks = 0;
  PetscInt analyses = 0;
  PetscInt factorizations = 0;

  void forget_plan() {
    factors = std::monostate{};
    plan.reset();
  }
};

inline IluOmpState& state_of(PC pc) {
  return *static_cast<IluOmpState*>(pc->data);
}

// Implemented in pc_iluomp_setup.cpp: analyses where needed, factors, sets the failed reason. May throw.
PetscErrorCode set_up(PC pc);
// Implemented in pc_iluomp_options.cpp.
PetscErrorCode set_from_options(PC pc, PetscOptionItems* PetscOptionsObject);
PetscErrorCode compose_factor_methods(PC pc);
PetscErrorCode clear_factor_methods(PC pc);
// Implemented in pc_iluomp_view.cpp.
PetscErrorCode view(PC pc, PetscViewer viewer);

}  // namespace trireme::ilu
