// SPDX-License-Identifier: Apache-2.0
// A few samples' way through the part of the model that every rank holds whole, in double precision: logits,
// gradients, and products with the Hessian and the Gauss-Newton matrix by the R-operator
// (kernels/curvature.hpp, kernels/cross_layer.hpp). Called by train/model_objective, one object a thread.
// Local, serial.
//
//   fill pass.dense(), and pass.vectors() but the first vector of each sample
//   pass.forward(w, n);  from pass.logits() make pass.d_logits();
//   pass.backward(w, n, gradient);                                     // adds; then pass.d_vectors()
//   fill pass.vectors_along();
//   pass.forward_along(w, u, n);  from pass.logits_along() make pass.d_logits_along();
//   pass.backward_along(w, u, n, curvature, product);                  // adds; then pass.d_vectors_along()
#pragma once

#include <vector>

#include "dlrm_hpc/model/dense_model.hpp"

namespace trireme::dlrm {

enum class Curvature { hessian, gauss_newton };

class SecondOrderPass {
 public:
  // model must outlive the object.
  SecondOrderPass(const DenseModel& model, std::size_t most_samples);

  double* dense() { return dense_.data(); }      // [n, n_dense]
  double* vectors() { return vectors_.data(); }  // [n, vectors_row]
  double* vectors_along() { return r_vectors_.data(); }
  const double* logits() const { return top_.back().data(); }  // [n]
  const double* logits_along() const { return r_top_.back().data(); }
  double* d_logits() { return deltas_.top.back().data(); }
  double* d_logits_along() { return r_deltas_.top.back().data(); }
  const double* d_vectors() const { return deltas_.vectors.data(); }
  const double* d_vectors_along() const { return r_deltas_.vectors.data(); }

  // w, u, gradient, product: of the layers [n_parameters]; gradient may be null.
  void forward(const double* w, std::size_t n);
  void backward(const double* w, std::size_t n, double* gradient);
  void forward_along(const double* w, const double* u, std::size_t n);
  // The Hessian's needs backward() before.
  void backward_along(const double* w, const double* u, std::size_t n, Curvature curvature, double* product);
  // After backward(): the squared norm of a sample's gradient by the layers.
  double squared_gradient_norm(std::size_t sample) const;

 private:
  using Layers = std::vector<std::vector<double>>;
  // Derivatives of the loss by the outputs of layers, by the interaction's values (of dcn by what goes
  // through the layers alone) and by the vectors.
  struct Deltas {
    Layers bottom, top;
    Layers cross, cross_scaled, cross_low;
    std::vector<double> interaction, vectors;
  };
  bool is_dot() const { return model_.interaction() == Interaction::dot; }
  bool is_dcn() const { return model_.interaction() == Interaction::dcn; }
  const double* bottom_input(std::size_t l) const { return l == 0 ? dense_.data() : bottom_[l - 1].data(); }
  const double* top_input(std::size_t l) const {
    return l > 0      ? top_[l - 1].data()
           : is_dot() ? interaction_.data()
           : is_dcn() ? cross_.back().data()
                      : vectors_.data();
  }
  const double* bottom_input_along(std::size_t l) const { return l == 0 ? nullptr : r_bottom_[l - 1].data(); }
  const double* top_input_along(std::size_t l) const {
    return l > 0      ? r_top_[l - 1].data()
           : is_dot() ? r_interaction_.data()
           : is_dcn() ? r_cross_.back().data()
                      : r_vectors_.data();
  }
  double* top_input_delta(Deltas& deltas, std::size_t l) const {
    return l > 0      ? deltas.top[l - 1].data()
           : is_dot() ? deltas.interaction.data()
           : is_dcn() ? deltas.cross.back().data()
                      : deltas.vectors.data();
  }
  // What cross layer l has with these gradients, and the derivatives of that.
  kernels::CrossValues<double> cross_at(std::size_t l, Deltas& deltas);
  kernels::CrossValues<double> cross_along(std::size_t l);
  void put_first_vector(const std::vector<double>& values, std::size_t n, std::vector<double>& vectors) const;
  void take_first_vector(const std::vector<double>& vectors, std::size_t n,
                         std::vector<double>& values) const;
  void back(const double* w, std::size_t n, Deltas& deltas, double* sums);

  const DenseModel& model_;
  std::vector<double> dense_, vectors_, r_vectors_, interaction_, r_interaction_;
  Layers bottom_, top_, r_bottom_, r_top_;  // outputs
  Layers cross_, cross_scaled_, cross_low_, r_cross_, r_cross_scaled_, r_cross_low_;
  Deltas deltas_, r_deltas_;
};

}  // namespace trireme::dlrm
