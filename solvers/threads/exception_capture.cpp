// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/exception_capture.hpp"

#include <omp.h>

namespace trireme::threads {

void ExceptionCapture::keep(std::exception_ptr failure) noexcept {
  const int thread = omp_get_thread_num();
  const std::lock_guard lock(mutex_);
  if (!failure_ || thread < thread_) {
    failure_ = std::move(failure);
    thread_ = thread;
  }
}

void ExceptionCapture::rethrow() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace trireme::threads
