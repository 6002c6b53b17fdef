// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/progress.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace trireme::log {
namespace {

// Runs 100 updates, one each `step` seconds, and returns what was printed.
std::string printed(double step, Terminal terminal, std::int64_t total = 100) {
  std::ostringstream out;
  Logger log(comm::Communicator::self(), out, terminal);
  double now = 0;
  Progress progress(log, "faces", total, [&now] { return now; });
  for (int i = 1; i <= 100; ++i) {
    now += step;
    progress.update(i, "note");
  }
  progress.finish();
  return out.str();
}

TEST(Progress, ShortWorkIsSilentOnAFile) {
  EXPECT_EQ(printed(0.05, Terminal::no), "");
}

TEST(Progress, LongWorkPrintsALineEveryTenSeconds) {
  const std::string out = printed(0.5, Terminal::no);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 5 + 1) << out;
  EXPECT_NE(out.find("faces: 20 of 100 (20 %), about 40 s left, note"), std::string::npos) << out;
  EXPECT_NE(out.find("faces: done in 50.0 s"), std::string::npos) << out;
}

TEST(Progress, UnknownTotalsHaveNoPercentage) {
  const std::string out = printed(0.5, Terminal::no, 0);
  EXPECT_NE(out.find("faces: 20, note"), std::string::npos) << out;
  EXPECT_EQ(out.find('%'), std::string::npos);
}

TEST(Progress, ATerminalHasOneLiveLine) {
  const std::string out = printed(0.5, Terminal::yes);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << "the final line only";
  EXPECT_NE(out.find("faces: 99 of 100"), std::string::npos);
}

}  // namespace
}  // namespace trireme::log
