// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/local_count.hpp"

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

constexpr std::size_t most = 2147483647;

void expect_refused(std::size_t n, std::size_t values_each) {
  try {
    local_count(n, "things", values_each);
    FAIL() << n << " accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("too many things on one rank"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("use more ranks"), std::string::npos);
  }
}

TEST(LocalCount, TakesWhatHasALocalNumberAndRefusesTheRest) {
  EXPECT_EQ(local_count(0, "things"), 0);
  EXPECT_EQ(local_count(most, "things"), 2147483647);
  expect_refused(most + 1, 1);
  expect_refused(std::size_t{1} << 40, 1);
  EXPECT_EQ(local_count(most / 6, "things", 6), 357913941);
  expect_refused(most / 6 + 1, 6);
}

}  // namespace
}  // namespace trireme::mesh
