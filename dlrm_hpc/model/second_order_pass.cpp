// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/model/second_order_pass.hpp"

#include <algorithm>

#include "dlrm_hpc/kernels/curvature.hpp"
#include "dlrm_hpc/kernels/update_values.hpp"

namespace trireme::dlrm {
namespace {

std::vector<std::vector<double>> outputs_of(const std::vector<DenseLayer>& layers, std::size_t samples) {
  std::vector<std::vector<double>> outputs;
  for (const DenseLayer& layer : layers) outputs.emplace_back(samples * layer.shape.outputs);
  return outputs;
}

std::vector<std::vector<double>> values_of(const std::vector<CrossLayer>& layers, std::size_t samples,
                                           std::size_t kernels::CrossShape::*width) {
  std::vector<std::vector<double>> values;
  for (const CrossLayer& layer : layers) values.emplace_back(samples * layer.shape.*width);
  return values;
}

void add(const std::vector<double>& values, std::size_t n, std::vector<double>& sums) {
  kernels::add_values(sums.data(), values.data(), n);
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
      interaction_(model.interaction() != Interaction::cat ? most_samples * model.top().front().shape.inputs
                                                           : 0),
      r_interaction_(interaction_.size()),
      bottom_(outputs_of(model.bottom(), most_samples)),
      top_(outputs_of(model.top(), most_samples)),
      r_bottom_(bottom_),
      r_top_(top_),
      cross_(values_of(model.cross(), most_samples, &kernels::CrossShape::features)),
      cross_scaled_(cross_),
      cross_low_(values_of(model.cross(), most_samples, &kernels::CrossShape::rank)),
      r_cross_(cross_),
      r_cross_scaled_(cross_),
      r_cross_low_(cross_low_),
      deltas_{bottom_, top_, cross_, cross_scaled_, cross_low_, interaction_, vectors_},
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

kernels::CrossValues<double> SecondOrderPass::cross_at(std::size_t l, Deltas& deltas) {
  kernels::CrossValues<double> at;
  at.x0 = vectors_.data();
  at.x = l > 0 ? cross_[l - 1].data() : vectors_.data();
  at.low = cross_low_[l].data();
  at.scaled = cross_scaled_[l].data();
  at.y = cross_[l].data();
  at.dy = deltas.cross[l].data();
  at.d_low = deltas.cross_low[l].data();
  at.d_scaled = deltas.cross_scaled[l].data();
  at.d_x0 = deltas.vectors.data();
  at.dx = l > 0 ? deltas.cross[l - 1].data() : deltas.interaction.data();
  return at;
}

kernels::CrossValues<double> SecondOrderPass::cross_along(std::size_t l) {
  kernels::CrossValues<double> along = cross_at(l, r_deltas_);
  along.x0 = r_vectors_.data();
  along.x = l > 0 ? r_cross_[l - 1].data() : r_vectors_.data();
  along.low = r_cross_low_[l].data();
  along.scaled = r_cross_scaled_[l].data();
  along.y = r_cross_[l].data();
  return along;
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
  for (std::size_t l = 0; l < model_.cross().size(); ++l)
    kernels::cross_forward(model_.cross()[l].shape, w + model_.cross()[l].first_parameter, n,
                           cross_at(l, deltas_));
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
  if (is_dcn()) {
    const std::size_t values = n * model_.vectors_row();
    std::fill_n(deltas.vectors.begin(), values, 0.0);
    for (std::size_t l = model_.cross().size(); l-- > 0;) {
      const std::size_t at = model_.cross()[l].first_parameter;
      kernels::cross_backward(model_.cross()[l].shape, w + at, n, cross_at(l, deltas),
                              sums ? sums + at : nullptr, kernels::Into::sum);
    }
    add(deltas.interaction, values, deltas.vectors);
  }
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
  for (std::size_t l = 0; l < model_.cross().size(); ++l) {
    const std::size_t at = model_.cross()[l].first_parameter;
    kernels::cross_forward_along(model_.cross()[l].shape, w + at, u + at, n, cross_at(l, deltas_),
                                 cross_along(l));
  }
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
  if (is_dcn()) {
    const std::size_t values = n * model_.vectors_row();
    std::fill_n(r_deltas_.vectors.begin(), values, 0.0);
    for (std::size_t l = model_.cross().size(); l-- > 0;) {
      const std::size_t at = model_.cross()[l].first_parameter;
      kernels::cross_backward_along(model_.cross()[l].shape, w + at, u + at, n, cross_at(l, deltas_),
                                    cross_along(l), product + at);
    }
    add(r_deltas_.interaction, values, r_deltas_.vectors);
  }
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
  const auto add_layer = [&](const kernels::LayerShape& shape, const std::vector<double>& delta,
                             const double* input) {
    // W's gradient is the outer product of delta and input, b's is delta.
    sum += squared_norm(delta.data() + sample * shape.outputs, shape.outputs) *
           (1 + squared_norm(input + sample * shape.inputs, shape.inputs));
  };
  for (std::size_t l = 0; l < model_.bottom().size(); ++l)
    add_layer(model_.bottom()[l].shape, deltas_.bottom[l], bottom_input(l));
  for (std::size_t l = 0; l < model_.top().size(); ++l)
    add_layer(model_.top()[l].shape, deltas_.top[l], top_input(l));
  for (std::size_t l = 0; l < model_.cross().size(); ++l) {
    const std::size_t features = model_.cross()[l].shape.features, rank = model_.cross()[l].shape.rank;
    const auto norm = [&](const double* values, std::size_t n) {
      return squared_norm(values + sample * n, n);
    };
    const double* const input = l > 0 ? cross_[l - 1].data() : vectors_.data();
    // W's is that of d_scaled and low, V's that of d_low and the input.
    sum += norm(deltas_.cross_scaled[l].data(), features) * (1 + norm(cross_low_[l].data(), rank)) +
           norm(deltas_.cross_low[l].data(), rank) * norm(input, features);
  }
  return sum;
}

}  // namespace trireme::dlrm
