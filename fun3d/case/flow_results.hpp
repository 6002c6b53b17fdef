// SPDX-License-Identifier: Apache-2.0
// Everything a run leaves: the history as it goes, then fields, state and the report's numbers. Called by
// case/run_flow.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "fun3d/case/cauchy_window.hpp"
#include "fun3d/case/flow_case.hpp"
#include "fun3d/case/history_file.hpp"
#include "fun3d/case/section_cut.hpp"
#include "fun3d/discretization/forces.hpp"
#include "fun3d/discretization/vertex_field.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

template <class E>
class FlowResults {
 public:
  // References must outlive the object. first_step: the number of the first step that will be recorded, which
  // is not 0 where a run goes on from a saved state; its history is then continued. Collective: opens the
  // history in the output folder, which exists; a run from step 0 first removes the results of an earlier run
  // of that name. Throws Error (io).
  FlowResults(program::Context& context, const FlowCase& flow_case, const MeshPlan& plan,
              const typename E::Parameters& parameters, const Forces& forces, const SectionPlanes& sections,
              int first_step = 0);

  // Adds a row to the history and a step to the report; returns the coefficients. local_state [n_local, N]
  // with ghosts. Collective.
  ForceCoefficients record_step(const StepRecord& record, const double* local_state);

  // Whether the force coefficients of the recorded steps have settled as section convergence asks. Local; the
  // same on every rank.
  bool forces_settled() const { return cauchy_.settled(); }

  // What that is decided from. A run that goes on from a saved state restores it before its first step.
  CauchyWindow& cauchy_window() { return cauchy_; }

  // Whether lift, drag and moment of a state [n_owned, N] are numbers; the same on every rank. Collective.
  bool has_finite_forces(std::span<const double> state);

  // Writes the fields and the report's results; state [n_owned, N]. Collective. Throws Error (io).
  void write(std::span<const double> state, const PseudoTransientResult& end);

 private:
  void open_history(int first_step);
  std::vector<double> residuals_by_equation(std::span<const double> residual) const;
  void report_run(std::span<const double> state, const PseudoTransientResult& end);
  void report_forces();
  void report_mesh_and_memory();
  std::string hash(std::span<const double> state) const;

  program::Context& context_;
  const FlowCase& case_;
  const MeshPlan& plan_;
  typename E::Parameters parameters_;
  const Forces& forces_;
  SectionPlanes sections_;
  VertexField final_state_;
  CauchyWindow cauchy_;
  std::vector<std::size_t> walls_;      // markers that are slip walls
  std::optional<HistoryFile> history_;  // on rank 0
};

}  // namespace trireme::flow
