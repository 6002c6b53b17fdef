// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/petsc_defaults.hpp"

#include <petscsys.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

namespace {

void set_unless_given(const std::string& name, const std::string& value) {
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsHasName(nullptr, nullptr, name.c_str(), &given));
  if (!given) petsc::check(PetscOptionsSetValue(nullptr, name.c_str(), value.c_str()));
}

bool option_is(const std::string& name, const std::string& expected) {
  char text[64] = "";
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsGetString(nullptr, nullptr, name.c_str(), text, sizeof text, &given));
  return given && expected == text;
}

bool factorizes(const std::string& solver) {
  return solver == "iluomp" || solver == "ilu" || solver == "lu";
}

void set_factor_defaults(const std::string& prefix, const std::string& solver,
                         const LinearSolverOptions& options) {
  if (!factorizes(solver)) return;
  const std::string stem = solver == "iluomp" ? prefix + "pc_iluomp_" : prefix + "pc_factor_";
  if (solver != "lu") set_unless_given(stem + "levels", std::to_string(options.fill_levels));
  const std::string ordering = options.ordering == FactorOrdering::natural ? "natural" : "rcm";
  set_unless_given(stem + (solver == "iluomp" ? "ordering" : "mat_ordering_type"), ordering);
}

}  // namespace

void insert_preconditioner_defaults(const comm::Communicator& comm, const LinearSolverOptions& options) {
  PetscBool chosen = PETSC_FALSE;
  petsc::check(PetscOptionsHasName(nullptr, nullptr, "-pc_type", &chosen));
  if (!chosen && comm.size() == 1) {
    set_unless_given("-pc_type", options.subdomain_solver);
    set_factor_defaults("-", options.subdomain_solver, options);
    return;
  }
  const bool schwarz = options.decomposition == Decomposition::additive_schwarz;
  set_unless_given("-pc_type", schwarz ? "asm" : "bjacobi");
  if (option_is("-pc_type", "asm")) set_unless_given("-pc_asm_overlap", std::to_string(options.overlap));
  if (!option_is("-pc_type", "asm") && !option_is("-pc_type", "bjacobi")) return;
  set_unless_given("-sub_pc_type", options.subdomain_solver);
  if (option_is("-sub_pc_type", options.subdomain_solver)) {
    set_factor_defaults("-sub_", options.subdomain_solver, options);
  }
}

}  // namespace trireme::flow
