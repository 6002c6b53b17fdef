// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/history_file.hpp"

#include <array>

#include <nlohmann/json.hpp>

namespace trireme::flow {

namespace {

constexpr std::array equation_names{"mass", "momentum_x", "momentum_y", "momentum_z", "energy"};

std::vector<io::CsvColumn> columns(int n_equations, const std::vector<std::string>& walls) {
  std::vector<io::CsvColumn> all{{"step"},
                                 {"cfl", "1"},
                                 {"residual", "1"},
                                 {"drop", "1"},
                                 {"linear_iterations"},
                                 {"lift", "1"},
                                 {"drag", "1"},
                                 {"moment", "1"},
                                 {"time", "s"},
                                 {"level"},
                                 {"order"},
                                 {"limited_updates"},
                                 {"least_update_scale", "1"},
                                 {"fallback_vertices"},
                                 {"residual_after", "1"}};
  for (int row = 0; row < n_equations; ++row)
    all.push_back({std::string("residual_after_") + equation_names[static_cast<std::size_t>(row)], "1"});
  for (const std::string& wall : walls) {
    for (const char* coefficient : {"lift_", "drag_", "moment_"}) all.push_back({coefficient + wall, "1"});
  }
  return all;
}

int order_number(Order order) {
  return order == Order::first ? 1 : 2;
}

}  // namespace

nlohmann::json json_of(const HistoryRow& row) {
  const StepRecord& step = row.step;
  nlohmann::json by_equation = nlohmann::json::object();
  for (std::size_t equation = 0; equation < row.residuals.size(); ++equation)
    by_equation[equation_names[equation]] = row.residuals[equation];
  return {{"step", row.number},
          {"level", row.level},
          {"cfl", step.cfl},
          {"residual", step.residual},
          {"residual_after", step.residual_after},
          {"residual_after_by_equation", by_equation},
          {"drop", step.drop},
          {"linear_iterations", step.linear_iterations},
          {"rejections", step.rejections},
          {"order", order_number(step.order)},
          {"limited_updates", step.limited},
          {"least_update_scale", step.least_scale},
          {"fallback_vertices", row.fallback_vertices},
          {"lift", row.all.lift},
          {"drag", row.all.drag},
          {"moment", row.all.moment},
          {"seconds", row.seconds}};
}

HistoryFile::HistoryFile(const std::string& path, int n_equations, const std::vector<std::string>& walls,
                         int first_step)
    : file_(first_step == 0 ? io::CsvHistory(path, columns(n_equations, walls))
                            : io::CsvHistory::resume(path, columns(n_equations, walls), first_step)) {}

void HistoryFile::append(const HistoryRow& row) {
  const StepRecord& step = row.step;
  std::vector<double> numbers{static_cast<double>(row.number),
                              step.cfl,
                              step.residual,
                              step.drop,
                              static_cast<double>(step.linear_iterations),
                              row.all.lift,
                              row.all.drag,
                              row.all.moment,
                              row.seconds,
                              static_cast<double>(row.level),
                              static_cast<double>(order_number(step.order)),
                              static_cast<double>(step.limited),
                              step.least_scale,
                              static_cast<double>(row.fallback_vertices),
                              step.residual_after};
  numbers.insert(numbers.end(), row.residuals.begin(), row.residuals.end());
  for (const ForceCoefficients& wall : row.by_wall)
    numbers.insert(numbers.end(), {wall.lift, wall.drag, wall.moment});
  file_.append(numbers);
}

}  // namespace trireme::flow
