// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/model/second_order_pass.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/curvature.hpp"

namespace trireme::dlrm {
namespace {

std::vector<std::vector<double>> outputs_of(const std::vector<DenseLayer>& layers, std::size_t samples) {
  std::vector<std::vector<double>> outputs;
  for (const DenseLayer& layer : layers) outputs.emplace_back(samples * layer.shape.outputs);
  return outputs;
}

double squared_norm(const double* values, std::size_t n) {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += values[k] * values[k];
  return sum;
}

}  // namespace

SecondOrderPass::SecondOrderPass(const DenseModel& model, std::size_t most_samples)
    : model_(model),
      dense_(most_samples * model.n_dense()),
      vectors_(most_samples * model.vectors_row()),
      r_vectors_(vectors_.size()),
      interaction_(is_dot() ? most_samples * model.top().front().shape.inputs : 0),
      r_interaction_(interaction_.size()),
      bottom_(outputs_of(model.bottom(), most_samples)),
      top_(outputs_of(model.top(), most_samples)),
      r_bottom_(bottom_),
      r_top_(top_),
      deltas_{bottom_, top_, interaction_, vectors_},
      r_deltas_(deltas_) {}

void SecondOrderPass::put_first_vector(const std::vector<double>& values, std::size_t n,
                                       std::vector<double>& vectors) const {
  const std::size_t width = model_.width();
  for (std::size_t s = 0; s < n; ++s)
    std::copy_n(values.data() + s * width, width, vectors.data() + s * model_.vectors_row());
}

void SecondOrderPass::take_first_vector(const std::vector<double>& vectors, std::size_t n,
                                        std::vector<double>& values) const {
  const std::size_t width = model_.width();
  for (std::size_t s = 0; s < n; ++s)
    std::copy_n(vectors.data() + s * model_.vectors_row(), width, values.data() + s * width);
}

void SecondOrderPass::forward(const double* w, std::size_t n) {
  const auto& bottom = model_.bottom();
  const auto& top = model_.top();
  for (std::size_t l = 0; l < bottom.size(); ++l)
    kernels::curvature_forward(bottom[l].shape, w + bottom[l].first_parameter, bottom_input(l), n,
                               bottom_[l].data());
  put_first_vector(bottom_.back(), n, vectors_);
  if (is_dot())
    kernels::curvature_interact(vectors_.data(), n, model_.n_vectors(), model_.width(), interaction_.data());
  for (std::size_t l = 0; l < top.size(); ++l)
    kernels::curvature_forward(top[l].shape, w + top[l].first_parameter, top_input(l), n, top_[l].data());
}

// From deltas.top.back() to all others; sums [n_parameters] unless null.
void SecondOrderPass::back(const double* w, std::size_t n, Deltas& deltas, double* sums) {
  const auto& bottom = model_.bottom();
  const auto& top = model_.top();
  for (std::size_t l = top.size(); l-- > 0;)
    kernels::curvature_backward(top[l].shape, w + top[l].first_parameter, top_input(l), top_[l].data(), n,
                                deltas.top[l].data(), sums ? sums + top[l].first_parameter : nullptr,
                                top_input_delta(deltas, l));
  if (is_dot())
    kernels::curvature_interact_backward(vectors_.data(), deltas.interaction.data(), n, model_.n_vectors(),
                                         model_.width(), deltas.vectors.data());
  take_first_vector(deltas.vectors, n, deltas.bottom.back());
  for (std::size_t l = bottom.size(); l-- > 0;)
    kernels::curvature_backward(bottom[l].shape, w + bottom[l].first_parameter, bottom_input(l),
                                bottom_[l].data(), n, deltas.bottom[l].data(),
                                sums ? sums + bottom[l].first_parameter : nullptr,
                                l > 0 ? deltas.bottom[l - 1].data() : nullptr);
}

void SecondOrderPass::backward(const double* w, std::size_t n, double* gradient) {
  back(w, n, deltas_, gradient);
}

void SecondOrderPass::forward_along(const double* w, const double* u, std::size_t n) {
  const auto& bottom = model_.bottom();
  const auto& top = model_.top();
  for (std::size_t l = 0; l < bottom.size(); ++l)
    kernels::curvature_forward_along(bottom[l].shape, w + bottom[l].first_parameter,
                                     u + bottom[l].first_parameter, bottom_input(l), bottom_input_along(l),
                                     bottom_[l].data(), n, r_bottom_[l].data());
  put_first_vector(r_bottom_.back(), n, r_vectors_);
  if (is_dot())
    kernels::curvature_interact_along(vectors_.data(), r_vectors_.data(), n, model_.n_vectors(),
                                      model_.width(), r_interaction_.data());
  for (std::size_t l = 0; l < top.size(); ++l)
    kernels::curvature_forward_along(top[l].shape, w + top[l].first_parameter, u + top[l].first_parameter,
                                     top_input(l), top_input_along(l), top_[l].data(), n, r_top_[l].data());
}

void SecondOrderPass::backward_along(const double* w, const double* u, std::size_t n, Curvature curvature,
                                     double* product) {
  if (curvature == Curvature::gauss_newton) return back(w, n, r_deltas_, product);
  const auto& bottom = model_.bottom();
  const auto& top = model_.top();
  for (std::size_t l = top.size(); l-- > 0;) {
    const std::size_t at = top[l].first_parameter;
    kernels::curvature_backward_along(top[l].shape, w + at, u + at, top_input(l), top_input_along(l),
                                      top_[l].data(), n, deltas_.top[l].data(), r_deltas_.top[l].data(),
                                      product + at, top_input_delta(r_deltas_, l));
  }
  if (is_dot())
    kernels::curvature_interact_backward_along(vectors_.data(), r_vectors_.data(), deltas_.interaction.data(),
                                               r_deltas_.interaction.data(), n, model_.n_vectors(),
                                               model_.width(), r_deltas_.vectors.data());
  take_first_vector(r_deltas_.vectors, n, r_deltas_.bottom.back());
  for (std::size_t l = bottom.size(); l-- > 0;) {
    const std::size_t at = bottom[l].first_parameter;
    kernels::curvature_backward_along(bottom[l].shape, w + at, u + at, bottom_input(l), bottom_input_along(l),
                                      bottom_[l].data(), n, deltas_.bottom[l].data(),
                                      r_deltas_.bottom[l].data(), product + at,
                                      l > 0 ? r_deltas_.bottom[l - 1].data() : nullptr);
  }
}

double SecondOrderPass::squared_gradient_norm(std::size_t sample) const {
  double sum = 0;
  const auto add = [&](const kernels::LayerShape& shape, const std::vector<double>& delta,
                       const double* input) {
    // W's gradient is the outer product of delta and input, b's is delta.
    sum += squared_norm(delta.data() + sample * shape.outputs, shape.outputs) *
           (1 + squared_norm(input + sample * shape.inputs, shape.inputs));
  };
  for (std::size_t l = 0; l < model_.bottom().size(); ++l)
    add(model_.bottom()[l].shape, deltas_.bottom[l], bottom_input(l));
  for (std::size_t l = 0; l < model_.top().size(); ++l)
    add(model_.top()[l].shape, deltas_.top[l], top_input(l));
  return sum;
}

}  // namespace trireme::dlrm
