// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/history_file.hpp"

#include <array>

namespace trireme::flow {

namespace {

std::vector<io::CsvColumn> columns(int n_equations, const std::vector<std::string>& walls) {
  std::vector<io::CsvColumn> all{
      {"step"},      {"cfl", "1"},  {"residual", "1"}, {"drop", "1"}, {"linear_iterations"},
      {"lift", "1"}, {"drag", "1"}, {"moment", "1"},   {"time", "s"}, {"residual_after", "1"}};
  for (int row = 0; row < n_equations; ++row) all.push_back({"residual_after_" + equation_name(row), "1"});
  for (const std::string& wall : walls) {
    for (const char* coefficient : {"lift_", "drag_", "moment_"}) all.push_back({coefficient + wall, "1"});
  }
  return all;
}

}  // namespace

std::string equation_name(int row) {
  constexpr std::array names{"mass", "momentum_x", "momentum_y", "momentum_z", "energy"};
  return names[static_cast<std::size_t>(row)];
}

HistoryFile::HistoryFile(const std::string& path, int n_equations, const std::vector<std::string>& walls,
                         int first_step)
    : file_(first_step == 0 ? io::CsvHistory(path, columns(n_equations, walls))
                            : io::CsvHistory::resume(path, columns(n_equations, walls), first_step)) {}

void HistoryFile::append(const StepRecord& record, std::span<const double> residuals,
                         const ForceCoefficients& all, std::span<const ForceCoefficients> by_wall) {
  std::vector<double> row{static_cast<double>(record.step),
                          record.cfl,
                          record.residual,
                          record.drop,
                          static_cast<double>(record.linear_iterations),
                          all.lift,
                          all.drag,
                          all.moment,
                          record.seconds,
                          record.residual_after};
  row.insert(row.end(), residuals.begin(), residuals.end());
  for (const ForceCoefficients& wall : by_wall) row.insert(row.end(), {wall.lift, wall.drag, wall.moment});
  file_.append(row);
}

}  // namespace trireme::flow
