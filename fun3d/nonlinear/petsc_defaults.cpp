// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/petsc_defaults.hpp"

#include <petscsys.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

namespace {

bool option_is(const std::string& name, const std::string& expected) {
  char text[64] = "";
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsGetString(nullptr, nullptr, name.c_str(), text, sizeof text, &given));
  return given && expected == text;
}

}  // namespace

PreconditionerDefaults::PreconditionerDefaults(const comm::Communicator& comm,
                                               const LinearSolverOptions& options) {
  const std::string& solver = options.subdomain_solver;
  if (comm.size() == 1) set_unless_given("-pc_type", solver);
  if (option_is("-pc_type", solver)) {
    set_factor_defaults("-", options);
    return;
  }

  const bool schwarz = options.decomposition == Decomposition::additive_schwarz;
  set_unless_given("-pc_type", schwarz ? "asm" : "bjacobi");
  if (option_is("-pc_type", "asm")) {
    set_unless_given("-pc_asm_overlap", std::to_string(options.overlap));
  } else if (!option_is("-pc_type", "bjacobi")) {
    return;
  }
  set_unless_given("-sub_pc_type", solver);
  if (option_is("-sub_pc_type", solver)) set_factor_defaults("-sub_", options);
}

PreconditionerDefaults::~PreconditionerDefaults() {
  for (const std::string& name : inserted_) static_cast<void>(PetscOptionsClearValue(nullptr, name.c_str()));
}

void PreconditionerDefaults::set_unless_given(const std::string& name, const std::string& value) {
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsHasName(nullptr, nullptr, name.c_str(), &given));
  if (given) return;
  petsc::check(PetscOptionsSetValue(nullptr, name.c_str(), value.c_str()));
  inserted_.push_back(name);
}

void PreconditionerDefaults::set_factor_defaults(const std::string& prefix,
                                                 const LinearSolverOptions& options) {
  const std::string& solver = options.subdomain_solver;
  if (solver != "iluomp" && solver != "ilu" && solver != "lu") return;
  if (solver != "lu") set_unless_given(prefix + "pc_factor_levels", std::to_string(options.fill_levels));
  set_unless_given(prefix + "pc_factor_mat_ordering_type",
                   options.ordering == FactorOrdering::natural ? "natural" : "rcm");
  if (solver == "iluomp" && options.factor_precision == FactorPrecision::single_precision) {
    set_unless_given(prefix + "pc_iluomp_precision", "single");
  }
}

}  // namespace trireme::flow
