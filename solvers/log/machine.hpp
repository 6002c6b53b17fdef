// SPDX-License-Identifier: Apache-2.0
// The machine a run used: for the rank/thread/core table of --verbose and for the run record.
#pragma once

#include <string>
#include <vector>

#include "solvers/comm/communicator.hpp"

namespace trireme::log {

struct Machine {
  std::string hostname;
  std::string cpu;  // model name
  int logical_cpus = 0;
  double memory_gib = 0;
};

// Of this rank's node. Local; what cannot be found out is empty or zero.
Machine this_machine();

// The most memory this process has used so far, in MiB. Local.
double peak_memory_mib();

struct RankPlace {
  int rank = 0;
  std::string hostname;
  int allowed_cores = 0;
  bool oversubscribed = false;
  std::vector<int> cpus;  // where thread t was seen
};

// On the root one entry per rank, elsewhere empty. Collective.
std::vector<RankPlace> rank_places(const comm::Communicator& comm);

// The table as lines: rank, host, cores, cpu of each thread.
std::string rank_table(const std::vector<RankPlace>& places);

}  // namespace trireme::log
