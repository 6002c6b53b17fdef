// SPDX-License-Identifier: Apache-2.0
// A PETSc log event that ends however its scope is left: an event left open by an exception would count all
// that follows. Called where PETSc's own events are logged.
#pragma once

#include <petsclog.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::petsc {

class LogEvent {
 public:
  // The objects are those PETSc synchronizes and traces by; null where there is none. Throws as check does.
  template <class A, class B = PetscObject, class C = PetscObject>
  explicit LogEvent(PetscLogEvent event, A a, B b = nullptr, C c = nullptr)
      : event_(event), a_(object(a)), b_(object(b)), c_(object(c)) {
    check(begin());
  }
  ~LogEvent() { static_cast<void>(end()); }
  LogEvent(const LogEvent&) = delete;
  LogEvent& operator=(const LogEvent&) = delete;

 private:
  template <class T>
  static PetscObject object(T handle) {
    return reinterpret_cast<PetscObject>(handle);
  }
  PetscErrorCode begin() const {
    PetscCall(PetscLogEventBegin(event_, a_, b_, c_, nullptr));
    return success;
  }
  PetscErrorCode end() const {
    PetscCall(PetscLogEventEnd(event_, a_, b_, c_, nullptr));
    return success;
  }

  PetscLogEvent event_;
  PetscObject a_, b_, c_;
};

}  // namespace trireme::petsc
