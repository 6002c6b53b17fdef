// SPDX-License-Identifier: Apache-2.0
// What a program's body is given to work with; handed on to the objects it makes, which therefore need no
// global state.
#pragma once

#include <string>
#include <vector>

#include "solvers/comm/communicator.hpp"
#include "solvers/log/logger.hpp"
#include "solvers/log/run_record.hpp"
#include "solvers/log/timers.hpp"
#include "solvers/program/stop_request.hpp"

namespace trireme::program {

struct Context {
  comm::Communicator comm;  // all ranks
  log::Logger& log;
  log::RunRecord& record;  // results go here; see Program for what is filled in already
  log::Timers& timers;
  StopRequest& stop;
  std::vector<std::string> words;  // positional words that are no deck
  bool verbose = false;
  std::string deck = {};  // the deck's file, empty without one
};

}  // namespace trireme::program
