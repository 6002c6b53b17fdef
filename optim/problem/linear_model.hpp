// SPDX-License-Identifier: Apache-2.0
// Losses of margins that are linear in the weights: logistic regression for two classes, softmax regression
// for more, least squares. No intercept (append a feature of ones where one is wanted). Samples in single
// precision, everything else in double.
//
// w is [n_features, width], width 1 or, for softmax, the number of classes. Regularization is the caller's.
#pragma once

#include <memory>
#include <vector>

#include "optim/data/samples.hpp"
#include "optim/problem/model.hpp"
#include "optim/reduce/order_free_sum.hpp"

namespace trireme::optim {

enum class LinearLoss { logistic, softmax, squares };

class LinearModel final : public Model {
 public:
  // samples: shared with whoever else needs them, unchanged while this object lives. Throws Error (input)
  // when the loss does not fit the labels. Local.
  LinearModel(std::shared_ptr<const Samples> samples, LinearLoss loss, Accumulation accumulation);

  const comm::Communicator& comm() const override { return samples_->comm; }
  GlobalIndex size() const override { return samples_->n_samples; }
  GlobalIndex dim() const override { return samples_->n_features * width_; }
  bool is_convex() const override { return true; }
  double value_gradient(std::span<const double> w, SampleSet set, std::span<double> gradient) override;
  double value(std::span<const double> w, SampleSet set) override;
  void hessian_product(std::span<const double> w, SampleSet set, std::span<const double> u,
                       std::span<double> product) override;
  SampleMoments directional_moments(std::span<const double> w, SampleSet set,
                                    std::span<const double> u) override;
  SampleMoments gradient_norm_moments(std::span<const double> w, SampleSet set) override;
  CurvatureFactor curvature_factor(std::span<const double> w, GlobalIndex n_samples) override;

  // Zero.
  std::vector<double> initial_weights(std::uint64_t seed) const override;
  int n_scores() const override { return width_; }
  std::vector<double> scores(std::span<const double> w, const Samples& samples) const override;
  Assessment assess(std::span<const double> w, const Samples& samples) const override;

 private:
  using Window = std::array<LocalRows, 2>;
  Window window(SampleSet set) const {
    return local_rows(set, size(), samples_->comm.rank(), samples_->comm.size());
  }
  template <class F>
  void over_blocks(OrderFreeSum& sum, SampleSet set, F&& f);
  bool holds(std::span<const double> w, SampleSet set) const;
  void remember(std::span<const double> w, SampleSet set);
  void block_margins(const Samples& samples, GlobalIndex begin, GlobalIndex end, const double* w,
                     double* z) const;
  void block_losses(const Samples& samples, GlobalIndex begin, GlobalIndex end, const double* z, double* loss,
                    double* residual, double* curvature) const;
  double largest_residual(std::span<const double> w) const;
  void require_state(std::span<const double> w, SampleSet set);

  std::shared_ptr<const Samples> samples_;
  LinearLoss loss_;
  int width_;
  GlobalIndex block_;            // rows that stay in the cache
  std::vector<double> targets_;  // as the loss's kernel wants them
  OrderFreeSum sum_;
  // Of the rows of held_set_ at held_w_: [rows, width].
  std::vector<double> residuals_, curvatures_;
  std::vector<double> held_w_;
  SampleSet held_set_;
  bool holds_any_ = false;
  // The first samples on every rank, for curvature_factor.
  CurvatureFactor leading_rows_;
  std::vector<double> leading_targets_;
};

}  // namespace trireme::optim
