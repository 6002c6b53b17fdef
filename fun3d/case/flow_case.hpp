// SPDX-License-Identifier: Apache-2.0
// A whole deck of trireme-fun3d: every section's options in one struct.
#pragma once

#include "fun3d/case/boundary_options.hpp"
#include "fun3d/case/convergence_options.hpp"
#include "fun3d/case/flow_options.hpp"
#include "fun3d/case/force_options.hpp"
#include "fun3d/case/manufactured_options.hpp"
#include "fun3d/case/output_options.hpp"
#include "fun3d/case/restart_options.hpp"
#include "fun3d/case/sequencing_options.hpp"
#include "fun3d/discretization/limiter_options.hpp"
#include "fun3d/discretization/performance_options.hpp"
#include "fun3d/nonlinear/linear_solver_options.hpp"
#include "fun3d/nonlinear/pseudo_time_options.hpp"
#include "fun3d/nonlinear/start_up_options.hpp"
#include "meshes/partition/load_flow_mesh.hpp"

namespace trireme::flow {

struct FlowCase {
  FlowOptions flow;
  mesh::MeshOptions mesh;
  SequencingOptions sequencing;
  BoundaryOptions boundary;
  LimiterOptions limiter;
  ManufacturedOptions manufactured;
  StartUpOptions start_up;
  PseudoTimeOptions pseudo_time;
  LinearSolverOptions linear_solver;
  ConvergenceOptions convergence;
  ForceOptions forces;
  OutputOptions output;
  RestartOptions restart;
  PerformanceOptions performance;

  void describe(options::Schema& schema);
  // Throws Error (input) when options contradict one another, as far as can be told without the mesh. Local.
  void validate() const;
};

}  // namespace trireme::flow
