// SPDX-License-Identifier: Apache-2.0
// What the TAO types `dance` and `pblbfgs` are set up from alike: their vectors, limits, line search, options
// prefix, and readers of options that are plain doubles and ints. Inside optim/petsc only; the one place that
// touches Tao's fields for it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <petsc/private/taoimpl.h>

#include "optim/petsc/replicated_solution.hpp"
#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {

// Collective.
inline PetscErrorCode create_work_vectors(Tao tao) {
  PetscFunctionBegin;
  if (!tao->gradient) PetscCall(VecDuplicate(tao->solution, &tao->gradient));
  if (!tao->stepdirection) PetscCall(VecDuplicate(tao->solution, &tao->stepdirection));
  PetscFunctionReturn(petsc::success);
}

// Limits far beyond TAO's, unless the user set them, and More and Thuente's line search on the Tao's own
// routines. Collective.
inline PetscErrorCode create_line_search(Tao tao) {
  PetscFunctionBegin;
  if (!tao->max_it_changed) tao->max_it = 2000;
  if (!tao->max_funcs_changed) tao->max_funcs = 100000;
  PetscCall(TaoLineSearchCreate(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), &tao->linesearch));
  PetscCall(PetscObjectIncrementTabLevel(reinterpret_cast<PetscObject>(tao->linesearch),
                                         reinterpret_cast<PetscObject>(tao), 1));
  PetscCall(TaoLineSearchSetType(tao->linesearch, TAOLINESEARCHMT));
  PetscCall(TaoLineSearchUseTaoRoutines(tao->linesearch, tao));
  PetscCall(TaoLineSearchSetOptionsPrefix(tao->linesearch, tao->hdr.prefix));
  PetscFunctionReturn(petsc::success);
}

// The Tao's options prefix and `type_prefix` behind it, as in "tao_dance_". Local.
inline std::string prefix_of_parts(Tao tao, const char* type_prefix) {
  const char* prefix = nullptr;
  petsc::check(TaoGetOptionsPrefix(tao, &prefix));
  return std::string(prefix != nullptr ? prefix : "") + type_prefix;
}

// w [dim of the sample problem] becomes the Tao's solution. Throws Error (input) for one of another size.
// Collective.
inline void gather_start(Tao tao, std::vector<double>& w) {
  PetscInt n = 0;
  petsc::check(VecGetSize(tao->solution, &n));
  if (static_cast<std::size_t>(n) != w.size())
    throw Error(ErrorKind::input, "the Tao's solution does not fit its sample problem",
                "it has " + std::to_string(n) + " entries, the problem " + std::to_string(w.size()),
                "give a vector of the objective's dim()");
  ReplicatedSolution(tao->solution).gather(tao->solution, w);
}

// Between PetscOptionsHeadBegin and End.
inline PetscErrorCode read_real(PetscOptionItems* PetscOptionsObject, const char* key, const char* text,
                                double& value) {
  PetscFunctionBegin;
  PetscCall(PetscOptionsReal(key, text, nullptr, value, &value, nullptr));
  PetscFunctionReturn(petsc::success);
}
inline PetscErrorCode read_int(PetscOptionItems* PetscOptionsObject, const char* key, const char* text,
                               int& value) {
  PetscFunctionBegin;
  PetscInt given = value;
  PetscCall(PetscOptionsInt(key, text, nullptr, given, &given, nullptr));
  value = static_cast<int>(std::clamp<PetscInt>(given, -1, 2147483647));  // beyond, what validate() refuses
  PetscFunctionReturn(petsc::success);
}

}  // namespace trireme::optim
