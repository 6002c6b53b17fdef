// SPDX-License-Identifier: Apache-2.0
// A network under the softmax loss as a Model: exact Hessian products by the R-operator, Gauss-Newton
// products, moments of the samples' gradients without storing any. Samples in single precision, everything
// else in double.
//
// What is found at a sample is not kept from one call to the next: a product costs one sweep more, for the
// activations. Regularization is the caller's.
#pragma once

#include <memory>
#include <vector>

#include "optim/data/samples.hpp"
#include "optim/problem/model.hpp"
#include "optim/problem/network_pass.hpp"
#include "optim/reduce/order_free_sum.hpp"

namespace trireme::optim {

class Network final : public Model {
 public:
  // shape: of the samples' features and classes. Throws Error (input) where it does not fit. Local.
  Network(std::shared_ptr<const Samples> samples, NetworkShape shape, Accumulation accumulation);

  const comm::Communicator& comm() const override { return samples_->comm; }
  GlobalIndex size() const override { return samples_->n_samples; }
  GlobalIndex dim() const override { return shape_.n_weights(); }
  bool is_convex() const override { return false; }
  double value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) override;
  double value(std::span<const double> w, SampleSet set) override;
  void hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                       std::span<double> product) override;
  void gauss_newton_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                            std::span<double> product) override;
  SampleMoments directional_moments(std::span<const double> w, SampleSet set,
                                    std::span<const double> u) override;
  SampleMoments gradient_norm_moments(std::span<const double> w, SampleSet set) override;

  // See optim/problem/network_start.hpp.
  std::vector<double> initial_weights(std::uint64_t seed) const override;
  int n_scores() const override { return static_cast<int>(shape_.n_scores()); }
  std::vector<double> scores(std::span<const double> w, const Samples& samples) const override;
  Assessment assess(std::span<const double> w, const Samples& samples) const override;

 private:
  template <class F>
  void over_samples(SampleSet set, F&& f);
  void product(NetworkCurvature curvature, std::span<const double> w, SampleSet set,
               std::span<const double> u, std::span<double> result);

  std::shared_ptr<const Samples> samples_;
  NetworkShape shape_;
  OrderFreeSum sum_;
};

}  // namespace trireme::optim
