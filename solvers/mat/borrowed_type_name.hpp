// SPDX-License-Identifier: Apache-2.0
// Some of PETSc's functions for MPIBAIJ ask for that exact type name, where their AIJ sisters take derived
// types too (MatMPIBAIJGetSeqBAIJ, and PCHYPRE's conversion through it). The base type's name is lent to the
// matrix for such a call.
#pragma once

#include <petsc/private/matimpl.h>

namespace trireme::mat {

class BorrowedTypeName {
 public:
  BorrowedTypeName(Mat matrix, const char* name)
      : object_(reinterpret_cast<PetscObject>(matrix)), own_(object_->type_name) {
    object_->type_name = const_cast<char*>(name);
  }
  ~BorrowedTypeName() { object_->type_name = own_; }
  BorrowedTypeName(const BorrowedTypeName&) = delete;
  BorrowedTypeName& operator=(const BorrowedTypeName&) = delete;

 private:
  PetscObject object_;
  char* own_;
};

}  // namespace trireme::mat
