// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/performance_report.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <petscsys.h>

#include "fun3d/kernels/kernel_costs.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/machine_rates.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

struct TableEntry {
  const char* name;
  const char* unit;
  std::vector<const char*> events;  // PETSc's names; none of a kernel's contains another
};

const std::array<TableEntry, n_table_kernels>& entries() {
  static const std::array<TableEntry, n_table_kernels> table{{
      {"gradient", "edge", {"FlowGradient"}},
      {"limiter", "edge", {"FlowLimiter"}},
      {"flux", "edge", {"FlowFlux"}},
      {"wave speeds", "edge", {"FlowWaveSpeed"}},
      {"jacobian", "edge", {"jacobian"}},
      {"ilu", "block", {"MatLUFactorNum"}},
      {"trsv", "block", {"MatSolve"}},
      {"vectors",
       "operation",
       {"VecMDot", "VecDot", "VecTDot", "VecNorm", "VecMAXPY", "VecAXPY", "VecAYPX", "VecWAXPY", "VecAXPBYCZ",
        "VecScale", "VecCopy", "VecSet"}},
  }};
  return table;
}

// All that happens within a solve is logged in its stage.
constexpr const char* stage_name = "solve";

LoggedKernel logged(const TableEntry& entry) {
  LoggedKernel sum;
  PetscLogStage stage = -1;
  check(PetscLogStageGetId(stage_name, &stage));
  if (stage < 0) return sum;
  for (const char* name : entry.events) {
    PetscLogEvent event = -1;
    check(PetscLogEventGetId(name, &event));
    if (event < 0) continue;
    PetscEventPerfInfo info{};
    check(PetscLogEventGetPerfInfo(stage, event, &info));
    sum.calls += info.count;
    sum.seconds += info.time;
    sum.flops += info.flops;
  }
  return sum;
}

std::array<LoggedKernel, n_table_kernels> logged_kernels() {
  std::array<LoggedKernel, n_table_kernels> kernels;
  std::transform(entries().begin(), entries().end(), kernels.begin(), logged);
  return kernels;
}

// What this rank has of a mesh; an edge between two ranks is half an edge of each.
struct Sizes {
  double edges, vertices, matrix_blocks;
};

template <class E>
Sizes sizes_of(const FlowSetup<E>& setup) {
  const mesh::FlowMesh& mesh = setup.mesh();
  double edges = 0;
  for (LocalIndex edge = 0; edge < mesh.n_edges(); ++edge)
    edges += mesh.edges[2 * static_cast<std::size_t>(edge) + 1] < mesh.n_owned ? 1.0 : 0.5;
  return {edges, static_cast<double>(mesh.n_owned),
          static_cast<double>(setup.jacobian.pattern().own_columns().size())};
}

struct Work {
  double units, bytes;  // of one call
};

template <class E>
Work work_of(TableKernel kernel, const FlowSetup<E>& setup, const Sizes& sizes, double factor_blocks,
             int factor_bytes_of_number, const LoggedKernel& sum) {
  constexpr int N = E::n_unknowns;
  const auto over_edges = [&](const KernelCost& cost) -> Work {
    return {sizes.edges, cost.bytes(sizes.edges, sizes.vertices)};
  };
  switch (kernel) {
    case TableKernel::gradient:
      return over_edges(gradient_cost<N>());
    case TableKernel::limiter:
      return over_edges(limiter_cost<N>());
    case TableKernel::flux:
      return over_edges(flux_cost<E>(setup.parameters, setup.residual.order() == Order::second));
    case TableKernel::wave_speed:
      return over_edges(wave_speed_cost<N>());
    case TableKernel::jacobian:
      return over_edges(jacobian_cost<E>(setup.parameters));
    case TableKernel::factorization:
      return {factor_blocks, factor_bytes(sizes.matrix_blocks, factor_blocks, N, factor_bytes_of_number)};
    case TableKernel::solve:
      return {factor_blocks, solve_bytes(factor_blocks, sizes.vertices, N, factor_bytes_of_number)};
    case TableKernel::vectors:
      break;
  }
  const double per_call = sum.calls > 0 ? sum.flops / static_cast<double>(sum.calls) : 0;
  return {per_call, vector_bytes_per_flop * per_call};
}

}  // namespace

std::string kernel_table(const std::vector<KernelRow>& rows) {
  std::string text = fmt::format("{:<12} {:>8} {:>10} {:>10} {:<9} {:>8} {:>8} {:>9}", "kernel", "calls",
                                 "seconds", "ns per", "", "GB/s", "Gflop/s", "of bound");
  for (const KernelRow& row : rows) {
    const double seconds = std::max(row.seconds, 1e-300);
    text += fmt::format("\n{:<12} {:>8} {:>10.4f} {:>10.3f} {:<9} {:>8.2f} {:>8.2f} {:>8.0f}%", row.kernel,
                        row.calls, row.seconds, row.nanoseconds_per_unit(), row.unit,
                        1e-9 * row.bytes / seconds, 1e-9 * row.flops / seconds, 100 * row.share_of_bound());
  }
  return text;
}

void PerformanceReport::start_logging() {
  check(PetscLogDefaultBegin());
}

PerformanceReport::PerformanceReport() : before_(logged_kernels()) {}

template <class E>
void PerformanceReport::finish(program::Context& context, const FlowSetup<E>& setup,
                               const LinearSolverOptions& solver) const {
  constexpr int N = E::n_unknowns;
  std::array<LoggedKernel, n_table_kernels> sums = logged_kernels();
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sums[k].calls -= before_[k].calls;
    sums[k].seconds -= before_[k].seconds;
    sums[k].flops -= before_[k].flops;
  }
  const Sizes sizes = sizes_of(setup);
  // A triangular solve tells by its operations how many blocks it reads, whosever factors they are.
  const LoggedKernel& solves = sums[static_cast<std::size_t>(TableKernel::solve)];
  const double factor_blocks =
      solves.calls > 0
          ? (solves.flops / static_cast<double>(solves.calls) + sizes.vertices * N) / (2.0 * N * N)
          : 0.0;
  const bool single =
      solver.subdomain_solver == "iluomp" && solver.factor_precision == FactorPrecision::single_precision;

  std::vector<double> longest, totals{sizes.edges, sizes.vertices};
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const Work work =
        work_of(static_cast<TableKernel>(k), setup, sizes, factor_blocks, single ? 4 : 8, sums[k]);
    const auto calls = static_cast<double>(sums[k].calls);
    longest.insert(longest.end(), {calls, sums[k].seconds});
    totals.insert(totals.end(), {calls * work.units, calls * work.bytes, sums[k].flops});
  }
  comm::all_max_in_place(context.comm, std::span<double>(longest));
  comm::all_sum_in_place(context.comm, std::span<double>(totals));
  const log::MachineRates rates = log::measure_machine_rates(context.comm);

  std::vector<KernelRow> rows;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    KernelRow row;
    row.kernel = entries()[k].name;
    row.unit = entries()[k].unit;
    row.calls = static_cast<std::int64_t>(longest[2 * k]);
    if (row.calls == 0) continue;
    row.seconds = longest[2 * k + 1];
    row.units = totals[2 + 3 * k];
    row.bytes = totals[3 + 3 * k];
    row.flops = totals[4 + 3 * k];
    row.bound = std::max(row.bytes / rates.bytes_per_second, row.flops / rates.flops_per_second);
    rows.push_back(row);
  }
  context.log.line(kernel_table(rows));
  context.log.line(
      fmt::format("bounds: triad {:.1f} GB/s, multiply-adds {:.1f} Gflop/s, {:.0f} edges, {:.0f} "
                  "vertices",
                  1e-9 * rates.bytes_per_second, 1e-9 * rates.flops_per_second, totals[0], totals[1]));
  context.record.set("performance.edges", totals[0]);
  context.record.set("performance.vertices", totals[1]);
  context.record.set("performance.triad_bytes_per_second", rates.bytes_per_second);
  context.record.set("performance.peak_flops_per_second", rates.flops_per_second);
  for (const KernelRow& row : rows) {
    context.record.append("performance.kernels", {{"kernel", row.kernel},
                                                  {"unit", row.unit},
                                                  {"calls", row.calls},
                                                  {"seconds", row.seconds},
                                                  {"ns_per_unit", row.nanoseconds_per_unit()},
                                                  {"bytes", row.bytes},
                                                  {"flops", row.flops},
                                                  {"bound_seconds", row.bound},
                                                  {"share_of_bound", row.share_of_bound()}});
  }
}

#define INSTANTIATE(E)                                                               \
  template void PerformanceReport::finish<E>(program::Context&, const FlowSetup<E>&, \
                                             const LinearSolverOptions&) const;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
