// SPDX-License-Identifier: Apache-2.0
// The kernel table of a run (output.report: performance): for every kernel its calls, seconds, time an edge
// or block, bytes a second and share of its bound, which is the longer of bytes over the triad's rate and
// operations over the multiply-add rate, both measured on the same ranks and threads when the run ends. Read
// from PETSc's log, the same events that -log_view shows. Called by case/flow_run around the solve on the
// finest mesh.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "fun3d/case/flow_setup.hpp"

namespace trireme::flow {

// Kernels of the table, in its order.
enum class TableKernel { gradient, limiter, flux, wave_speed, jacobian, factorization, solve, vectors };
inline constexpr std::size_t n_table_kernels = 8;

// What this rank has logged for a kernel since PETSc began.
struct LoggedKernel {
  std::int64_t calls = 0;
  double seconds = 0, flops = 0;
};

// One row, over all ranks.
struct KernelRow {
  std::string kernel, unit;  // what a unit is
  std::int64_t calls = 0;    // most of a rank
  double seconds = 0;        // longest of a rank
  double units = 0;          // of all calls and ranks
  double bytes = 0, flops = 0;
  double bound = 0;  // seconds

  double nanoseconds_per_unit() const { return units > 0 ? 1e9 * seconds / units : 0; }
  double share_of_bound() const { return seconds > 0 ? bound / seconds : 0; }
};

// Lines of a table.
std::string kernel_table(const std::vector<KernelRow>& rows);

class PerformanceReport {
 public:
  // Before anything is to be logged, once in a program. Local.
  static void start_logging();

  // Counts from here on. Local.
  PerformanceReport();

  // Prints the table of what the solve on this mesh took and puts it into the run's record under
  // `performance`. first_order steps count with the bytes of the order that the run ends with. Collective;
  // measures the machine for about a second.
  template <class E>
  void finish(program::Context& context, const FlowSetup<E>& setup, const LinearSolverOptions& solver) const;

 private:
  std::array<LoggedKernel, n_table_kernels> before_;
};

}  // namespace trireme::flow
