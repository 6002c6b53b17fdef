// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/petsc_session.hpp"

#include <cstdlib>
#include <utility>

#include <petscsys.h>

#include "solvers/base/error.hpp"

namespace trireme::program {

namespace {

std::string& last_error() {
  static std::string text;
  return text;
}

// Called by PETSc at the place of an error and again in each caller; only the first call carries the message.
PetscErrorCode keep_error(MPI_Comm, int, const char* function, const char*, PetscErrorCode code,
                          PetscErrorType type, const char* message, void*) {
  if (type == PETSC_ERROR_INITIAL) {
    const char* general = nullptr;
    static_cast<void>(PetscErrorMessage(code, &general, nullptr));
    std::string text = general != nullptr ? general : "PETSc error";
    if (message != nullptr && message[0] != '\0' && message[0] != ' ') text += std::string(": ") + message;
    if (function != nullptr) text += std::string(" [in ") + function + "]";
    while (!text.empty() && text.back() == '\n') text.pop_back();
    last_error() = std::move(text);
  }
  return code;
}

[[noreturn]] void refuse_options(const std::string& problem) {
  throw Error(ErrorKind::input, problem, take_petsc_error(), "check the -options and PETSC_OPTIONS");
}

}  // namespace

std::string take_petsc_error() {
  return std::exchange(last_error(), {});
}

PetscSession::PetscSession(const std::string& program, const std::vector<std::string>& options)
    : words_(options) {
  words_.insert(words_.begin(), program);
  for (auto& word : words_) pointers_.push_back(word.data());
  pointers_.push_back(nullptr);
  int count = static_cast<int>(words_.size());
  char** arguments = pointers_.data();
  static_cast<void>(PetscPushErrorHandler(keep_error, nullptr));
  // PETSc's handler would take SIGTERM away from StopRequest and print a page before a crash ends the process
  // anyway.
  static_cast<void>(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));
  if (PetscInitialize(&count, &arguments, nullptr, nullptr)) refuse_options("PETSc did not start");
}

PetscSession::~PetscSession() {
  PetscBool asked = PETSC_FALSE;
  static_cast<void>(PetscOptionsHasName(nullptr, nullptr, "-options_left", &asked));
  if (!asked) static_cast<void>(PetscOptionsSetValue(nullptr, "-options_left", "no"));
  static_cast<void>(PetscFinalize());
}

void PetscSession::add_defaults(const std::string& options) {
  if (options.empty()) return;
  if (PetscOptionsInsertString(nullptr, options.c_str()))
    refuse_options("PETSc refuses the options '" + options + "'");
  // What was given at start-up is stronger, hence inserted once more behind.
  if (const char* environment = std::getenv("PETSC_OPTIONS")) {
    static_cast<void>(PetscOptionsInsertString(nullptr, environment));
  }
  static_cast<void>(
      PetscOptionsInsertArgs(nullptr, static_cast<int>(words_.size()) - 1, pointers_.data() + 1));
}

std::vector<std::string> PetscSession::unused_options() const {
  std::vector<std::string> unused;
  PetscBool asked = PETSC_FALSE;
  static_cast<void>(PetscOptionsHasName(nullptr, nullptr, "-options_left", &asked));
  if (asked) return unused;
  PetscInt count = 0;
  char **names = nullptr, **values = nullptr;
  if (PetscOptionsLeftGet(nullptr, &count, &names, &values)) return unused;
  for (PetscInt i = 0; i < count; ++i) {
    std::string text = std::string("-") + names[i];
    if (values[i] != nullptr && values[i][0] != '\0') text += std::string(" ") + values[i];
    unused.push_back(std::move(text));
  }
  static_cast<void>(PetscOptionsLeftRestore(nullptr, &count, &names, &values));
  return unused;
}

}  // namespace trireme::program
