// SPDX-License-Identifier: Apache-2.0
// A number of sweeps of a relaxation method on one level. Called by cycles before and after the coarse
// correction, on the coarsest level where it is too large for a direct solution, and by tests. Vectors in
// packed order: b, r [n_rows], x [n_rows + n_ghosts].
#pragma once

#include <memory>

#include "amg/smooth/level_operator.hpp"
#include "amg/smooth/relaxation.hpp"
#include "amg/smooth/smoothing_diagonal.hpp"

namespace trireme::amg {

// Diagonals that the smoothers of a level share.
template <class Value>
class SmoothingDiagonals {
 public:
  explicit SmoothingDiagonals(const LevelOperator<Value>& a) : a_(&a) {}
  // Computed when first asked for. Local.
  std::shared_ptr<const SmoothingDiagonal<Value>> get(DiagonalRule rule);
  std::size_t bytes() const;

 private:
  const LevelOperator<Value>* a_;
  std::shared_ptr<const SmoothingDiagonal<Value>> made_[3];
};

// Value: double or float. The operator must outlive it. All members but the last are collective.
template <class Value>
class Smoother {
 public:
  // method: not gaussian_elimination. sweeps >= 0. Chebyshev estimates the largest eigenvalue here, by ten
  // power steps from a start that depends on global_begin (the global number of the first row) and the
  // original row numbers only.
  Smoother(LevelOperator<Value>& a, SmoothingDiagonals<Value>& diagonals, Relaxation method, int sweeps,
           std::span<const LocalIndex> old_of_new, GlobalIndex global_begin);

  // x = what the sweeps make of x = 0, then, if asked for, r = b - A x; r is scratch else.
  enum class Then { nothing, residual };
  void smooth_from_zero(Value* b, Value* x, Value* r, Then then);
  // From the guess x. b has its values again afterwards; r is scratch.
  void smooth(Value* b, Value* x, Value* r);

  Relaxation method() const { return method_; }
  int sweeps() const { return sweeps_; }
  std::size_t bytes() const { return step_.size() * sizeof(Value); }

 private:
  void one_sweep(Value* b, Value* x, Value* r);
  void one_sweep_from_zero(Value* b, Value* x);
  void chebyshev(Value* b, Value* x, Value* r, bool from_zero);
  std::span<Value> entries(Value* x) const { return {x, static_cast<std::size_t>(a_->n_rows())}; }

  LevelOperator<Value>* a_;
  Relaxation method_;
  int sweeps_;
  std::shared_ptr<const SmoothingDiagonal<Value>> diagonal_;
  double largest_eigenvalue_ = 1;  // of D'^-1 A
  Array<Value> step_;              // Chebyshev's
};

}  // namespace trireme::amg
