// SPDX-License-Identifier: Apache-2.0
// The pseudo-transient loop on a channel with a disturbed start: converges to the free stream, rejects what
// fails, gives up with the last good state.
#include "fun3d/nonlinear/pseudo_transient.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/flow_run.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

class Channel : public ::testing::Test {
 protected:
  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 5);
  FlowCase case_;

  std::vector<double> disturbed() const {
    std::vector<double> q = test::smooth_state(*mesh_, mesh_->n_owned);
    return q;
  }
  // Largest deviation from the uniform flow along x.
  double deviation(const std::vector<double>& q) const {
    double largest = 0;
    for (std::size_t i = 0; i < q.size(); ++i)
      largest = std::max(largest, std::abs(q[i] - (i % 4 < 2 ? 1.0 : 0.0)));
    return comm::all_max(comm_, largest);
  }
};

TEST_F(Channel, ConvergesToTheUniformFlow) {
  for (const auto action : {JacobianAction::matrix_free, JacobianAction::assembled}) {
    case_.linear_solver.jacobian = action;
    case_.pseudo_time.max_steps = 200;
    case_.pseudo_time.residual_drop = 1e9;
    test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
    run.state = disturbed();
    const PseudoTransientResult end = run.run();
    EXPECT_EQ(end.reason, EndReason::converged);
    EXPECT_GT(end.drop, 1e9);
    EXPECT_LT(deviation(run.state), 1e-7);
    EXPECT_EQ(static_cast<int>(run.steps.size()), end.steps);
  }
}

// Both are the derivative of the second-order residual, so steps solved tightly reach the same states, which
// the first-order matrix does not.
TEST_F(Channel, StepsOfTheColouredMatrixAreThoseOfMatrixFreeProducts) {
  const auto mesh = test::box_mesh(comm_, 2);
  const auto state_after = [&](JacobianAction action) {
    case_.linear_solver.jacobian = action;
    case_.linear_solver.relative_tolerance = 1e-8;
    case_.pseudo_time.max_steps = 1;
    test::FlowRun run(comm_, mesh, test::channel_kinds(), case_);
    run.state = test::smooth_state(*mesh, mesh->n_owned);
    EXPECT_EQ(run.run().reason, EndReason::step_limit);
    return run.state;
  };
  const auto distance = [&](const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return comm::all_max(comm_, largest);
  };
  const std::vector<double> expected = state_after(JacobianAction::matrix_free);
  EXPECT_LT(distance(state_after(JacobianAction::coloured), expected), 1e-5);
  EXPECT_GT(distance(state_after(JacobianAction::assembled), expected), 1e-3);
}

TEST_F(Channel, StopsAtTheStepLimit) {
  case_.pseudo_time.max_steps = 2;
  test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
  run.state = disturbed();
  const PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, EndReason::step_limit);
  EXPECT_EQ(end.steps, 2);
  EXPECT_LT(end.residual, end.initial_residual);
}

// Nothing is left to drop: the residual is rounding from the start.
TEST_F(Channel, ExactStartIsConverged) {
  test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
  const PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, EndReason::converged);
  EXPECT_EQ(end.steps, 0);
}

TEST_F(Channel, GivesUpWithTheLastGoodStateWhenNothingIsAccepted) {
  // No step can keep the residual below a billionth of what it was.
  case_.pseudo_time.residual_growth_limit = 1e-9;
  case_.pseudo_time.max_rejections = 3;
  test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
  run.state = disturbed();
  const std::vector<double> start = run.state;
  const PseudoTransientResult end = run.run();
  EXPECT_EQ(end.reason, EndReason::diverged);
  EXPECT_EQ(end.steps, 0);
  EXPECT_EQ(end.rejections, 4);
  EXPECT_EQ(run.state, start);
}

TEST_F(Channel, DivergesOnAStateThatIsNoNumber) {
  test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
  for (const double wrong : {double{NAN}, double{HUGE_VAL}}) {
    if (comm_.is_root()) run.state.front() = wrong;
    EXPECT_EQ(run.run().reason, EndReason::diverged);
  }
}

// From a wild start a full Newton step makes the residual grow; a short step in pseudo-time does not. Every
// rank solves its own copy, so that the start is equally wild for any number of ranks.
TEST_F(Channel, RejectedStepsAreRetriedWithASmallerStep) {
  const comm::Communicator alone = comm::Communicator::self();
  const auto mesh = test::box_mesh(alone, 5);
  case_.pseudo_time.cfl_initial = 1e7;
  case_.pseudo_time.cfl_max = 1e7;
  case_.pseudo_time.max_steps = 1;
  std::vector<double> wild = test::smooth_state(*mesh, mesh->n_owned);
  for (std::size_t i = 0; i < wild.size(); ++i) {
    if (i % 4 > 0)
      wild[i] = 5 * std::sin(static_cast<double>(7 * mesh->original_id[i / 4] + 3 * static_cast<int>(i % 4)));
  }
  case_.pseudo_time.residual_growth_limit = 1e9;
  test::FlowRun free(alone, mesh, test::channel_kinds(), case_);
  free.state = wild;
  const PseudoTransientResult full_step = free.run();
  ASSERT_EQ(full_step.rejections, 0);
  ASSERT_GT(full_step.residual, 1.1 * full_step.initial_residual);

  case_.pseudo_time.residual_growth_limit = 1.05;
  test::FlowRun guarded(alone, mesh, test::channel_kinds(), case_);
  guarded.state = wild;
  const PseudoTransientResult end = guarded.run();
  EXPECT_EQ(end.reason, EndReason::step_limit);
  EXPECT_GT(end.rejections, 0);
  EXPECT_LE(end.residual, 1.05 * end.initial_residual);
}

// A threshold that calls every pivot of a long step zero: the factorization of a subdomain fails until the
// step is short enough, and must then be believed again.
TEST_F(Channel, RecoversWhenASubdomainsFactorizationFailed) {
  case_.linear_solver.matrix_type = "aijomp";
  case_.pseudo_time.cfl_initial = case_.pseudo_time.cfl_max = 1e5;
  case_.pseudo_time.max_steps = 1;
  for (const char* decomposition : {"bjacobi", "asm"}) {
    petsc::check(PetscOptionsInsertString(nullptr, "-sub_pc_type iluomp -sub_pc_iluomp_zero_pivot 0.5"));
    petsc::check(PetscOptionsSetValue(nullptr, "-pc_type", decomposition));
    test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
    run.state = disturbed();
    const PseudoTransientResult end = run.run();
    for (const char* option : {"-sub_pc_type", "-sub_pc_iluomp_zero_pivot", "-pc_type"})
      petsc::check(PetscOptionsClearValue(nullptr, option));
    EXPECT_EQ(end.reason, EndReason::step_limit) << decomposition;
    EXPECT_EQ(end.steps, 1) << decomposition;
    EXPECT_GT(end.rejections, 0) << decomposition;
  }
}

// PETSc's own factorization, whose failure no rank recovers from here: every pivot of every step is too
// small.
TEST_F(Channel, EndsWithAReasonWhenPetscsFactorizationAlwaysFails) {
  case_.linear_solver.matrix_type = "aijomp";
  case_.pseudo_time.max_rejections = 3;
  for (const char* decomposition : {"bjacobi", "asm"}) {
    petsc::check(PetscOptionsInsertString(
        nullptr, "-sub_pc_type ilu -sub_pc_factor_zeropivot 1e30 -sub_pc_factor_shift_type none"));
    petsc::check(PetscOptionsSetValue(nullptr, "-pc_type", decomposition));
    test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
    run.state = disturbed();
    const std::vector<double> before = run.state;
    const PseudoTransientResult end = run.run();
    for (const char* option :
         {"-sub_pc_type", "-sub_pc_factor_zeropivot", "-sub_pc_factor_shift_type", "-pc_type"})
      petsc::check(PetscOptionsClearValue(nullptr, option));
    EXPECT_EQ(end.reason, EndReason::diverged) << decomposition;
    EXPECT_EQ(end.steps, 0) << decomposition;
    EXPECT_EQ(end.rejections, 4) << decomposition;
    EXPECT_EQ(run.state, before) << decomposition;
  }
}

TEST_F(Channel, RefusesOptionsThatContradictOneAnother) {
  PseudoTimeOptions above = case_.pseudo_time, uncut = case_.pseudo_time;
  above.cfl_initial = 2 * above.cfl_max;
  uncut.rejection_factor = 1;
  for (const PseudoTimeOptions& options : {above, uncut}) {
    FlowCase wrong = case_;
    wrong.pseudo_time = options;
    EXPECT_THROW(test::FlowRun(comm_, mesh_, test::channel_kinds(), wrong), Error);
  }
}

TEST_F(Channel, HasTheSameBitsOnEveryStepForAnyNumberOfThreads) {
  std::vector<test::FlowStep> first;
  for (const int threads : {1, 2, 4}) {
    const threads::ThreadCountScope scope(threads);
    case_.pseudo_time.max_steps = 4;
    test::FlowRun run(comm_, mesh_, test::channel_kinds(), case_);
    run.state = disturbed();
    run.run();
    ASSERT_EQ(run.steps.size(), 4u);
    if (threads == 1) first = run.steps;
    for (std::size_t step = 0; step < 4; ++step) {
      EXPECT_EQ(run.steps[step].state_hash, first[step].state_hash) << threads << " threads, step " << step;
    }
  }
}

TEST_F(Channel, ContinuesWithTheSameBits) {
  case_.pseudo_time.max_steps = 4;
  test::FlowRun whole(comm_, mesh_, test::channel_kinds(), case_);
  whole.state = disturbed();
  const PseudoTransientResult end = whole.run();
  ASSERT_EQ(whole.steps.size(), 4u);
  for (const int first_part : {1, 3}) {
    case_.pseudo_time.max_steps = first_part;
    test::FlowRun first(comm_, mesh_, test::channel_kinds(), case_);
    first.state = disturbed();
    const PseudoTransientResult interrupted = first.run();
    case_.pseudo_time.max_steps = 4;
    test::FlowRun second(comm_, mesh_, test::channel_kinds(), case_);
    second.state = first.state;
    const PseudoTransientResult continued = second.run(interrupted.loop);
    ASSERT_EQ(second.steps.size(), static_cast<std::size_t>(4 - first_part));
    for (std::size_t i = 0; i < second.steps.size(); ++i) {
      const test::FlowStep &expected = whole.steps[i + static_cast<std::size_t>(first_part)],
                           &step = second.steps[i];
      EXPECT_EQ(step.state_hash, expected.state_hash) << first_part << " steps, then " << i;
      EXPECT_EQ(step.cfl, expected.cfl);
    }
    EXPECT_EQ(continued.initial_residual, end.initial_residual);
    EXPECT_EQ(continued.linear_iterations, end.linear_iterations);
    EXPECT_EQ(continued.steps, 4);
  }
}

// The loop with the given hooks, from the disturbed start; state out: what it left.
class StoppableChannel : public Channel {
 protected:
  PseudoTransientResult run(const PseudoTransientHooks& hooks, std::vector<double>& state) {
    petsc::check(petsc::register_types());
    const MeshPlan plan(comm_, mesh_, test::channel_kinds(), GradientWeights::unweighted);
    const auto parameters = parameters_of<IncompressibleEuler>(case_.flow);
    Residual<IncompressibleEuler> residual(comm_, plan, parameters, Order::second);
    const Jacobian<IncompressibleEuler> jacobian(plan, parameters, false);
    log::Timers timers;
    NewtonStep<IncompressibleEuler> newton(comm_, residual, jacobian, case_.linear_solver, timers);
    PseudoTransient<IncompressibleEuler> loop(comm_, residual, newton, case_.pseudo_time);
    state = disturbed();
    return loop.run(state, hooks);
  }
};

TEST_F(StoppableChannel, StopsOnRequest) {
  PseudoTransientHooks hooks;
  hooks.stop_requested = [] { return true; };
  std::vector<double> state;
  const PseudoTransientResult end = run(hooks, state);
  EXPECT_EQ(end.reason, EndReason::stopped);
  EXPECT_EQ(end.steps, 1);
}

TEST_F(StoppableChannel, StopsOnRequestWhileStepsAreRejected) {
  case_.pseudo_time.residual_growth_limit = 1e-9;
  case_.pseudo_time.max_rejections = 50;
  int rejected = 0;
  PseudoTransientHooks hooks;
  hooks.rejected = [&](double, double, std::string_view) { ++rejected; };
  hooks.stop_requested = [&] { return rejected == 2; };
  std::vector<double> state;
  const PseudoTransientResult end = run(hooks, state);
  EXPECT_EQ(end.reason, EndReason::stopped);
  EXPECT_EQ(end.steps, 0);
  EXPECT_EQ(end.rejections, 2);
  EXPECT_EQ(state, disturbed());
}

}  // namespace
}  // namespace trireme::flow
