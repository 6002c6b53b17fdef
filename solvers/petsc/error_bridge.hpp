// SPDX-License-Identifier: Apache-2.0
// The border between C++ exceptions and PETSc's error codes. `to_petsc` wraps the body of every function that
// PETSc calls through a pointer: no exception crosses the C ABI. `check` wraps every PETSc call made where
// exceptions are the custom.
#pragma once

#include <utility>

#include <petscsys.h>

#include "solvers/petsc/call_site.hpp"

namespace trireme::petsc {

inline constexpr PetscErrorCode success{};

// Raises PETSc's error handler with what the exception in flight says, and returns the code for it:
// PETSC_ERR_MEM for bad_alloc, by kind for trireme::Error, PETSC_ERR_LIB otherwise. Call inside a catch block
// only.
PetscErrorCode error_code_of_current_exception(const char* function, const char* file, int line) noexcept;

// Runs body(), which returns PetscErrorCode, and turns what it throws into a PETSc error.
template <class F>
PetscErrorCode to_petsc(F&& body, CallSite where = CallSite::current()) noexcept {
  try {
    return std::forward<F>(body)();
  } catch (...) {
    return error_code_of_current_exception(where.function, where.file, where.line);
  }
}

// Throws trireme::Error when code tells of a failure: numerical for floating-point and convergence failures,
// limit for the code that to_petsc gives it, io for files, internal for memory, foreign exceptions, and calls
// made in the wrong order or on corrupt objects, input otherwise. An Error that passes to_petsc and check
// keeps its kind; `stopped`, which no function called by PETSc throws, becomes internal.
void check(PetscErrorCode code, CallSite where = CallSite::current());

}  // namespace trireme::petsc
