// SPDX-License-Identifier: Apache-2.0
// Carries exceptions out of a parallel region, across whose border they must not fly (OpenMP 5.0, 2.6
// restrictions: the program would terminate). Used by every region of parallel_for.hpp; anyone who opens a
// region in a kernels/ folder has no exceptions to carry.
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace trireme::threads {

class ExceptionCapture {
 public:
  // Runs f on the calling thread and keeps what it throws. Of several failures the one of the lowest thread
  // number is kept, and of one thread its first. Thread-safe.
  template <class F>
  void run(F&& f) noexcept {
    try {
      std::forward<F>(f)();
    } catch (...) {
      keep(std::current_exception());
    }
  }

  // Throws the exception kept, if any. Call after the region, on one thread.
  void rethrow();

 private:
  void keep(std::exception_ptr failure) noexcept;

  std::mutex mutex_;
  std::exception_ptr failure_;
  int thread_ = 0;
};

}  // namespace trireme::threads
