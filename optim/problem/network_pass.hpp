// SPDX-License-Identifier: Apache-2.0
// One sample's way through a network: scores, loss, gradient, and exact products with the Hessian and the
// Gauss-Newton matrix by the R-operator (Pearlmutter, "Fast exact multiplication by the Hessian", Neural
// Computation 6, 1994; Schraudolph, Neural Computation 14, 2002, for Gauss-Newton). Called by
// optim/problem/network and optim/actor_critic, one object a thread. Local; no MPI.
//
//   pass.input() = the sample;
//   pass.forward(w);  loss = pass.loss(label);
//   pass.backward(w);  pass.add_gradient(sums, scale);                                  // gradient
//   pass.forward_along(w, u);  pass.derivative_along();                                 // g'u
//   pass.backward_along(w, u, curvature);  pass.add_product(curvature, sums, scale);    // H u or G u
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optim/problem/network_shape.hpp"

namespace trireme::optim {

enum class NetworkCurvature { hessian, gauss_newton };

class NetworkPass {
 public:
  // shape must outlive the object.
  explicit NetworkPass(const NetworkShape& shape);

  std::span<double> input();  // [n_inputs]
  void forward(const double* w);
  std::span<const double> scores() const;
  double loss(double label);
  // Of a loss of one's own in place of loss(): its derivatives in the scores, [n_scores], for backward() and
  // derivative_along().
  std::span<double> score_derivatives();
  void backward(const double* w);
  void forward_along(const double* w, const double* u);
  double derivative_along() const;
  void backward_along(const double* w, const double* u, NetworkCurvature curvature);

  // sums [n_weights] += scale times the sample's gradient, or its product with u; see add_layer_outer.
  template <class Sum>
  void add_gradient(Sum* sums, double scale);
  template <class Sum>
  void add_product(NetworkCurvature curvature, Sum* sums, double scale);
  double squared_gradient_norm();

 private:
  // f(shape) with the layer's DenseShape or ConvolutionShape.
  template <class F>
  static void visit(const Layer& layer, F&& f) {
    std::visit(f, layer.shape);
  }
  void convolution_gradient(const Layer& layer);

  const NetworkShape& shape_;
  // Of all units [n_units]: values a, derivatives of the loss in what goes into them (delta) and in their
  // values (back), and the same along u.
  std::vector<double> a_, delta_, back_, a_along_, delta_along_, back_along_;
  std::vector<double> probability_;
  std::vector<double> of_layer_;  // a convolution's gradient
};

}  // namespace trireme::optim
