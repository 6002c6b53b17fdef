// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/flow_in_snes.hpp"

#include <cmath>

#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

std::shared_ptr<const mesh::FlowMesh> load(const comm::Communicator& comm, const FlowCase& flow_case) {
  check(petsc::register_types());
  log::Logger log = log::Logger::standard(comm);
  return std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(comm, flow_case.mesh, log));
}

template <class E>
std::vector<BoundaryCondition> conditions_of(const mesh::FlowMesh& mesh, const FlowCase& flow_case) {
  std::vector<BoundaryCondition> conditions = resolve_boundaries(mesh.marker_names, flow_case.boundary);
  require_boundaries_of<E>(mesh.marker_names, conditions);
  return conditions;
}

}  // namespace

template <class E>
FlowInSnes<E>::FlowInSnes(const comm::Communicator& comm, const FlowCase& flow_case)
    : mesh_(load(comm, flow_case)),
      parameters_(parameters_of<E>(flow_case.flow)),
      plan_(comm, mesh_, conditions_of<E>(*mesh_, flow_case), flow_case.flow.gradient_weights,
            flow_case.performance),
      residual_(comm, plan_, parameters_, flow_case.flow.order, {}, flow_case.limiter),
      blocks_(plan_, parameters_, false),
      matrix_(comm, *mesh_, blocks_, flow_case.linear_solver.matrix_type),
      wave_speed_sums_(static_cast<std::size_t>(mesh_->n_owned)) {}

template <class E>
void FlowInSnes<E>::attach(SNES snes) {
  PetscHandle<Vec, VecDestroy> f;
  PetscHandle<Mat, MatDestroy> matrix_free;
  check(MatCreateVecs(matrix_.mat(), nullptr, f.receive()));
  check(SNESSetFunction(snes, f.get(), &FlowInSnes::function, this));
  check(MatCreateSNESMF(snes, matrix_free.receive()));
  check(SNESSetJacobian(snes, matrix_free.get(), matrix_.mat(), &FlowInSnes::jacobian, this));
}

template <class E>
PetscHandle<Vec, VecDestroy> FlowInSnes<E>::free_stream() const {
  PetscHandle<Vec, VecDestroy> q;
  check(MatCreateVecs(matrix_.mat(), q.receive(), nullptr));
  const auto values = E::free_stream(parameters_);
  const petsc::WriteView state(q.get());
  for (std::size_t i = 0; i < state.span().size(); ++i) state.span()[i] = values[i % values.size()];
  return q;
}

template <class E>
PetscErrorCode FlowInSnes<E>::function(SNES, Vec q, Vec f, void* context) {
  return petsc::to_petsc([&] {
    const petsc::ReadView state(q);
    const petsc::WriteView fluxes(f);
    static_cast<FlowInSnes*>(context)->residual_.evaluate(state.span(), fluxes.span());
    return petsc::success;
  });
}

// Without a pseudo-time term; the matrix-free operator only needs to be told.
template <class E>
PetscErrorCode FlowInSnes<E>::jacobian(SNES, Vec q, Mat matrix_free, Mat, void* context) {
  return petsc::to_petsc([&] {
    auto& self = *static_cast<FlowInSnes*>(context);
    const petsc::ReadView state(q);
    self.residual_.wave_speed_sums(state.span(), self.wave_speed_sums_);
    self.matrix_.refill(self.residual_.local_state(), self.wave_speed_sums_, HUGE_VAL);
    check(MatAssemblyBegin(matrix_free, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(matrix_free, MAT_FINAL_ASSEMBLY));
    return petsc::success;
  });
}

#define INSTANTIATE(E) template class FlowInSnes<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
