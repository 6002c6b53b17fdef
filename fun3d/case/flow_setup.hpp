// SPDX-License-Identifier: Apache-2.0
// All that is made once to solve the flow of a deck on one mesh: plan, residual, Jacobian, Newton step,
// pseudo-transient loop, forces. Made by case/flow_run for every mesh of a run, used by the rest of case/.
#pragma once

#include <optional>

#include "fun3d/case/flow_case.hpp"
#include "fun3d/case/flow_level.hpp"
#include "fun3d/case/manufactured_case.hpp"
#include "fun3d/discretization/forces.hpp"
#include "fun3d/nonlinear/pseudo_transient.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "fun3d/physics/manufactured_solution.hpp"
#include "solvers/program/context.hpp"

namespace trireme::flow {

template <class E>
struct FlowSetup {
  // pseudo_time: in place of the deck's section. Members refer to one another: the object stays where it is.
  // Collective. Throws Error (input).
  FlowSetup(program::Context& context, const FlowCase& flow_case, const FlowLevel& level,
            const PseudoTimeOptions& pseudo_time)
      : pseudo_time(pseudo_time),
        parameters(parameters_of<E>(flow_case.flow)),
        plan(context.comm, level.mesh, level.conditions, flow_case.flow.gradient_weights,
             flow_case.performance),
        manufactured(flow_case.manufactured.is_on()
                         ? std::make_optional<ManufacturedCase<E>>(plan.mesh(), plan.boundary(), parameters,
                                                                   manufactured_solution(parameters))
                         : std::nullopt),
        residual(context.comm, plan, parameters, flow_case.flow.order,
                 manufactured ? manufactured->forcing() : Forcing{}, flow_case.limiter),
        jacobian(plan, parameters, manufactured.has_value()),
        newton(context.comm, residual, jacobian, flow_case.linear_solver, context.timers),
        loop(context.comm, residual, newton, pseudo_time, flow_case.start_up,
             flow_case.limiter.freeze_after_drop),
        forces(context.comm, plan, flow_case.forces.reference(), force_axes(flow_case.flow)) {}
  FlowSetup(const FlowSetup&) = delete;
  FlowSetup& operator=(const FlowSetup&) = delete;

  const mesh::FlowMesh& mesh() const { return plan.mesh(); }

  PseudoTimeOptions pseudo_time;
  typename E::Parameters parameters;
  MeshPlan plan;
  std::optional<ManufacturedCase<E>> manufactured;  // where the deck states a solution
  Residual<E> residual;
  Jacobian<E> jacobian;
  NewtonStep<E> newton;
  PseudoTransient<E> loop;
  Forces forces;
};

}  // namespace trireme::flow
