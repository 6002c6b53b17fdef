// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/petsc_defaults.hpp"

#include <petscsys.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

namespace {

std::string value_of(const std::string& name) {
  char text[64] = "";
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsGetString(nullptr, nullptr, name.c_str(), text, sizeof text, &given));
  return given ? text : "";
}

}  // namespace

PreconditionerDefaults::PreconditionerDefaults(const comm::Communicator& comm,
                                               const LinearSolverOptions& options) {
  const std::string& solver = options.subdomain_solver;
  const bool schwarz = options.decomposition == Decomposition::additive_schwarz;
  set_unless_given("-pc_type", comm.size() == 1 ? solver : schwarz ? "asm" : "bjacobi");
  const std::string type = value_of("-pc_type");
  if (type == "asm") set_unless_given("-pc_asm_overlap", std::to_string(options.overlap));
  if (type == "asm" || type == "bjacobi") {
    set_unless_given("-sub_pc_type", solver);
    set_factor_defaults("-sub_", options);
  } else {
    set_factor_defaults("-", options);
  }
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
  // Also when the user chose another factorization than the deck: what the deck says of factors holds for
  // it.
  const std::string solver = value_of(prefix + "pc_type");
  if (solver != "iluomp" && solver != "ilu" && solver != "lu") return;
  if (solver != "lu") set_unless_given(prefix + "pc_factor_levels", std::to_string(options.fill_levels));
  set_unless_given(prefix + "pc_factor_mat_ordering_type",
                   options.ordering == FactorOrdering::natural ? "natural" : "rcm");
  if (solver == "iluomp" && options.factor_precision == FactorPrecision::single_precision) {
    set_unless_given(prefix + "pc_iluomp_precision", "single");
  }
}

}  // namespace trireme::flow
