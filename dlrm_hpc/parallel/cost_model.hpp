// SPDX-License-Identifier: Apache-2.0
// What the planner reckons with: the time that a byte of a row, a lookup, and a byte between ranks take. As
// given, or as measured when a run starts. Called by training before it makes a plan.
#pragma once

#include <string>
#include <vector>

#include "dlrm_hpc/kernels/row_format.hpp"
#include "dlrm_hpc/kernels/row_rule.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::dlrm {

// In seconds. The defaults are near those of a server's core of 2020; only their ratios matter to plans.
struct TableCosts {
  double of_row_byte = 1e-10;  // gather and update of a byte of a row that a bag names
  double of_lookup = 5e-9;     // sort, and what else a row costs whatever its length
  double of_wire_byte = 1e-9;  // a byte from one rank to another

  // Three figures in nanoseconds, in this order, and back.
  static TableCosts from_figures(const std::vector<double>& nanoseconds);
  std::vector<double> figures() const { return {1e9 * of_row_byte, 1e9 * of_lookup, 1e9 * of_wire_byte}; }
  // As an option: plan.cost_figures=[0.1,5,1].
  std::string as_option() const;
};

// Pools and updates rows of two widths from tables that no cache holds (32 MiB of rows, and their state), and
// sends 4 MiB from every rank to the others; the medians over ranks, so that all ranks get the same. About
// 0.1 to 0.2 s. Collective.
TableCosts measure_costs(const comm::Communicator& comm, kernels::RowFormat format, kernels::UpdateRule rule);

}  // namespace trireme::dlrm
