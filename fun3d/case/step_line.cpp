// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/step_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace trireme::flow {

std::string step_heading() {
  return fmt::format("{:>5} {:>10} {:>12} {:>12} {:>10} {:>7} {:>12} {:>12} {:>12} {:>9} {:>8}", "step",
                     "CFL", "residual", "reached", "drop", "linear", "CL", "CD", "CM", "seconds", "left");
}

std::string step_line(const StepRecord& record, const ForceCoefficients& forces, double seconds_left) {
  return fmt::format(
      "{:>5} {:>10.6g} {:>12.6g} {:>12.6g} {:>10.3g} {:>7} {:>12.6g} {:>12.6g} {:>12.6g} {:>9.3f} {:>7.0f}s",
      record.step, record.cfl, record.residual, record.residual_after, record.drop, record.linear_iterations,
      forces.lift, forces.drag, forces.moment, record.seconds, std::ceil(seconds_left));
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
