// SPDX-License-Identifier: Apache-2.0
// The run of a deck over its meshes, the coarsest first: each is set up, solved on and left, its flow being
// where the next one begins; the last is the run's own and leaves the results. Called by case/run_flow.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fun3d/case/flow_setup.hpp"
#include "fun3d/case/restart_file.hpp"
#include "fun3d/case/section_cut.hpp"
#include "fun3d/case/solve_level.hpp"
#include "solvers/program/exit_code.hpp"

namespace trireme::flow {

template <class E>
class FlowRun {
 public:
  // Loads the meshes and finds what is wrong with the deck. References must outlive the object. Collective.
  // Throws Error (input).
  FlowRun(program::Context& context, const FlowCase& flow_case);

  // Reads the state to go on from, if there is one, as solve() would. Collective. Throws Error (input).
  void check();

  // Exit codes as run_flow. Collective. Throws Error.
  program::ExitCode solve();

 private:
  FlowLevel& level(LevelNumber at);
  RestartFile restart_file(const FlowLevel& level) const;
  RestartData begin_on(LevelNumber at, FlowSetup<E>& setup, const RestartFile& file);
  PseudoTransientResult solve_on(LevelNumber at, FlowSetup<E>& setup, std::vector<double>& flow);
  EndReason solve_coarser(LevelNumber at);
  program::ExitCode solve_finest();

  program::Context& context_;
  const FlowCase& case_;
  std::vector<FlowLevel> levels_;  // to be solved on, the coarsest first
  int count_;                      // meshes of the deck
  SectionPlanes sections_;
  std::vector<LevelEnd> ends_;  // of the meshes solved on so far
  std::shared_ptr<const mesh::FlowMesh> coarser_mesh_;
  std::vector<double> coarser_flow_;  // [n_owned of coarser_mesh_, N]
  std::string hash_;                  // of the flow reached last
};

}  // namespace trireme::flow
