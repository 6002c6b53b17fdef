// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/cauchy_window.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::flow {

void CauchyWindow::add(double drop, const ForceCoefficients& coefficients) {
  const bool counts = drop >= options_.cauchy_after_drop && std::isfinite(coefficients.lift) &&
                      std::isfinite(coefficients.drag);
  if (!counts) {
    window_.clear();
    return;
  }
  push({coefficients.lift, coefficients.drag});
}

void CauchyWindow::restore(std::span<const WatchedStep> steps) {
  window_.clear();
  for (const WatchedStep& step : steps) push(step);
}

void CauchyWindow::push(const WatchedStep& step) {
  window_.push_back(step);
  if (window_.size() > static_cast<std::size_t>(options_.cauchy_window)) window_.pop_front();
}

bool CauchyWindow::settled() const {
  if (!options_.watches_forces() || window_.size() < static_cast<std::size_t>(options_.cauchy_window))
    return false;
  const auto varies = [&](double WatchedStep::*coefficient) {
    const auto [least, most] =
        std::minmax_element(window_.begin(), window_.end(),
                            [&](const auto& a, const auto& b) { return a.*coefficient < b.*coefficient; });
    return (*most).*coefficient - (*least).*coefficient > options_.cauchy_tolerance;
  };
  const bool lift = options_.cauchy_coefficients != WatchedForces::drag;
  const bool drag = options_.cauchy_coefficients != WatchedForces::lift;
  return !(lift && varies(&WatchedStep::lift)) && !(drag && varies(&WatchedStep::drag));
}

}  // namespace trireme::flow
