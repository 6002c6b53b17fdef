// SPDX-License-Identifier: Apache-2.0
#include "amg/smooth/smoother.hpp"

#include <algorithm>
#include <cmath>

#include "amg/kernels/level_vector.hpp"
#include "amg/smooth/largest_eigenvalue.hpp"

namespace trireme::amg {
namespace {

DiagonalRule rule_of(Relaxation method) {
  switch (method) {
    case Relaxation::hybrid_forward:
    case Relaxation::hybrid_backward:
    case Relaxation::hybrid_symmetric:
      return DiagonalRule::plain;
    case Relaxation::l1_forward:
    case Relaxation::l1_backward:
    case Relaxation::l1_symmetric:
      return DiagonalRule::l1_hybrid;
    default:
      return DiagonalRule::l1_full;
  }
}

bool is_symmetric_sweep(Relaxation method) {
  return method == Relaxation::hybrid_symmetric || method == Relaxation::l1_symmetric;
}

SweepDirection first_direction(Relaxation method) {
  return method == Relaxation::hybrid_backward || method == Relaxation::l1_backward ? SweepDirection::backward
                                                                                    : SweepDirection::forward;
}

bool is_gauss_seidel(Relaxation method) {
  return rule_of(method) != DiagonalRule::l1_full;
}

}  // namespace

template <class Value>
std::shared_ptr<const SmoothingDiagonal<Value>> SmoothingDiagonals<Value>::get(DiagonalRule rule) {
  auto& made = made_[static_cast<int>(rule)];
  if (!made)
    made = std::make_shared<const SmoothingDiagonal<Value>>(make_smoothing_diagonal(a_->rows(), rule));
  return made;
}

template <class Value>
std::size_t SmoothingDiagonals<Value>::bytes() const {
  std::size_t bytes = 0;
  for (const auto& d : made_)
    if (d) bytes += (d->inverse.size() + d->excess.size()) * sizeof(Value);
  return bytes;
}

template <class Value>
Smoother<Value>::Smoother(LevelOperator<Value>& a, SmoothingDiagonals<Value>& diagonals, Relaxation method,
                          int sweeps, std::span<const LocalIndex> old_of_new, GlobalIndex global_begin)
    : a_(&a), method_(method), sweeps_(sweeps), diagonal_(diagonals.get(rule_of(method))) {
  if (method != Relaxation::chebyshev) return;
  step_.resize(static_cast<std::size_t>(a.matrix().n_rows()) + a.matrix().n_ghosts());
  largest_eigenvalue_ = estimate_largest_eigenvalue(a, diagonal_->inverse.data(), old_of_new, global_begin);
}

template <class Value>
void Smoother<Value>::chebyshev(Value* b, Value* x, Value* r, bool from_zero) {
  // Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1, on D'^-1 A with the interval
  // [0.3, 1.1] times the estimate; the upper end needs no more than 1, which bounds D'^-1 A.
  const double upper = std::min(1.0, 1.1 * largest_eigenvalue_), lower = 0.3 * upper;
  const double centre = (upper + lower) / 2, half_width = (upper - lower) / 2, sigma = centre / half_width;
  const Value* const inverse = diagonal_->inverse.data();
  Value* const step = step_.data();
  if (from_zero)
    combine(entries(r), Value(0), Value(1), b);
  else
    a_->residual(b, x, r);
  scaled_product(entries(step), static_cast<Value>(1 / centre), inverse, r);
  combine(entries(x), from_zero ? Value(0) : Value(1), Value(1), step);
  // Second degree: r - A step, of which x takes the next step.
  a_->residual(r, step, r);
  const double rho = 1 / sigma, next_rho = 1 / (2 * sigma - rho);
  add_scaled_product(entries(step), static_cast<Value>(next_rho * rho),
                     static_cast<Value>(2 * next_rho / half_width), inverse, r);
  combine(entries(x), Value(1), Value(1), step);
}

template <class Value>
void Smoother<Value>::one_sweep_from_zero(Value* b, Value* x) {
  const auto d = diagonal_->view();
  if (method_ == Relaxation::l1_jacobi) {
    scaled_product(entries(x), Value(1), d.inverse, b);
  } else {
    a_->sweep_from_zero(d, first_direction(method_), b, x);
    if (is_symmetric_sweep(method_)) a_->sweep(d, SweepDirection::backward, b, x);
  }
}

template <class Value>
void Smoother<Value>::one_sweep(Value* b, Value* x, Value* r) {
  const auto d = diagonal_->view();
  if (method_ == Relaxation::chebyshev) {
    chebyshev(b, x, r, false);
  } else if (method_ == Relaxation::l1_jacobi) {
    a_->residual(b, x, r);
    add_scaled_product(entries(x), Value(1), Value(1), d.inverse, r);
  } else {
    a_->sweep(d, first_direction(method_), b, x);
    if (is_symmetric_sweep(method_)) a_->sweep(d, SweepDirection::backward, b, x);
  }
}

template <class Value>
void Smoother<Value>::smooth(Value* b, Value* x, Value* r) {
  for (int s = 0; s < sweeps_; ++s) one_sweep(b, x, r);
}

template <class Value>
void Smoother<Value>::smooth_from_zero(Value* b, Value* x, Value* r, Then then) {
  if (sweeps_ == 0) {
    std::ranges::fill(entries(x), Value(0));
    combine(entries(r), Value(0), Value(1), b);
    return;
  }
  if (method_ == Relaxation::chebyshev)
    chebyshev(b, x, r, true);
  else
    one_sweep_from_zero(b, x);
  for (int s = 1; s < sweeps_; ++s) one_sweep(b, x, r);
  if (then == Then::nothing) return;
  if (sweeps_ == 1 && is_gauss_seidel(method_) && !is_symmetric_sweep(method_))
    a_->residual_after_sweep_from_zero(diagonal_->view(), first_direction(method_), x, r);
  else
    a_->residual(b, x, r);
}

template class SmoothingDiagonals<double>;
template class SmoothingDiagonals<float>;
template class Smoother<double>;
template class Smoother<float>;

}  // namespace trireme::amg
