// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/run_report.hpp"

#include <nlohmann/json.hpp>

namespace trireme::flow {

void report_run(program::Context& context, std::string_view equations, const std::vector<LevelEnd>& levels,
                const PseudoTransientResult& end, const std::string& state_hash) {
  LevelEnd sum;
  nlohmann::json list = nlohmann::json::array();
  for (const LevelEnd& level : levels) {
    sum.steps += level.steps;
    sum.linear_iterations += level.linear_iterations;
    sum.rejections += level.rejections;
    sum.seconds += level.seconds;
    list.push_back({{"mesh", level.mesh},
                    {"vertices", level.vertices},
                    {"reason", level.reason},
                    {"steps", level.steps},
                    {"linear_iterations", level.linear_iterations},
                    {"rejections", level.rejections},
                    {"drop", level.drop},
                    {"seconds", level.seconds}});
  }
  log::RunRecord& record = context.record;
  const bool stopped = end.reason == EndReason::stopped;
  record.set("converged", end.reason == EndReason::converged || end.reason == EndReason::settled);
  record.set("reason", std::string(stopped ? context.stop.reason() : text_of(end.reason)));
  record.set("equations", std::string(equations));
  record.set("steps", sum.steps);
  record.set("linear_iterations", sum.linear_iterations);
  record.set("rejections", sum.rejections);
  record.set("initial_residual", end.initial_residual);
  record.set("residual", end.residual);
  record.set("drop", levels.back().drop);
  record.set("state_hash", state_hash);
  record.set("time.solve", sum.seconds);
  record.set("levels", list);
}

}  // namespace trireme::flow
