// SPDX-License-Identifier: Apache-2.0
// What a run prints: one aligned line a step with the time that is left, estimated from the last step's gain;
// a line when a step is rejected and one at the end. Called by case/solve_level.
#pragma once

#include <string>
#include <string_view>

#include "fun3d/case/history_file.hpp"
#include "fun3d/nonlinear/pseudo_time_options.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"

namespace trireme::flow {

// The heading above the lines: residual is that of the state a step started from, reached that of the state
// it led to, which lift, drag and moment belong to; order is the scheme's; limited are vertices whose update
// was scaled down, by `scale` at the least; fallback are vertices with first-order fluxes.
std::string step_heading();
std::string step_line(const HistoryRow& row, double seconds_left);

// Why a step was rejected, with the residual it led to where that is a number.
std::string rejection_line(double cfl, double residual, std::string_view why);

// How the run ended.
std::string end_line(const PseudoTransientResult& end);

// Steps still to be taken if every one gains as much as the last, times the mean time of a step; never beyond
// what max_steps allows. Zero once the drop is reached.
double estimate_seconds_left(const StepRecord& record, const PseudoTimeOptions& options);

}  // namespace trireme::flow
