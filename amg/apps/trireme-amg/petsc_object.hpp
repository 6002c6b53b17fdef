// SPDX-License-Identifier: Apache-2.0
// Owns a PETSc object of this program.
#pragma once

#include <utility>

#include <petscksp.h>

namespace trireme::amg {

template <class T>
class PetscObjectHolder {
 public:
  PetscObjectHolder() = default;
  ~PetscObjectHolder() { reset(); }
  PetscObjectHolder(PetscObjectHolder&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PetscObjectHolder& operator=(PetscObjectHolder&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  T get() const { return object_; }
  // For functions that create the object.
  T* place() {
    reset();
    return &object_;
  }

 private:
  void reset() {
    if (object_ != nullptr) PetscObjectDestroy(reinterpret_cast<PetscObject*>(&object_));
  }

  T object_ = nullptr;
};

}  // namespace trireme::amg
