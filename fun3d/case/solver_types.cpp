// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/solver_types.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <petscpc.h>

#include "solvers/base/error.hpp"
#include "solvers/options/nearest_key.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

namespace {

std::vector<std::string> names_of(PetscFunctionList list) {
  const char** names = nullptr;
  int n = 0;
  petsc::check(PetscFunctionListGet(list, &names, &n));
  // The null pointer behind the last name is counted.
  std::vector<std::string> result;
  for (int i = 0; i < n; ++i) {
    if (names[i] != nullptr) result.emplace_back(names[i]);
  }
  petsc::check(PetscFree(names));
  return result;
}

std::string option(const char* name) {
  char text[64] = "";
  petsc::check(PetscOptionsGetString(nullptr, nullptr, name, text, sizeof text, nullptr));
  return text;
}

std::string_view without_layout(std::string_view type) {
  if (type.starts_with("seq") || type.starts_with("mpi")) type.remove_prefix(3);
  return type;
}

// -mat_type may name what the deck may not, such as a relative of AIJ that PETSc has for some device.
void check_matrix_option(const std::string& given) {
  for (const std::string& known : names_of(MatList)) {
    const std::string_view family = without_layout(known);
    const bool usable = family.starts_with("aij") || family.starts_with("baij");
    if (given.empty() || (usable && (given == known || given == family))) return;
  }
  throw Error(ErrorKind::input, "-mat_type: the Jacobian cannot be of type " + given,
              "its preconditioners are made for AIJ and BAIJ matrices",
              "remove the option, or give baijomp, baij, aijomp or aij");
}

void check_name(const std::string& key, const std::string& given, const std::vector<std::string>& known,
                const std::string& why) {
  if (std::find(known.begin(), known.end(), given) != known.end()) return;
  throw Error(ErrorKind::input, key + ": unknown type " + given, why,
              "did you mean " + options::nearest_key(given, known) + "?");
}

}  // namespace

void check_solver_types(const LinearSolverOptions& options) {
  check_name("linear_solver.matrix_type", options.matrix_type, {"baijomp", "baij", "aijomp", "aij"},
             "it is baijomp, baij, aijomp or aij");
  check_name("linear_solver.subdomain_solver", options.subdomain_solver, names_of(PCList),
             "PETSc has no such preconditioner");
  check_matrix_option(option("-mat_type"));
  PetscBool given = PETSC_FALSE;
  petsc::check(PetscOptionsHasName(nullptr, nullptr, "-ksp_rtol", &given));
  if (given && options.forcing_term == ForcingTerm::eisenstat_walker) {
    throw Error(ErrorKind::input, "-ksp_rtol and linear_solver.forcing_term=eisenstat_walker are both given",
                "the forcing term sets the tolerance of every step",
                "remove the one, or set linear_solver.forcing_term=constant");
  }
}

}  // namespace trireme::flow
