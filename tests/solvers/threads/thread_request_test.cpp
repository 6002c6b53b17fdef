// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/thread_request.hpp"

#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::threads {
namespace {

TEST(ThreadRequest, AcceptsWhatOpenMpUnderstands) {
  for (const char* text : {"1", "4", " 2 ", "4,2,1", "64"})
    EXPECT_NO_THROW(require_thread_request(text)) << text;
}

TEST(ThreadRequest, RefusesWhatOpenMpWouldIgnoreOrDieOf) {
  for (const char* text : {"", "0", "-2", "many", "2x", "1.5", "1000000", "99999999999999999999"}) {
    try {
      require_thread_request(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find("OMP_NUM_THREADS is '" + std::string(text) + "'"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(require_thread_request(std::to_string(largest_thread_request() + 1)), Error);
}

}  // namespace
}  // namespace trireme::threads
