// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/step_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace trireme::flow {

std::string step_heading() {
  return fmt::format(
      "{:>5} {:>5} {:>9} {:>10} {:>10} {:>9} {:>6} {:>7} {:>7} {:>8} {:>11} {:>11} {:>11} {:>9} {:>6}",
      "step", "order", "CFL", "residual", "reached", "drop", "linear", "limited", "scale", "fallback", "CL",
      "CD", "CM", "seconds", "left");
}

std::string step_line(const HistoryRow& row, double seconds_left) {
  const StepRecord& step = row.step;
  return fmt::format(
      "{:>5} {:>5} {:>9.4g} {:>10.4g} {:>10.4g} {:>9.3g} {:>6} {:>7} {:>7.2g} {:>8} {:>11.6g} {:>11.6g} "
      "{:>11.6g} {:>9.3f} {:>5.0f}s",
      row.number, step.order == Order::first ? 1 : 2, step.cfl, step.residual, step.residual_after, step.drop,
      step.linear_iterations, step.limited, step.least_scale, row.fallback_vertices, row.all.lift,
      row.all.drag, row.all.moment, row.seconds, std::ceil(seconds_left));
}

std::string rejection_line(double cfl, double residual, std::string_view why) {
  const std::string reached = std::isfinite(residual) ? fmt::format(" (residual {:.6g})", residual) : "";
  return fmt::format("step at CFL {:.6g} rejected: {}{}", cfl, why, reached);
}

std::string end_line(const PseudoTransientResult& end) {
  const std::string line = fmt::format("{} after {} steps and {} linear iterations", text_of(end.reason),
                                       end.steps, end.linear_iterations);
  if (!std::isfinite(end.residual)) {
    return line + ": the residual of the initial state is not a number; check the mesh and section flow";
  }
  if (end.residual == 0) return line + ": residual 0";
  return fmt::format("{}: residual {:.6g}, fallen by {:.3g}", line, end.residual,
                     end.initial_residual / end.residual);
}

double estimate_seconds_left(const StepRecord& record, const PseudoTimeOptions& options) {
  if (record.drop > options.residual_drop) return 0.0;
  const double gain = std::log(record.residual / record.residual_after);
  const double wanted = std::log(options.residual_drop / record.drop);
  const double allowed = options.max_steps - record.step - 1;
  const double steps = gain > 0 ? std::min(std::ceil(wanted / gain), allowed) : allowed;
  return std::max(steps, 0.0) * record.seconds / (record.step + 1);
}

}  // namespace trireme::flow
