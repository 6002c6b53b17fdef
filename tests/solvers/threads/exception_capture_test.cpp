// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/exception_capture.hpp"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::threads {
namespace {

TEST(ExceptionCapture, WithoutFailureRethrowsNothing) {
  ExceptionCapture capture;
  int runs = 0;
  capture.run([&] { ++runs; });
  EXPECT_NO_THROW(capture.rethrow());
  EXPECT_EQ(runs, 1);
}

TEST(ExceptionCapture, KeepsTheFirstOfAThread) {
  ExceptionCapture capture;
  capture.run([] { throw std::runtime_error("first"); });
  capture.run([] { throw std::logic_error("second"); });
  try {
    capture.rethrow();
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
  EXPECT_NO_THROW(capture.rethrow());
}

TEST(ExceptionCapture, KeepsTheLowestThreadOfARegion) {
  for (const int threads : {1, 2, 4, 7}) {
    const ThreadCountScope scope(threads);
    for (int repeat = 0; repeat < 20; ++repeat) {
      ExceptionCapture capture;
      parallel_region([&](int thread, int n_threads) {
        capture.run([&] {
          if (2 * thread >= n_threads - 1) throw thread;
        });
      });
      try {
        capture.rethrow();
        FAIL() << "nothing was thrown";
      } catch (int thread) {
        EXPECT_EQ(thread, threads / 2);
      }
    }
  }
}

}  // namespace
}  // namespace trireme::threads
