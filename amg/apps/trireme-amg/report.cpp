// SPDX-License-Identifier: Apache-2.0
#include "amg/apps/trireme-amg/report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace trireme::amg {
namespace {

// Of those after the first, where there are more: the first meets memory that the process never held.
template <class F>
double median_of(const std::vector<Repetition>& repetitions, F&& field) {
  std::vector<double> values;
  for (std::size_t k = repetitions.size() > 1 ? 1 : 0; k < repetitions.size(); ++k)
    values.push_back(field(repetitions[k]));
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

// Nonzeros of all matrices and interpolations, of all matrices, rows of all levels.
struct Sums {
  GlobalIndex nnz_ap = 0, nonzeros = 0, rows = 0;
};

Sums sums_of(const HierarchyReport& hierarchy) {
  Sums sums;
  for (const LevelRow& level : hierarchy.levels) {
    sums.nnz_ap += level.nonzeros + level.interpolation_nonzeros;
    sums.nonzeros += level.nonzeros;
    sums.rows += level.rows;
  }
  return sums;
}

double per_row(GlobalIndex nonzeros, GlobalIndex rows) {
  return rows > 0 ? static_cast<double>(nonzeros) / static_cast<double>(rows) : 0;
}

void report_hierarchy(program::Context& context, const HierarchyReport& hierarchy) {
  log::RunRecord& record = context.record;
  record.set("levels", nlohmann::json::array());
  for (const char* key : {"operator_complexity", "grid_complexity", "nnz_ap", "hierarchy_hash",
                          "memory.hierarchy_bytes", "memory.kept_bytes", "memory.plan_bytes"})
    record.set(key, nullptr);
  if (!hierarchy.hash.empty()) record.set("hierarchy_hash", hierarchy.hash);
  if (hierarchy.bytes > 0) {
    record.set("memory.hierarchy_bytes", hierarchy.bytes);
    record.set("memory.kept_bytes", hierarchy.kept_bytes);
  }
  if (hierarchy.levels.empty()) return;
  context.log.line(fmt::format("{:>5} {:>12} {:>14} {:>8} {:>14}", "level", "rows", "nonzeros", "per row",
                               "nonzeros of P"));
  for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
    const LevelRow& row = hierarchy.levels[level];
    const std::string interpolation =
        level + 1 < hierarchy.levels.size() ? std::to_string(row.interpolation_nonzeros) : "";
    context.log.line(fmt::format("{:>5} {:>12} {:>14} {:>8.1f} {:>14}", level, row.rows, row.nonzeros,
                                 per_row(row.nonzeros, row.rows), interpolation));
    record.append("levels", {{"rows", row.rows},
                             {"nonzeros", row.nonzeros},
                             {"interpolation_nonzeros", row.interpolation_nonzeros}});
  }
  const Sums sums = sums_of(hierarchy);
  const LevelRow& finest = hierarchy.levels.front();
  const double operator_complexity = per_row(sums.nonzeros, finest.nonzeros),
               grid_complexity = per_row(sums.rows, finest.rows);
  context.log.line(fmt::format("operator complexity {:.4f}, grid complexity {:.4f}, nnz_AP {}",
                               operator_complexity, grid_complexity, sums.nnz_ap));
  record.set("operator_complexity", operator_complexity);
  record.set("grid_complexity", grid_complexity);
  record.set("nnz_ap", sums.nnz_ap);
}

void report_messages(program::Context& context, const std::vector<MessageRow>& messages) {
  if (messages.empty()) return;
  context.record.set("messages", nlohmann::json::array());
  context.log.line(fmt::format("{:>6} {:>10} {:>14} {:>12} {:>10}  {}", "parts", "messages", "bytes",
                               "most of one", "allreduces", "parts with rows, by level"));
  for (const MessageRow& row : messages) {
    context.log.line(fmt::format("{:>6} {:>10} {:>14} {:>12} {:>10}  {}", row.parts, row.messages, row.bytes,
                                 row.most_messages, row.reductions, fmt::join(row.parts_of_levels, " ")));
    context.record.append("messages", {{"parts", row.parts},
                                       {"messages", row.messages},
                                       {"bytes", row.bytes},
                                       {"most_messages", row.most_messages},
                                       {"reductions", row.reductions},
                                       {"parts_of_levels", row.parts_of_levels}});
  }
}

void report_times(program::Context& context, const SolveResult& result) {
  log::RunRecord& record = context.record;
  const double setup = median_of(result.repetitions, [](const Repetition&one) { return one.setup; }),
               solve = median_of(result.repetitions, [](const Repetition&one) { return one.solve; });
  record.set("time.setup", setup);
  record.set("time.solve", solve);
  for (const char* key : {"time.resetup", "time.resetup_first", "time.resetup_kept"})
    record.set(key, nullptr);
  record.set("time.phases", result.hierarchy.phases);
  for (const Repetition& one : result.repetitions)
    record.append("repetitions", {{"setup", one.setup}, {"solve", one.solve}});
  context.log.line(fmt::format(
      "set-up {:.4g} s, solve {:.4g} s, both {:.4g} s{}", setup, solve, setup + solve,
      result.repetitions.size() > 1
          ? fmt::format(" (medians of {}, after a first set-up of {:.4g} s and solve of {:.4g} s)",
                        result.repetitions.size() - 1, result.repetitions[0].setup,
                        result.repetitions[0].solve)
          : ""));
  if (result.resetup) {
    const Resetup& resetup = *result.resetup;
    record.set("time.resetup", resetup.seconds);
    record.set("time.resetup_first", resetup.first);
    record.set("resetup", {{"iterations", resetup.iterations},
                           {"converged", resetup.converged},
                           {"phases", resetup.phases},
                           {"iterations_kept", nullptr}});
    context.log.line(fmt::format("re-setup {:.4g} s (the first {:.4g} s), then {} iterations{}",
                                 resetup.seconds, resetup.first, resetup.iterations,
                                 resetup.converged ? "" : ", not converged"));
    if (resetup.plan_bytes > 0) record.set("memory.plan_bytes", resetup.plan_bytes);
    if (resetup.kept_seconds) {
      record.set("time.resetup_kept", *resetup.kept_seconds);
      record.set("resetup.iterations_kept", resetup.kept_iterations);
      context.log.line(
          fmt::format("re-setup with the weights of interpolation kept {:.4g} s, then {} iterations",
                      *resetup.kept_seconds, resetup.kept_iterations));
    }
  }
  const auto nnz_ap = static_cast<double>(sums_of(result.hierarchy).nnz_ap);
  record.set("fom.p1", nullptr);
  record.set("fom.p2", nullptr);
  if (nnz_ap == 0) return;
  const double p1 = nnz_ap / (setup + solve), p2 = nnz_ap / (setup + 3 * solve);
  record.set("fom.p1", p1);
  record.set("fom.p2", p2);
  context.log.line(fmt::format("AMG2023 figure of merit {:.4g} (problem 1), {:.4g} (problem 2)", p1, p2));
}

}  // namespace

void report_result(program::Context& context, const SolveResult& result) {
  report_hierarchy(context, result.hierarchy);
  const bool converged = result.ending == Ending::converged;
  context.log.line(fmt::format("{} after {} iterations, relative residual {:.3e} ({})",
                               converged ? "converged" : "not converged", result.iterations, result.residual,
                               result.reason));
  report_times(context, result);
  report_messages(context, result.messages);
  context.record.set("converged", converged);
  context.record.set("reason", result.reason);
  context.record.set("iterations", result.iterations);
  context.record.set("residual", result.residual);
}

}  // namespace trireme::amg
