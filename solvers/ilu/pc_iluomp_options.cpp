// SPDX-License-Identifier: Apache-2.0
// Options and setters of `iluomp`, also under the names of PETSc's own factorizations (PCFactorSetLevels()
// and others).
#include <algorithm>

#include "solvers/ilu/pc_iluomp_state.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::ilu {
namespace {

using petsc::success;
using petsc::to_petsc;

// Null for a PC of another type.
PetscErrorCode options_of(PC pc, IluOmpOptions** options) {
  PetscFunctionBegin;
  PetscBool match = PETSC_FALSE;
  PetscValidHeaderSpecific(pc, PC_CLASSID, 1);
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCILUOMP, &match));
  *options = match ? &state_of(pc).options : nullptr;
  PetscFunctionReturn(success);
}

enum class Affects { analysis, factorization };

// Sets a field of a PC of this type; a new value makes the next PCSetUp do again what depends on it.
template <class T>
PetscErrorCode set_field(PC pc, T IluOmpOptions::*field, T value, Affects affects) {
  PetscFunctionBegin;
  IluOmpOptions* options = nullptr;
  PetscCall(options_of(pc, &options));
  if (options == nullptr || options->*field == value) PetscFunctionReturn(success);
  options->*field = std::move(value);
  if (affects == Affects::analysis) state_of(pc).forget_plan();
  pc->setupcalled = 0;
  PetscFunctionReturn(success);
}

PetscErrorCode get_levels(PC pc, PetscInt* levels) {
  PetscFunctionBegin;
  *levels = state_of(pc).options.levels;
  PetscFunctionReturn(success);
}

// A setter and the name under which PETSc's generic PCFactorXxx() functions look for it.
struct FactorMethod {
  const char* name;
  void (*function)();
};

template <class Function>
FactorMethod method(const char* name, Function* function) {
  return {name, reinterpret_cast<void (*)()>(function)};
}

const FactorMethod factor_methods[] = {
    method("PCFactorSetLevels_C", PCIluOmpSetLevels),
    method("PCFactorGetLevels_C", get_levels),
    method("PCFactorSetMatOrderingType_C", PCIluOmpSetOrdering),
    method("PCFactorSetReuseOrdering_C", PCIluOmpSetReuseOrdering),
    method("PCFactorSetZeroPivot_C", PCIluOmpSetZeroPivot),
    method("PCFactorSetShiftAmount_C", PCIluOmpSetShiftAmount),
};

}  // namespace

PetscErrorCode compose_factor_methods(PC pc) {
  PetscFunctionBegin;
  for (const FactorMethod& m : factor_methods)
    PetscCall(PetscObjectComposeFunction(reinterpret_cast<PetscObject>(pc), m.name, m.function));
  PetscFunctionReturn(success);
}

PetscErrorCode clear_factor_methods(PC pc) {
  PetscFunctionBegin;
  for (const FactorMethod& m : factor_methods)
    PetscCall(PetscObjectComposeFunction(reinterpret_cast<PetscObject>(pc), m.name, nullptr));
  PetscFunctionReturn(success);
}

PetscErrorCode set_from_options(PC pc, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  const IluOmpOptions now = state_of(pc).options;
  PetscBool set = PETSC_FALSE;
  PetscOptionsHeadBegin(PetscOptionsObject, "Threaded block ILU options");
  for (const char* key : {"-pc_factor_levels", "-pc_iluomp_levels"}) {
    PetscInt levels = now.levels;
    PetscCall(PetscOptionsInt(key, "Levels of fill", "PCIluOmpSetLevels", levels, &levels, &set));
    if (set) PetscCall(PCIluOmpSetLevels(pc, levels));
  }
  PetscFunctionList orderings = nullptr;
  PetscCall(MatGetOrderingList(&orderings));
  for (const char* key : {"-pc_factor_mat_ordering_type", "-pc_iluomp_ordering"}) {
    char name[256];
    PetscCall(PetscOptionsFList(key, "Order of elimination", "PCIluOmpSetOrdering", orderings,
                                now.ordering.c_str(), name, sizeof(name), &set));
    if (set) PetscCall(PCIluOmpSetOrdering(pc, name));
  }
  PetscInt choice = now.schedule;
  PetscCall(PetscOptionsEList("-pc_iluomp_schedule", "How threads wait for one another",
                              "PCIluOmpSetSchedule", schedule_names, 5, schedule_names[choice], &choice,
                              &set));
  if (set) PetscCall(PCIluOmpSetSchedule(pc, static_cast<PCIluOmpSchedule>(choice)));
  choice = now.precision;
  PetscCall(PetscOptionsEList("-pc_iluomp_precision", "How factors are stored", "PCIluOmpSetPrecision",
                              precision_names, 2, precision_names[choice], &choice, &set));
  if (set) PetscCall(PCIluOmpSetPrecision(pc, static_cast<PCIluOmpPrecision>(choice)));
  for (const char* key : {"-pc_factor_reuse_ordering", "-pc_iluomp_reuse_ordering"}) {
    PetscBool reuse = now.reuse_ordering;
    PetscCall(PetscOptionsBool(key, "Keep the ordering when the pattern changes", "PCIluOmpSetReuseOrdering",
                               reuse, &reuse, &set));
    if (set) PetscCall(PCIluOmpSetReuseOrdering(pc, reuse));
  }
  for (const char* key : {"-pc_factor_zeropivot", "-pc_iluomp_zero_pivot"}) {
    PetscReal pivot = now.zero_pivot;
    PetscCall(PetscOptionsReal(key, "Pivots of at most this size are zero", "PCIluOmpSetZeroPivot", pivot,
                               &pivot, &set));
    if (set) PetscCall(PCIluOmpSetZeroPivot(pc, pivot));
  }
  for (const char* key : {"-pc_factor_shift_amount", "-pc_iluomp_shift_amount"}) {
    PetscReal shift = now.shift_amount;
    PetscCall(PetscOptionsReal(key, "Added to blocks with a zero pivot", "PCIluOmpSetShiftAmount", shift,
                               &shift, &set));
    if (set) PetscCall(PCIluOmpSetShiftAmount(pc, shift));
  }
  PetscOptionsHeadEnd();
  PetscFunctionReturn(success);
}

}  // namespace trireme::ilu

using trireme::ilu::Affects;
using trireme::ilu::IluOmpOptions;
using trireme::ilu::set_field;
using trireme::petsc::success;
using trireme::petsc::to_petsc;

PetscErrorCode PCIluOmpSetLevels(PC pc, PetscInt levels) {
  PetscFunctionBegin;
  PetscCheck(levels >= 0, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "iluomp: levels of fill is %" PetscInt_FMT " -> give 0 or more", levels);
  PetscCall(set_field(pc, &IluOmpOptions::levels, levels, Affects::analysis));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetOrdering(PC pc, MatOrderingType ordering) {
  PetscFunctionBegin;
  PetscCheck(ordering != nullptr, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_NULL,
             "iluomp: the ordering is null -> name one, such as natural or rcm");
  PetscCall(to_petsc(
      [&] { return set_field(pc, &IluOmpOptions::ordering, std::string(ordering), Affects::analysis); }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetSchedule(PC pc, PCIluOmpSchedule schedule) {
  PetscFunctionBegin;
  PetscCheck(schedule >= PC_ILUOMP_SERIAL && schedule <= PC_ILUOMP_AUTO,
             PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "iluomp: there is no schedule %d -> give PC_ILUOMP_SERIAL, PC_ILUOMP_LEVELS, PC_ILUOMP_P2P, "
             "PC_ILUOMP_P2P_ALL or PC_ILUOMP_AUTO",
             static_cast<int>(schedule));
  PetscCall(set_field(pc, &IluOmpOptions::schedule, schedule, Affects::analysis));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetPrecision(PC pc, PCIluOmpPrecision precision) {
  PetscFunctionBegin;
  PetscCheck(precision >= PC_ILUOMP_DOUBLE && precision <= PC_ILUOMP_SINGLE,
             PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "iluomp: there is no precision %d -> give PC_ILUOMP_DOUBLE or PC_ILUOMP_SINGLE",
             static_cast<int>(precision));
  PetscCall(set_field(pc, &IluOmpOptions::precision, precision, Affects::analysis));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetReuseOrdering(PC pc, PetscBool reuse) {
  PetscFunctionBegin;
  PetscCall(set_field(pc, &IluOmpOptions::reuse_ordering, reuse, Affects::factorization));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetZeroPivot(PC pc, PetscReal zero_pivot) {
  PetscFunctionBegin;
  PetscCheck(zero_pivot >= 0, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "iluomp: the size of a zero pivot is %g -> give 0 or more", static_cast<double>(zero_pivot));
  PetscCall(set_field(pc, &IluOmpOptions::zero_pivot, zero_pivot, Affects::factorization));
  PetscFunctionReturn(success);
}

PetscErrorCode PCIluOmpSetShiftAmount(PC pc, PetscReal shift) {
  PetscFunctionBegin;
  PetscCheck(shift >= 0, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "iluomp: the shift is %g -> give 0 (none) or more", static_cast<double>(shift));
  PetscCall(set_field(pc, &IluOmpOptions::shift_amount, shift, Affects::factorization));
  PetscFunctionReturn(success);
}
