// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/logger.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <mpi.h>

namespace trireme::log {
namespace {

TEST(Logger, OnlyTheRootPrints) {
  const comm::Communicator world(MPI_COMM_WORLD);
  std::ostringstream out;
  Logger log(world, out);
  log.line("first");
  log.warn("careful");
  log.live("never on a file");
  EXPECT_EQ(out.str(), world.is_root() ? "first\nwarning: careful\n" : "");
  EXPECT_EQ(log.prints(), world.is_root());
  EXPECT_EQ(log.warnings(), 1);
}

TEST(Logger, LiveLinesAreReplacedOnATerminal) {
  std::ostringstream out;
  Logger log(comm::Communicator::self(), out, Terminal::yes);
  log.live("10 %");
  log.live("20 %");
  log.line("done");
  log.line("more");
  EXPECT_EQ(out.str(), "\r\033[K10 %\r\033[K20 %\r\033[Kdone\nmore\n");
}

TEST(Logger, KnowsThatALineWasLost) {
  std::ofstream full("/dev/full");
  Logger log(comm::Communicator::self(), full);
  EXPECT_FALSE(log.failed());
  log.line("lost");
  EXPECT_TRUE(log.failed());
}

TEST(Logger, LongLiveLinesAreCut) {
  std::ostringstream out;
  Logger log(comm::Communicator::self(), out, Terminal::yes);
  log.live(std::string(1000, 'x'));
  EXPECT_LT(out.str().size(), 200u);
}

}  // namespace
}  // namespace trireme::log
