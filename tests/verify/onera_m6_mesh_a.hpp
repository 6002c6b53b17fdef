// SPDX-License-Identifier: Apache-2.0
// The ONERA M6 mesh of PETSc-FUN3D with 2,800 vertices, set up as that program's incompressible case.
#pragma once

#include <memory>
#include <string>

#include "fun3d/case/flow_case.hpp"
#include "solvers/log/logger.hpp"
#include "tests/fun3d/support/flow_run.hpp"

namespace trireme::verify {

inline constexpr char mesh_a_dual[] = "meshes/3d/uns3dA.msh";
inline constexpr char mesh_a_cells[] = "meshes/3d/oneram6_petscfun3d_A.su2";

inline flow::FlowCase mesh_a_case(const std::string& file) {
  flow::FlowCase flow_case;
  flow_case.flow.angle_of_attack = 3.0;
  flow_case.mesh.file = file;
  // That program takes the plane of symmetry for a slip wall, and so does the reader of its own format.
  if (file.ends_with(mesh_a_cells)) flow_case.boundary.kinds["SYMMETRY"] = "slip_wall";
  flow_case.mesh.partition.ordering = mesh::Ordering::natural;
  flow_case.pseudo_time.max_steps = 50;
  flow_case.pseudo_time.residual_drop = 1e7;
  flow_case.pseudo_time.drop_measure = flow::DropMeasure::before_step;
  flow_case.forces.moment_arm = flow::MomentArm::corner_sum;
  return flow_case;
}

inline std::unique_ptr<flow::test::FlowRun> load(const comm::Communicator& comm,
                                                 const flow::FlowCase& flow_case) {
  log::Logger log = log::Logger::standard(comm);
  auto mesh = std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(comm, flow_case.mesh, log));
  const auto kinds = flow::resolve_boundaries(mesh->marker_names, flow_case.boundary);
  return std::make_unique<flow::test::FlowRun>(comm, mesh, kinds, flow_case);
}

// CL and CD of the converged solution, to the digits the reference prints.
inline constexpr double converged_lift = 0.110232, converged_drag = 0.0231264;

}  // namespace trireme::verify
