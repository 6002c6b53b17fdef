// SPDX-License-Identifier: Apache-2.0
// Waiting for another thread's flag: `SpinWait wait; while (flag.load(std::memory_order_acquire) < level)
// wait.pause();` Polls cheaply at first, then gives the core away at every poll, so that a wait ends even
// where threads outnumber cores. Used by the point-to-point synchronised triangular solves; flags are
// std::atomic.
#pragma once

#include <thread>

namespace trireme::threads {

class SpinWait {
 public:
  static constexpr int polls_before_yield = 1000;

  void pause() noexcept {
    if (polls_ < polls_before_yield) {
      ++polls_;
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
      asm volatile("yield");
#endif
    } else {
      std::this_thread::yield();
    }
  }

  // Whether the next pause() gives the core away.
  bool yields() const noexcept {
    return polls_ >= polls_before_yield;
  }

 private:
  int polls_ = 0;
};

}  // namespace trireme::threads
