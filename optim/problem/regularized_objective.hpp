// SPDX-License-Identifier: Apache-2.0
// The mean loss over a set of samples plus 0.5 lambda w'w: what the optimizers minimise. Called by the TAO
// types and the baselines of trireme-optim. Collective as SampleObjective is; the added terms are local.
#pragma once

#include <span>

#include "optim/problem/replicated_vector.hpp"
#include "optim/problem/sample_objective.hpp"

namespace trireme::optim {

class RegularizedObjective {
 public:
  // objective must outlive this object.
  RegularizedObjective(SampleObjective& objective, double lambda) : objective_(objective), lambda_(lambda) {}

  void set_lambda(double lambda) { lambda_ = lambda; }
  double lambda() const { return lambda_; }
  SampleObjective& samples() const { return objective_; }

  double value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) const {
    const double loss = objective_.value_gradient(w, set, gradient);
    add_scaled(lambda_, w, gradient);
    return loss + 0.5 * lambda_ * dot(w, w);
  }

  enum class Curvature { hessian, gauss_newton };
  // (H or G + (lambda + damping) I) u.
  void curvature_product(Curvature curvature, std::span<const double> w, SampleSet set, double damping,
                         std::span<const double> u, std::span<double> product) const {
    if (curvature == Curvature::hessian)
      objective_.hessian_product(w, set, u, product);
    else
      objective_.gauss_newton_product(w, set, u, product);
    add_scaled(lambda_ + damping, u, product);
  }

 private:
  SampleObjective& objective_;
  double lambda_;
};

}  // namespace trireme::optim
