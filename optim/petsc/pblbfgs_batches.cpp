// SPDX-License-Identifier: Apache-2.0
// PB-L-BFGS on samples. A batch is a window of the random order of samples; in multi-batch mode the next one
// begins with its last part, so that the gradients over the part that both share cost nothing more: a batch
// is evaluated as the part it shares with the one before (head), the middle, and the part it will share with
// the next (tail).
#include <algorithm>
#include <cmath>

#include "optim/pblbfgs/batch_control.hpp"
#include "optim/pblbfgs/lbfgs_memory.hpp"
#include "optim/petsc/replicated_line_search.hpp"
#include "optim/petsc/replicated_solution.hpp"
#include "optim/petsc/tao_frame.hpp"
#include "optim/petsc/tao_iteration.hpp"
#include "optim/petsc/tao_pblbfgs_state.hpp"
#include "optim/problem/regularized_objective.hpp"
#include "optim/train/work_numbers.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;

constexpr double sufficient_decrease = 1e-4;  // the line searches' default

class BatchedSolve {
 public:
  BatchedSolve(Tao tao, PblbfgsState& state, const SampleProblem& problem)
      : tao_(tao),
        state_(state),
        problem_(problem),
        options_(state.options),
        samples_(*problem.objective),
        n_samples_(samples_.size()),
        lambda_(problem.lambda),
        control_(options_, n_samples_),
        memory_(options_.history),
        on_batches_(dim(), pblbfgs_prefix(tao)),
        on_all_(dim(), pblbfgs_prefix(tao) + "full_", TAOLINESEARCHMT),
        w_(dim()),
        g_(dim()) {
    gather_start(tao, w_);
  }

  void run() {
    state_.history = {};
    tao_->reason = TAO_CONTINUE_ITERATING;
    batch_ = {0, control_.first()};
    if (problem_.resume)
      resume(*problem_.resume);
    else
      evaluate_batch();
    report();
    while (tao_->reason == TAO_CONTINUE_ITERATING) {
      if (!iterate()) break;
      tao_->niter++;
      report();
    }
    ReplicatedSolution::scatter(w_, tao_->solution);
    ReplicatedSolution::scatter(g_, tao_->gradient);
  }

 private:
  std::size_t dim() const { return static_cast<std::size_t>(problem_.objective->dim()); }
  bool on_all() const { return batch_.count == n_samples_; }
  bool multi_batch() const { return options_.mode == BatchMode::multi_batch && !on_all(); }
  // Samples shared by batches of `count` and their successors: none where the batch is of one sample.
  GlobalIndex shared(GlobalIndex count) const {
    const auto asked = static_cast<GlobalIndex>(options_.overlap * static_cast<double>(count));
    return std::min(std::max<GlobalIndex>(1, asked), count / 2);
  }
  SampleSet tested() const { return window(batch_.begin, control_.test_samples(batch_.count)); }
  SampleSet window(GlobalIndex begin, GlobalIndex count) const { return {begin % n_samples_, count}; }

  // The mean loss over a part of a batch, and its gradient; not regularized.
  struct Part {
    double loss = 0;
    std::vector<double> gradient = {};
  };
  Part part_at(std::span<const double> w, SampleSet set) {
    Part part{0, std::vector<double>(dim())};
    if (set.count > 0) part.loss = samples_.value_gradient(w, set, part.gradient);
    return part;
  }
  // Weighted into g_ and the loss, which are means over total samples.
  double add(const Part& part, GlobalIndex count, GlobalIndex total) {
    const double weight = static_cast<double>(count) / static_cast<double>(total);
    add_scaled(weight, part.gradient, g_);
    return weight * part.loss;
  }

  // f and g of the batch at w; of a multi-batch, whose head is known, also what its tail says.
  void evaluate_batch() {
    std::fill(g_.begin(), g_.end(), 0.0);
    double loss = 0;
    if (!multi_batch()) {
      loss = samples_.value_gradient(w_, batch_, g_);
    } else {
      tail_ = window(batch_.begin + batch_.count - shared(batch_.count), shared(batch_.count));
      const SampleSet middle = window(batch_.begin + head_count_, batch_.count - head_count_ - tail_.count);
      if (head_count_ > 0) loss += add(head_part_, head_count_, batch_.count);
      loss += add(part_at(w_, middle), middle.count, batch_.count);
      tail_part_ = part_at(w_, tail_);
      loss += add(tail_part_, tail_.count, batch_.count);
    }
    loss_norm_ = norm2(g_);
    f_ = loss + 0.5 * lambda_ * dot(w_, w_);
    add_scaled(lambda_, w_, g_);
  }

  // The batch keeps its samples and gets new ones behind; f and g follow from those of the new samples.
  void grow_batch(GlobalIndex count) {
    const GlobalIndex before = batch_.count;
    if (count <= before) return;
    const double kept = static_cast<double>(before) / static_cast<double>(count);
    add_scaled(-lambda_, w_, g_);
    double loss = kept * (f_ - 0.5 * lambda_ * dot(w_, w_));
    for (double& entry : g_) entry *= kept;
    const SampleSet fresh = window(batch_.begin + before, count - before);
    if (count == n_samples_) {
      batch_ = {0, count};
      loss += add(part_at(w_, fresh), fresh.count, count);
    } else {
      batch_.count = count;
      // The tail is where the next batch begins.
      const GlobalIndex tail = std::min(shared(count), fresh.count);
      loss += add(part_at(w_, window(fresh.begin, fresh.count - tail)), fresh.count - tail, count);
      tail_ = window(batch_.begin + count - tail, tail);
      tail_part_ = part_at(w_, tail_);
      loss += add(tail_part_, tail, count);
    }
    loss_norm_ = norm2(g_);
    f_ = loss + 0.5 * lambda_ * dot(w_, w_);
    add_scaled(lambda_, w_, g_);
  }

  std::vector<double> direction_of(const std::vector<double>& hg) const {
    std::vector<double> direction(hg.size());
    for (std::size_t i = 0; i < hg.size(); ++i) direction[i] = -hg[i];
    return direction;
  }

  // One step; false when the run ends.
  bool iterate() {
    // 1. Is the batch large enough for this direction?
    std::vector<double> hg = memory_.times(g_);
    double squared = dot(hg, hg);
    if (!on_all()) {
      const SampleMoments along = samples_.directional_moments(w_, tested(), memory_.times(hg));
      grow_batch(std::max(control_.after_test(batch_.count, along, squared),
                          control_.after_iteration(batch_.count, f_)));
      hg = memory_.times(g_);
    }
    // 2. The step, with a first length that the variance of the gradients allows.
    double first_step = 1;
    if (!on_all())
      first_step = BatchControl::first_step(samples_.gradient_norm_moments(w_, tested()), batch_.count,
                                            loss_norm_, norm2(g_));
    else if (memory_.pairs().empty())
      first_step = std::min(1.0, 1 / norm2(g_));
    const std::vector<double> w_before = w_, g_before = g_;
    SearchResult found{};
    const bool by_overlap = multi_batch() && tail_.count > 0 && options_.search == BatchSearch::overlap &&
                            step_by_overlap(hg, first_step);
    if (by_overlap)
      found = {.success = true, .objective = f_, .step = first_step};
    else
      found = search(direction_of(hg), first_step);
    if (!found.success && !memory_.pairs().empty()) {
      memory_.clear();
      found = search(direction_of(g_), std::min(first_step, 1 / norm2(g_)));
    }
    if (!found.success) {
      if (!std::isfinite(f_)) {
        tao_->reason = TAO_DIVERGED_NAN;
        return false;
      }
      if (on_all()) {
        tao_->reason = TAO_DIVERGED_LS_FAILURE;
        return false;
      }
      // A batch that cannot be improved on is too small.
      grow_batch(control_.at_least(2 * batch_.count));
      step_ = 0;
      return true;
    }
    step_ = found.step;
    if (found.step == first_step) ++state_.history.first_steps_accepted;
    f_ = found.objective;
    learn(w_before, g_before, by_overlap);
    return true;
  }

  // Armijo's rule for the first step on the samples that this batch and the next one share: their gradient at
  // the new point is wanted anyway, so that a step which is taken costs no evaluation of its own. Where they
  // see no descent, or not enough of it, the whole batch is asked.
  bool step_by_overlap(const std::vector<double>& hg, double step) {
    const double slope = -(dot(tail_part_.gradient, hg) + lambda_ * dot(w_, hg));
    if (!(slope < 0)) return false;
    std::vector<double> w = w_;
    add_scaled(-step, hg, w);
    Part there = part_at(w, tail_);
    const double before = tail_part_.loss + 0.5 * lambda_ * dot(w_, w_),
                 after = there.loss + 0.5 * lambda_ * dot(w, w);
    if (!(after <= before + sufficient_decrease * step * slope)) return false;
    w_ = std::move(w);
    head_part_ = std::move(there);
    return true;
  }

  SearchResult search(const std::vector<double>& direction, double first_step) {
    const SampleSet set = batch_;
    const auto both = [&](std::span<const double> w, std::span<double> g) {
      const double loss = samples_.value_gradient(w, set, g);
      add_scaled(lambda_, w, g);
      return loss + 0.5 * lambda_ * dot(w, w);
    };
    // Multi-batch needs no gradient over this batch at the new point.
    const auto value = [&](std::span<const double> w, std::span<double> g) {
      std::fill(g.begin(), g.end(), 0.0);
      return samples_.value(w, set) + 0.5 * lambda_ * dot(w, w);
    };
    if (on_all()) return on_all_.search(both, w_, f_, g_, direction, first_step);
    if (multi_batch()) return on_batches_.search(value, w_, f_, g_, direction, first_step);
    return on_batches_.search(both, w_, f_, g_, direction, first_step);
  }

  // 3. The curvature pair and the next batch, of which head_known says whether its head is evaluated already.
  void learn(const std::vector<double>& w_before, const std::vector<double>& g_before, bool head_known) {
    std::vector<double> s(w_.size()), y(w_.size()), b_s(w_.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
      s[i] = w_[i] - w_before[i];
      b_s[i] = -step_ * g_before[i];
    }
    if (multi_batch()) {
      if (!head_known) head_part_ = part_at(w_, tail_);
      for (std::size_t i = 0; i < y.size(); ++i)
        y[i] = head_part_.gradient[i] - tail_part_.gradient[i] + lambda_ * s[i];
      batch_ = {tail_.begin, batch_.count};
      head_count_ = tail_.count;
      evaluate_batch();
    } else {
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = g_[i] - g_before[i];
      if (!on_all()) {
        batch_ = window(batch_.begin + batch_.count, batch_.count);
        evaluate_batch();
      } else {
        loss_norm_ = norm2(g_);
      }
    }
    if (!memory_.update(std::move(s), std::move(y), b_s, options_)) ++state_.history.refused_pairs;
  }

  void report() {
    state_.history.batch_sizes.push_back(batch_.count);
    const double norm = norm2(g_);
    check(record_iteration(tao_, f_, norm, step_, on_all() ? TaoTests::apply : TaoTests::skip));
    if (tao_->reason == TAO_DIVERGED_NAN || !problem_.observer) return;
    const Iterate iterate{.iteration = static_cast<int>(tao_->niter),
                          .set = batch_,
                          .lambda = lambda_,
                          .objective = f_,
                          .gradient_norm = norm,
                          .step = step_,
                          .weights = &w_,
                          .state = [this] { return saved(); }};
    if (problem_.observer(iterate) && tao_->reason == TAO_CONTINUE_ITERATING)
      tao_->reason = TAO_CONVERGED_USER;
  }

  // f and g of a grown batch have other roundings than those of a batch evaluated anew, so they are kept.
  OptimizerState saved() const {
    OptimizerState state{"pblbfgs",
                         {{"iteration", static_cast<double>(tao_->niter)},
                          {"begin", static_cast<double>(batch_.begin)},
                          {"count", static_cast<double>(batch_.count)},
                          {"head", static_cast<double>(head_count_)},
                          {"tail_begin", static_cast<double>(tail_.begin)},
                          {"tail_count", static_cast<double>(tail_.count)},
                          {"objective", f_},
                          {"loss_norm", loss_norm_},
                          {"tail_loss", tail_part_.loss},
                          {"step", step_},
                          {"best", std::min(control_.best(), 1e300)},
                          {"waited", control_.waited()},
                          {"pairs", static_cast<double>(memory_.pairs().size())}},
                         {{"weights", w_}, {"gradient", g_}}};
    save_work(samples_.work(), state);
    if (!tail_part_.gradient.empty()) state.vectors["tail_gradient"] = tail_part_.gradient;
    for (std::size_t k = 0; k < memory_.pairs().size(); ++k) {
      state.vectors["s" + std::to_string(k)] = memory_.pairs()[k].s;
      state.vectors["y" + std::to_string(k)] = memory_.pairs()[k].y;
    }
    return state;
  }

  void resume(const OptimizerState& state) {
    w_ = state.vector("weights");
    tao_->niter = static_cast<PetscInt>(state.number("iteration"));
    batch_ = {static_cast<GlobalIndex>(state.number("begin")),
              static_cast<GlobalIndex>(state.number("count"))};
    head_count_ = static_cast<GlobalIndex>(state.number("head"));
    tail_ = {static_cast<GlobalIndex>(state.number("tail_begin")),
             static_cast<GlobalIndex>(state.number("tail_count"))};
    f_ = state.number("objective");
    loss_norm_ = state.number("loss_norm");
    step_ = state.number("step");
    g_ = state.vector("gradient");
    // Earlier checkpoints have no tail's loss, those of other modes no tail.
    if (state.vectors.contains("tail_gradient") && state.numbers.contains("tail_loss"))
      tail_part_ = {state.number("tail_loss"), state.vector("tail_gradient")};
    else if (multi_batch())
      tail_part_ = part_at(w_, tail_);
    const double best = state.number("best");
    control_.restore(best >= 1e300 ? std::numeric_limits<double>::infinity() : best,
                     static_cast<int>(state.number("waited")));
    std::vector<std::pair<std::vector<double>, std::vector<double>>> pairs;
    for (int k = 0; k < static_cast<int>(state.number("pairs")); ++k)
      pairs.emplace_back(state.vector("s" + std::to_string(k)), state.vector("y" + std::to_string(k)));
    memory_.restore(std::move(pairs));
    samples_.set_work(work_of(state));
  }

  Tao tao_;
  PblbfgsState& state_;
  const SampleProblem& problem_;
  PblbfgsOptions options_;
  SampleObjective& samples_;
  GlobalIndex n_samples_;
  double lambda_;
  BatchControl control_;
  LbfgsMemory memory_;
  ReplicatedLineSearch on_batches_, on_all_;
  std::vector<double> w_, g_;
  SampleSet batch_, tail_;
  GlobalIndex head_count_ = 0;
  Part head_part_, tail_part_;
  double f_ = 0, loss_norm_ = 0, step_ = 1;
};

}  // namespace

void solve_by_batches(Tao tao, PblbfgsState& state, const SampleProblem& problem) {
  BatchedSolve(tao, state, problem).run();
}

}  // namespace trireme::optim
