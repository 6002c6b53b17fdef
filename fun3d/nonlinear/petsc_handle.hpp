// SPDX-License-Identifier: Apache-2.0
// Owns one PETSc object and destroys it with its own function. Used by the nonlinear solver.
#pragma once

#include <utility>

#include <petscsys.h>

namespace trireme::flow {

template <class Object, PetscErrorCode (*destroy)(Object*)>
class PetscHandle {
 public:
  PetscHandle() = default;
  ~PetscHandle() { reset(); }
  PetscHandle(PetscHandle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PetscHandle& operator=(PetscHandle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  Object get() const { return object_; }
  // For functions that create the object through a pointer.
  Object* receive() {
    reset();
    return &object_;
  }

 private:
  void reset() {
    if (object_) static_cast<void>(destroy(&object_));
    object_ = nullptr;
  }
  Object object_ = nullptr;
};

}  // namespace trireme::flow
