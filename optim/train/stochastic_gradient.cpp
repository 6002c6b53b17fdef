// SPDX-License-Identifier: Apache-2.0
#include "optim/train/stochastic_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "optim/train/work_numbers.hpp"

namespace trireme::optim {
namespace {

class StochasticRun {
 public:
  StochasticRun(const RegularizedObjective& objective, const StochasticOptions& options,
                std::vector<double> weights)
      : objective_(objective),
        options_(options),
        n_samples_(objective.samples().size()),
        batch_(std::min<GlobalIndex>(options.batch, n_samples_)),
        per_epoch_((n_samples_ + batch_ - 1) / batch_),
        w_(std::move(weights)),
        g_(w_.size()),
        mover_(options.step, w_.size()) {}

  void resume(const OptimizerState& state) {
    w_ = state.vector("weights");
    mover_.first() = state.vector("first");
    if (!mover_.second().empty()) mover_.second() = state.vector("second");
    step_ = static_cast<std::int64_t>(state.number("step"));
    objective_.samples().set_work(work_of(state));
  }

  StochasticResult run(const IterateObserver& observer) {
    const std::int64_t n_steps = per_epoch_ * options_.epochs;
    StochasticResult result;
    result.stopped = observe(observer);
    while (step_ < n_steps && !result.stopped && result.finite) {
      const std::int64_t in_epoch = step_ % per_epoch_;
      const SampleSet set{in_epoch * batch_, std::min(batch_, n_samples_ - in_epoch * batch_)};
      f_ = objective_.value_gradient(w_, set, g_);
      ++step_;
      result.finite =
          std::isfinite(f_) && mover_.move(rate_of_step(options_.rate, step_, n_steps), step_, g_, w_);
      if (!result.finite) break;
      if (step_ % per_epoch_ == 0 || ends_cycle(options_.rate, step_, n_steps))
        result.stopped = observe(observer);
    }
    result.weights = w_;
    result.iterations = static_cast<int>(step_);
    return result;
  }

 private:
  bool observe(const IterateObserver& observer) {
    if (!observer) return false;
    const Iterate iterate{.iteration = static_cast<int>(step_),
                          .set = {0, batch_},
                          .lambda = objective_.lambda(),
                          .objective = f_,
                          .gradient_norm = norm2(g_),
                          .step = 1,
                          .ends_cycle = ends_cycle(options_.rate, step_, per_epoch_ * options_.epochs),
                          .weights = &w_,
                          .state = [this] {
                            OptimizerState state{
                                options_.step.method == StochasticMethod::sgd ? "sgd" : "adam",
                                {{"step", static_cast<double>(step_)}},
                                {{"weights", w_}, {"first", mover_.first()}}};
                            if (!mover_.second().empty()) state.vectors["second"] = mover_.second();
                            save_work(objective_.samples().work(), state);
                            return state;
                          }};
    return observer(iterate);
  }

  const RegularizedObjective& objective_;
  StochasticOptions options_;
  GlobalIndex n_samples_, batch_;
  std::int64_t per_epoch_, step_ = 0;
  std::vector<double> w_, g_;
  StochasticStep mover_;
  double f_ = 0;
};

}  // namespace

StochasticResult train_stochastically(const RegularizedObjective& objective, const StochasticOptions& options,
                                      std::vector<double> weights, const IterateObserver& observer,
                                      const std::optional<OptimizerState>& resume) {
  StochasticRun run(objective, options, std::move(weights));
  if (resume) run.resume(*resume);
  return run.run(observer);
}

}  // namespace trireme::optim
