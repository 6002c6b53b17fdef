// SPDX-License-Identifier: Apache-2.0
// What a run leaves of the flow it ends with: fields, surfaces, sections, and the report's forces and mesh.
// Of the run's own mesh. Called by case/flow_run.
#pragma once

#include <span>
#include <vector>

#include "fun3d/case/flow_setup.hpp"
#include "fun3d/case/section_cut.hpp"
#include "fun3d/discretization/vertex_field.hpp"

namespace trireme::flow {

template <class E>
class FlowResults {
 public:
  // References must outlive the object. Collective.
  FlowResults(program::Context& context, const FlowCase& flow_case, FlowSetup<E>& setup,
              const SectionPlanes& sections);

  // Whether lift, drag and moment of a state [n_owned, N] are numbers; the same on every rank. Collective.
  bool has_finite_forces(std::span<const double> state);

  // Writes the files and the report's results; state [n_owned, N]. With output.scheme_fields the residual is
  // evaluated there. Collective. Throws Error (io).
  void write(std::span<const double> state);

 private:
  void report_forces();
  void report_mesh_and_memory();

  program::Context& context_;
  const FlowCase& case_;
  FlowSetup<E>& setup_;
  SectionPlanes sections_;
  VertexField final_state_;
  std::vector<std::size_t> walls_;  // markers that are slip walls
};

}  // namespace trireme::flow
