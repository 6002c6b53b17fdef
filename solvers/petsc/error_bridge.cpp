// SPDX-License-Identifier: Apache-2.0
#include "solvers/petsc/error_bridge.hpp"

#include <new>
#include <string>

#include "solvers/base/error.hpp"

namespace trireme::petsc {
namespace {

PetscErrorCode code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::input:
      return PETSC_ERR_USER_INPUT;
    case ErrorKind::limit:
      return PETSC_ERR_CONV_FAILED;
    case ErrorKind::numerical:
      return PETSC_ERR_FP;
    case ErrorKind::io:
      return PETSC_ERR_FILE_UNEXPECTED;
    case ErrorKind::internal:
    case ErrorKind::stopped:
      break;
  }
  return PETSC_ERR_LIB;
}

ErrorKind kind_of(PetscErrorCode code) {
  // Codes below zero are no codes of PETSc.
  if (static_cast<int>(code) < 0) return ErrorKind::internal;
  switch (static_cast<int>(code)) {
    case PETSC_ERR_MEM:
    case PETSC_ERR_PLIB:
    case PETSC_ERR_LIB:
    case PETSC_ERR_SYS:
    case PETSC_ERR_MPI:
    case PETSC_ERR_SIG:
    case PETSC_ERR_ORDER:
    case PETSC_ERR_POINTER:
    case PETSC_ERR_ARG_CORRUPT:
    case PETSC_ERR_ARG_NULL:
    case PETSC_ERR_ARG_WRONGSTATE:
      return ErrorKind::internal;
    case PETSC_ERR_FP:
    case PETSC_ERR_NOT_CONVERGED:
    case PETSC_ERR_MAT_LU_ZRPVT:
    case PETSC_ERR_MAT_CH_ZRPVT:
      return ErrorKind::numerical;
    case PETSC_ERR_CONV_FAILED:
      return ErrorKind::limit;
    case PETSC_ERR_FILE_OPEN:
    case PETSC_ERR_FILE_READ:
    case PETSC_ERR_FILE_WRITE:
    case PETSC_ERR_FILE_UNEXPECTED:
      return ErrorKind::io;
    default:
      return ErrorKind::input;
  }
}

PetscErrorCode raise(PetscErrorCode code, const char* text, const char* function, const char* file,
                     int line) noexcept {
  return PetscError(PETSC_COMM_SELF, line, function, file, code, PETSC_ERROR_INITIAL, "%s", text);
}

}  // namespace

PetscErrorCode error_code_of_current_exception(const char* function, const char* file, int line) noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return raise(code_of(error.kind()), error.what(), function, file, line);
  } catch (const std::bad_alloc&) {
    return raise(PETSC_ERR_MEM, "out of memory", function, file, line);
  } catch (const std::exception& error) {
    return raise(PETSC_ERR_LIB, error.what(), function, file, line);
  } catch (...) {
    return raise(PETSC_ERR_LIB, "an exception of unknown type", function, file, line);
  }
}

void check(PetscErrorCode code, CallSite where) {
  if (static_cast<int>(code) == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  if (static_cast<int>(
          PetscErrorMessage(static_cast<int>(code) >= 0 ? code : PETSC_ERR_LIB, &text, &specific)) != 0)
    text = nullptr;
  std::string why = text != nullptr ? text : "unknown error";
  why += ", code " + std::to_string(static_cast<int>(code)) + ", called at " + where.file + ":" +
         std::to_string(where.line);
  throw Error(kind_of(code), "PETSc call failed", why);
}

}  // namespace trireme::petsc
