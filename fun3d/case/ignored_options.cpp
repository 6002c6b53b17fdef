// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/ignored_options.hpp"

namespace trireme::flow {

std::vector<std::string> ignored_options(const FlowCase& flow_case) {
  const FlowOptions& flow = flow_case.flow;
  const FlowOptions defaults;
  std::vector<std::string> sentences;
  const auto add = [&](bool ignored, const std::string& key, const std::string& needs) {
    if (ignored) sentences.push_back(key + " is ignored: it is for " + needs);
  };
  const std::string gas = "flow.equations=compressible_euler";
  const bool compressible = flow.equations == EquationChoice::compressible_euler;
  add(compressible && flow.beta != defaults.beta, "flow.beta", "flow.equations=incompressible_euler");
  add(!compressible && flow.mach != defaults.mach, "flow.mach", gas);
  add(!compressible && flow.gamma != defaults.gamma, "flow.gamma", gas);
  add(!compressible && flow.low_mach, "flow.low_mach", gas);
  add(!compressible && !flow_case.boundary.total_temperature.empty(), "boundary_values.total_temperature",
      gas);
  const bool has_fix = compressible && flow.flux == FluxScheme::roe;
  const std::string roe = gas + " with flow.flux=roe";
  add(!has_fix && flow.entropy_fix != defaults.entropy_fix, "flow.entropy_fix", roe);
  add(!has_fix && flow.linear_entropy_fix != defaults.linear_entropy_fix, "flow.linear_entropy_fix", roe);
  return sentences;
}

}  // namespace trireme::flow
