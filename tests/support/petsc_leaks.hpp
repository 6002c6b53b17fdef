// SPDX-License-Identifier: Apache-2.0
// PETSc 3.18 does not free the heading of a group of options that ends in an error. Tests that provoke such
// an error tell the leak checker so.
#pragma once

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace trireme::test {

// What is allocated while it lives is no leak.
class PetscLeaksOnError {
 public:
#ifdef __SANITIZE_ADDRESS__
  PetscLeaksOnError() {
    __lsan_disable();
  }
  ~PetscLeaksOnError() {
    __lsan_enable();
  }
#else
  PetscLeaksOnError() {}
  ~PetscLeaksOnError() {}
#endif
  PetscLeaksOnError(const PetscLeaksOnError&) = delete;
  PetscLeaksOnError& operator=(const PetscLeaksOnError&) = delete;
};

// Before the command of a program that ends by such an error.
inline constexpr char without_leak_check[] = "env ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 ";

}  // namespace trireme::test
