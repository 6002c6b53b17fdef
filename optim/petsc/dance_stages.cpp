// SPDX-License-Identifier: Apache-2.0
// DANCE on samples: the stages, and within each the Newton steps. Numbered steps follow Algorithm 1 of the
// paper as this project understands it; where the default differs, tao_dance.hpp says so.
#include <algorithm>
#include <cmath>
#include <utility>

#include "optim/dance/stage_schedule.hpp"
#include "optim/petsc/newton_system.hpp"
#include "optim/petsc/replicated_line_search.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "optim/petsc/tao_dance_state.hpp"
#include "optim/petsc/tao_frame.hpp"
#include "optim/petsc/tao_iteration.hpp"
#include "optim/train/work_numbers.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;
using Curvature = RegularizedObjective::Curvature;

// Marquardt's rule as in Martens (ICML 2010): by the ratio of actual to predicted reduction.
constexpr double damping_step = 1.5;
// A Newton step that leaves more than this of the gradient asks for more samples in the Hessian: sooner where
// the solution is wanted to more than the statistical accuracy.
constexpr double slow_progress = 0.9, slow_progress_to_the_end = 0.5;

class StagedSolve {
 public:
  StagedSolve(Tao tao, DanceState& state, const SampleProblem& problem)
      : tao_(tao),
        state_(state),
        problem_(problem),
        options_(options_for(state, problem)),
        n_samples_(problem.objective->size()),
        objective_(*problem.objective, 0),
        schedule_(options_, n_samples_),
        curvature_(curvature_of(state, *problem.objective)),
        damping_(problem.objective->is_convex() ? 0 : options_.damping),
        fraction_(options_.hess_fraction),
        search_(static_cast<std::size_t>(problem.objective->dim()), dance_prefix(tao)),
        w_(static_cast<std::size_t>(problem.objective->dim())),
        g_(w_.size()) {
    gather_start(tao, w_);
  }

  void run() {
    state_.stages.clear();
    tao_->reason = TAO_CONTINUE_ITERATING;
    GlobalIndex n = schedule_.first();
    if (problem_.resume) n = resume(*problem_.resume);
    // 1. Stages: all samples so far and new ones, from the last stage's weights.
    for (;; n = schedule_.next(n)) {
      run_stage(n);
      if (tao_->reason != TAO_CONTINUE_ITERATING || schedule_.is_last(n)) break;
    }
    ReplicatedSolution::scatter(w_, tao_->solution);
    ReplicatedSolution::scatter(g_, tao_->gradient);
  }

 private:
  static Curvature curvature_of(const DanceState& state, const SampleObjective& objective) {
    if (state.curvature == DanceCurvature::hessian) return Curvature::hessian;
    if (state.curvature == DanceCurvature::gauss_newton) return Curvature::gauss_newton;
    return objective.is_convex() ? Curvature::hessian : Curvature::gauss_newton;
  }

  double evaluate(SampleSet set) { return f_ = objective_.value_gradient(w_, set, g_); }

  void run_stage(GlobalIndex n) {
    const SampleSet set{0, n};
    objective_.set_lambda(schedule_.lambda(n));
    NewtonSystem system(objective_, curvature_, dance_prefix(tao_), options_.localhess_rows,
                        options_.localhess_mu);
    if (state_.stages.empty() || state_.stages.back().samples != n)
      state_.stages.push_back({.samples = n, .accuracy = schedule_.accuracy(n)});
    DanceStage& stage = state_.stages.back();
    if (!std::exchange(evaluated_, false)) evaluate(set);
    for (; stage.newton_steps < options_.max_newton; ++stage.newton_steps) {
      const double norm = norm2(g_);
      report(set, norm, stage);
      if (tao_->reason != TAO_CONTINUE_ITERATING) return;
      const bool last = schedule_.is_last(n);
      // 3a. ||grad R_n|| <= sqrt(2 c) V_n.
      if (options_.stop == DanceStop::gradient && schedule_.certified(n, norm)) {
        if (last) tao_->reason = TAO_CONVERGED_GATOL;
        return;
      }
      // 2. (H + cV_n I) v = g to ||H v - g|| <= beta ||g||.
      const SampleSet of_hessian{0, schedule_.hessian_samples(n, fraction_)};
      const NewtonDirection direction = system.solve(w_, of_hessian, damping_, g_, options_.beta);
      stage.krylov_iterations += direction.iterations;
      last_iterations_ = direction.iterations;
      tao_->ksp_its = direction.iterations;
      tao_->ksp_tot_its += direction.iterations;
      if (!direction.finite) {
        tao_->reason = TAO_DIVERGED_NAN;
        return;
      }
      // CG's residual is orthogonal to v: delta^2 = v'H v = v'g.
      const double squared_decrement = dot(direction.v, g_);
      // 3b. On the last stage the weights stay those that f and g are of.
      if (options_.stop != DanceStop::gradient && !(last && options_.stop == DanceStop::tao) &&
          !direction.negative_curvature && schedule_.small_decrement(n, squared_decrement)) {
        if (last)
          tao_->reason = TAO_CONVERGED_USER;
        else
          add_scaled(-1, direction.v, w_);
        stage.passes = passes();
        return;
      }
      if (!take_step(set, direction.v, squared_decrement, norm)) return;
      tao_->niter++;
      const double slow = options_.stop == DanceStop::tao && last ? slow_progress_to_the_end : slow_progress;
      if (fraction_ < 1 && norm2(g_) > slow * norm) fraction_ = std::min(1.0, 2 * fraction_);
    }
    if (schedule_.is_last(n)) tao_->reason = TAO_DIVERGED_MAXITS;
  }

  bool take_step(SampleSet set, const std::vector<double>& v, double squared_decrement, double norm) {
    const double before = f_;
    if (options_.step == DanceStep::damped && problem_.objective->is_convex()) {
      const std::vector<double> w_before = w_, g_before = g_;
      step_ = 1 / (1 + std::sqrt(squared_decrement));
      add_scaled(-step_, v, w_);
      evaluate(set);
      if (std::isfinite(f_) && std::isfinite(norm2(g_))) return true;
      w_ = w_before;
      g_ = g_before;
      f_ = before;
      tao_->reason = TAO_DIVERGED_NAN;
      return false;
    }
    const auto value = [&](std::span<const double> w, std::span<double> g) {
      return objective_.value_gradient(w, set, g);
    };
    std::vector<double> direction(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) direction[i] = -v[i];
    SearchResult found = search_.search(value, w_, f_, g_, direction, 1);
    if (!found.success) {
      // Along the gradient, with the length of the direction that failed.
      const double length = norm > 0 ? norm2(v) / norm : 1;
      for (std::size_t i = 0; i < v.size(); ++i) direction[i] = -g_[i];
      found = search_.search(value, w_, f_, g_, direction, std::min(1.0, length));
    }
    if (!found.success) {
      // A stage before the last need not be solved; rounding ends the search where nothing is left to gain.
      if (!schedule_.is_last(set.count)) return false;
      tao_->reason = TAO_DIVERGED_LS_FAILURE;
      return false;
    }
    f_ = found.objective;
    step_ = found.step;
    adapt_damping(before - f_, squared_decrement, found.step);
    return true;
  }

  // The model's reduction for a step t v is (t - t^2 / 2) delta^2.
  void adapt_damping(double reduction, double squared_decrement, double step) {
    if (damping_ <= 0) return;
    const double predicted = (step - 0.5 * step * step) * squared_decrement;
    const double ratio = predicted > 0 ? reduction / predicted : 0;
    if (ratio < 0.25) damping_ *= damping_step;
    if (ratio > 0.75) damping_ /= damping_step;
  }

  double passes() const { return problem_.objective->work().passes(n_samples_); }

  void report(SampleSet set, double norm, DanceStage& stage) {
    stage.objective = f_;
    stage.gradient_norm = norm;
    stage.passes = passes();
    const bool tests = options_.stop == DanceStop::tao && schedule_.is_last(set.count);
    check(record_iteration(tao_, f_, norm, step_, tests ? TaoTests::apply : TaoTests::skip));
    if (tao_->reason == TAO_DIVERGED_NAN || !problem_.observer) return;
    const Iterate iterate{.iteration = static_cast<int>(tao_->niter),
                          .set = set,
                          .lambda = objective_.lambda(),
                          .objective = f_,
                          .gradient_norm = norm,
                          .step = step_,
                          .krylov_iterations = last_iterations_,
                          .weights = &w_,
                          .state = [&] { return saved(set, stage); }};
    if (problem_.observer(iterate) && tao_->reason == TAO_CONTINUE_ITERATING)
      tao_->reason = TAO_CONVERGED_USER;
  }

  OptimizerState saved(SampleSet set, const DanceStage& stage) const {
    OptimizerState state{"dance",
                         {{"samples", static_cast<double>(set.count)},
                          {"iteration", static_cast<double>(tao_->niter)},
                          {"newton_steps", stage.newton_steps},
                          {"stage_krylov_iterations", stage.krylov_iterations},
                          {"krylov_iterations", static_cast<double>(tao_->ksp_tot_its)},
                          {"damping", damping_},
                          {"fraction", fraction_},
                          {"objective", f_},
                          {"step", step_}},
                         {{"weights", w_}, {"gradient", g_}}};
    save_work(problem_.objective->work(), state);
    return state;
  }

  GlobalIndex resume(const OptimizerState& state) {
    w_ = state.vector("weights");
    tao_->niter = static_cast<PetscInt>(state.number("iteration"));
    damping_ = state.number("damping");
    fraction_ = state.number("fraction");
    step_ = state.number("step");
    f_ = state.number("objective");
    g_ = state.vector("gradient");
    tao_->ksp_tot_its = static_cast<PetscInt>(state.number("krylov_iterations"));
    problem_.objective->set_work(work_of(state));
    evaluated_ = true;
    const auto n = static_cast<GlobalIndex>(state.number("samples"));
    state_.stages.push_back({.samples = n,
                             .accuracy = schedule_.accuracy(n),
                             .newton_steps = static_cast<int>(state.number("newton_steps")),
                             .krylov_iterations = static_cast<int>(state.number("stage_krylov_iterations"))});
    return n;
  }

  Tao tao_;
  DanceState& state_;
  const SampleProblem& problem_;
  DanceOptions options_;
  GlobalIndex n_samples_;
  RegularizedObjective objective_;
  StageSchedule schedule_;
  Curvature curvature_;
  double damping_, fraction_;
  ReplicatedLineSearch search_;
  std::vector<double> w_, g_;
  double f_ = 0, step_ = 1;
  int last_iterations_ = 0;
  bool evaluated_ = false;  // f and g came with the state that the run goes on from
};

}  // namespace

void solve_by_stages(Tao tao, DanceState& state, const SampleProblem& problem) {
  StagedSolve(tao, state, problem).run();
}

}  // namespace trireme::optim
