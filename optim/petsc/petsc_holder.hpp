// SPDX-License-Identifier: Apache-2.0
// A PETSc object destroyed with its holder. Used inside optim/petsc and the program.
#pragma once

#include <utility>

#include <petscsys.h>

namespace trireme::optim {

template <class T>
class PetscHolder {
 public:
  PetscHolder() = default;
  PetscHolder(PetscHolder&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PetscHolder& operator=(PetscHolder&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PetscHolder() { static_cast<void>(PetscObjectDestroy(reinterpret_cast<PetscObject*>(&object_))); }

  T get() const { return object_; }
  T* place() { return &object_; }  // for PETSc's creating functions

 private:
  T object_ = nullptr;
};

}  // namespace trireme::optim
