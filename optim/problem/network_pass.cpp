// SPDX-License-Identifier: Apache-2.0
#include "optim/problem/network_pass.hpp"

#include <algorithm>
#include <cmath>

#include "optim/kernels/sample_losses.hpp"

namespace trireme::optim {
namespace {

std::size_t size_of(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

void zero(std::vector<double>& units, std::int64_t first, std::int64_t n) {
  std::fill_n(units.begin() + static_cast<std::ptrdiff_t>(first), n, 0.0);
}

}  // namespace

NetworkPass::NetworkPass(const NetworkShape& shape) : shape_(shape), probability_(size_of(shape.n_scores())) {
  for (std::vector<double>* units : {&a_, &delta_, &back_, &a_along_, &delta_along_, &back_along_})
    units->resize(size_of(shape.n_units()));
  std::int64_t largest = 0;
  for (const Layer& layer : shape.layers())
    if (layer.is_convolution()) largest = std::max(largest, layer.n_weights);
  of_layer_.resize(size_of(largest));
}

std::span<double> NetworkPass::input() {
  return std::span<double>(a_).first(size_of(shape_.n_inputs()));
}

std::span<const double> NetworkPass::scores() const {
  return std::span<const double>(a_).last(size_of(shape_.n_scores()));
}

void NetworkPass::forward(const double* w) {
  for (const Layer& layer : shape_.layers()) {
    const std::int64_t out = layer.first_output();
    zero(a_, out, layer.n_out);
    visit(layer, [&](const auto& s) {
      kernels::apply_layer(s, w + layer.first_weight, a_.data() + layer.first_input, 1, a_.data() + out);
    });
    if (&layer == &shape_.layers().back()) return;
    for (std::int64_t i = out; i < out + layer.n_out; ++i) a_[size_of(i)] = std::tanh(a_[size_of(i)]);
  }
}

double NetworkPass::loss(double label) {
  double value = 0;
  const std::int64_t last = shape_.layers().back().first_output();
  kernels::softmax_losses(1, static_cast<int>(shape_.n_scores()), a_.data() + last, &label, &value,
                          delta_.data() + last, probability_.data());
  return value;
}

std::span<double> NetworkPass::score_derivatives() {
  return std::span<double>(delta_).last(size_of(shape_.n_scores()));
}

void NetworkPass::backward(const double* w) {
  for (std::size_t l = shape_.layers().size(); l-- > 1;) {
    const Layer& layer = shape_.layers()[l];
    zero(back_, layer.first_input, layer.n_in);
    visit(layer, [&](const auto& s) {
      kernels::transpose_layer(s, w + layer.first_weight, delta_.data() + layer.first_output(),
                               back_.data() + layer.first_input);
    });
    for (std::int64_t i = layer.first_input; i < layer.first_output(); ++i) {
      const double a = a_[size_of(i)];
      delta_[size_of(i)] = back_[size_of(i)] * (1 - a * a);
    }
  }
}

void NetworkPass::forward_along(const double* w, const double* u) {
  for (const Layer& layer : shape_.layers()) {
    const std::int64_t out = layer.first_output();
    zero(a_along_, out, layer.n_out);
    visit(layer, [&](const auto& s) {
      kernels::apply_layer(s, u + layer.first_weight, a_.data() + layer.first_input, 1,
                           a_along_.data() + out);
      if (layer.first_input > 0)  // the input does not move
        kernels::apply_layer(s, w + layer.first_weight, a_along_.data() + layer.first_input, 0,
                             a_along_.data() + out);
    });
    if (&layer == &shape_.layers().back()) return;
    for (std::int64_t i = out; i < out + layer.n_out; ++i) {
      const double a = a_[size_of(i)];
      a_along_[size_of(i)] *= 1 - a * a;
    }
  }
}

double NetworkPass::derivative_along() const {
  double sum = 0;
  for (std::int64_t i = shape_.n_units() - shape_.n_scores(); i < shape_.n_units(); ++i)
    sum += delta_[size_of(i)] * a_along_[size_of(i)];
  return sum;
}

void NetworkPass::backward_along(const double* w, const double* u, NetworkCurvature curvature) {
  const bool exact = curvature == NetworkCurvature::hessian;
  const std::int64_t last = shape_.layers().back().first_output();
  std::copy(a_along_.begin() + static_cast<std::ptrdiff_t>(last), a_along_.end(),
            delta_along_.begin() + static_cast<std::ptrdiff_t>(last));
  kernels::softmax_curvature(1, static_cast<int>(shape_.n_scores()), probability_.data(),
                             delta_along_.data() + last);
  for (std::size_t l = shape_.layers().size(); l-- > 1;) {
    const Layer& layer = shape_.layers()[l];
    zero(back_along_, layer.first_input, layer.n_in);
    double* back = back_along_.data() + layer.first_input;
    visit(layer, [&](const auto& s) {
      kernels::transpose_layer(s, w + layer.first_weight, delta_along_.data() + layer.first_output(), back);
      if (exact)
        kernels::transpose_layer(s, u + layer.first_weight, delta_.data() + layer.first_output(), back);
    });
    for (std::int64_t k = layer.first_input; k < layer.first_output(); ++k) {
      const auto i = size_of(k);
      const double a = a_[i];
      delta_along_[i] = back_along_[i] * (1 - a * a);
      if (exact) delta_along_[i] -= 2 * a * back_[i] * a_along_[i];
    }
  }
}

// Many places share a weight of a convolution: they are summed before they are rounded.
void NetworkPass::convolution_gradient(const Layer& layer) {
  zero(of_layer_, 0, layer.n_weights);
  kernels::add_layer_outer(std::get<ConvolutionShape>(layer.shape), delta_.data() + layer.first_output(),
                           a_.data() + layer.first_input, 1, 1, of_layer_.data());
}

template <class Sum>
void NetworkPass::add_gradient(Sum* sums, double scale) {
  for (const Layer& layer : shape_.layers()) {
    Sum* target = sums + layer.first_weight;
    if (layer.is_convolution()) {
      convolution_gradient(layer);
      kernels::add_terms(layer.n_weights, of_layer_.data(), scale, target);
    } else {
      kernels::add_layer_outer(std::get<DenseShape>(layer.shape), delta_.data() + layer.first_output(),
                               a_.data() + layer.first_input, 1, scale, target);
    }
  }
}

template <class Sum>
void NetworkPass::add_product(NetworkCurvature curvature, Sum* sums, double scale) {
  for (const Layer& layer : shape_.layers()) {
    const bool moved_input = curvature == NetworkCurvature::hessian && layer.first_input > 0;
    const std::int64_t in = layer.first_input, out = layer.first_output();
    const auto add = [&](const auto& s, double factor, auto* target) {
      kernels::add_layer_outer(s, delta_along_.data() + out, a_.data() + in, 1, factor, target);
      if (moved_input)
        kernels::add_layer_outer(s, delta_.data() + out, a_along_.data() + in, 0, factor, target);
    };
    if (layer.is_convolution()) {
      zero(of_layer_, 0, layer.n_weights);
      add(std::get<ConvolutionShape>(layer.shape), 1, of_layer_.data());
      kernels::add_terms(layer.n_weights, of_layer_.data(), scale, sums + layer.first_weight);
    } else {
      add(std::get<DenseShape>(layer.shape), scale, sums + layer.first_weight);
    }
  }
}

double NetworkPass::squared_gradient_norm() {
  const auto squares = [](const double* values, std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += values[i] * values[i];
    return sum;
  };
  double sum = 0;
  for (const Layer& layer : shape_.layers()) {
    if (layer.is_convolution()) {
      convolution_gradient(layer);
      sum += squares(of_layer_.data(), layer.n_weights);
    } else {
      // The gradient is an outer product.
      sum += squares(delta_.data() + layer.first_output(), layer.n_out) *
             (1 + squares(a_.data() + layer.first_input, layer.n_in));
    }
  }
  return sum;
}

template void NetworkPass::add_gradient(std::int64_t*, double);
template void NetworkPass::add_gradient(double*, double);
template void NetworkPass::add_product(NetworkCurvature, std::int64_t*, double);
template void NetworkPass::add_product(NetworkCurvature, double*, double);

}  // namespace trireme::optim
