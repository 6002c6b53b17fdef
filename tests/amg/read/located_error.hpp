// SPDX-License-Identifier: Apache-2.0
// Expects that a reader refuses a text with one Error of kind input that names the place.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::amg::testing {

template <class F>
void expect_located_error(F&& parse, const std::string& part) {
  try {
    parse();
    ADD_FAILURE() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

}  // namespace trireme::amg::testing
