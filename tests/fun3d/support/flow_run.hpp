// SPDX-License-Identifier: Apache-2.0
// A flow solve in one object, without program and files: what run_flow puts together, for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fun3d/case/flow_case.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"

namespace trireme::flow::test {

struct FlowStep {
  double cfl, residual;
  int linear_iterations;
  ForceCoefficients forces;
  std::uint64_t state_hash;
};

template <class E>
class FlowRunOf {
 public:
  FlowRunOf(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
            const std::vector<BoundaryCondition>& conditions, const FlowCase& flow_case, Forcing forcing = {},
            bool prescribe_exact = false)
      : comm_(comm),
        mesh_(std::move(mesh)),
        parameters_(parameters_of<E>(flow_case.flow)),
        plan_(comm, mesh_, conditions, flow_case.flow.gradient_weights),
        residual_(comm, plan_, parameters_, flow_case.flow.order, std::move(forcing), flow_case.limiter),
        jacobian_(plan_, parameters_, prescribe_exact),
        forces_(comm, plan_, flow_case.forces.reference(), force_axes(flow_case.flow)) {
    petsc::check(petsc::register_types());
    newton_ = std::make_unique<NewtonStep<E>>(comm, residual_, jacobian_, flow_case.linear_solver, timers_);
    loop_ = std::make_unique<PseudoTransient<E>>(comm, residual_, *newton_, flow_case.pseudo_time,
                                                 flow_case.start_up, flow_case.limiter.freeze_after_drop);
    const auto free_stream = E::free_stream(parameters_);
    for (LocalIndex vertex = 0; vertex < mesh_->n_owned; ++vertex) {
      state.insert(state.end(), free_stream.begin(), free_stream.end());
    }
  }

  PseudoTransientResult run(const PseudoTransientState& begin = {}) {
    PseudoTransientHooks hooks;
    hooks.after_step = [&](const StepRecord& record) {
      const auto ids = std::span(mesh_->original_id).first(static_cast<std::size_t>(mesh_->n_owned));
      steps.push_back({record.cfl, record.residual, record.linear_iterations,
                       total(forces_.template by_marker<E>(parameters_, residual_.local_state())),
                       io::state_hash(comm_, record.state, E::n_unknowns, ids)});
    };
    return loop_->run(state, hooks, begin);
  }

  const MeshPlan& plan() const { return plan_; }
  const BlockPattern& pattern() const { return jacobian_.pattern(); }

  std::vector<double> state;    // [n_owned, N], free stream at first
  std::vector<FlowStep> steps;  // of the last run

 private:
  comm::Communicator comm_;
  std::shared_ptr<const mesh::FlowMesh> mesh_;
  typename E::Parameters parameters_;
  MeshPlan plan_;
  Residual<E> residual_;
  Jacobian<E> jacobian_;
  Forces forces_;
  log::Timers timers_;
  std::unique_ptr<NewtonStep<E>> newton_;
  std::unique_ptr<PseudoTransient<E>> loop_;
};

using FlowRun = FlowRunOf<IncompressibleEuler>;

}  // namespace trireme::flow::test
