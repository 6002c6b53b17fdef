// SPDX-License-Identifier: Apache-2.0
#include "amg/smooth/level_operator.hpp"

#include <utility>

#include "amg/kernels/level_vector.hpp"
#include "amg/kernels/packed_product.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {

template <class Value>
LevelOperator<Value>::LevelOperator(const comm::Communicator& comm, PackedMatrix<Value> matrix)
    : comm_(comm),
      matrix_(std::move(matrix)),
      halo_(comm, matrix_.plan(), 1),
      outer_sums_(matrix_.view().n_outer_sums()),
      kept_(static_cast<std::size_t>(matrix_.n_outer())) {}

// Which rows lie in runs depends on the values, and with it how much room sweeps need.
template <class Value>
void LevelOperator<Value>::refill(const MatrixView& matrix, const RowOrder& order, double scale) {
  matrix_.refill(matrix, order, scale);
  outer_sums_.resize(matrix_.view().n_outer_sums());
  kept_.resize(static_cast<std::size_t>(matrix_.n_outer()));
  shared_for_ = 0;
}

template <class Value>
std::span<const LocalIndex> LevelOperator<Value>::shares() {
  // Waiting for threads that have no core costs more than their work; the bits are the same.
  if (const int threads = threads::oversubscribed() ? 1 : threads::max_threads(); threads != shared_for_) {
    shares_ = matrix_.shares(threads);
    shared_for_ = threads;
  }
  return shares_;
}

template <class Value>
void LevelOperator<Value>::update_ghosts(Value* x) {
  if (comm_.size() == 1) return;
  const auto n = static_cast<std::size_t>(n_rows());
  halo_.start(std::span<const Value>(x, n), {x + n, static_cast<std::size_t>(matrix_.n_ghosts())}).finish();
}

template <class Value>
void LevelOperator<Value>::residual(const Value* b, Value* x, Value* r) {
  update_ghosts(x);
  amg::residual(rows(), shares(), b, x, r);
}

template <class Value>
void LevelOperator<Value>::multiply(Value* x, Value* y) {
  update_ghosts(x);
  amg::multiply(rows(), shares(), x, y);
}

template <class Value>
double LevelOperator<Value>::dot(const Value* x, const Value* y) const {
  return comm::all_sum(comm_, amg::dot(std::span<const Value>(x, static_cast<std::size_t>(n_rows())), y));
}

template <class Value>
void LevelOperator<Value>::sweep_from_zero(const SweepDiagonal<Value>& d, SweepDirection direction,
                                           const Value* b, Value* x) {
  amg::sweep_from_zero(rows(), d, direction, shares(), b, x);
}

template <class Value>
void LevelOperator<Value>::residual_after_sweep_from_zero(const SweepDiagonal<Value>& d,
                                                          SweepDirection direction, Value* x, Value* r) {
  update_ghosts(x);
  amg::residual_after_sweep_from_zero(rows(), d, direction, shares(), x, r);
}

template <class Value>
void LevelOperator<Value>::sweep(const SweepDiagonal<Value>& d, SweepDirection direction, Value* b,
                                 Value* x) {
  update_ghosts(x);
  amg::sweep(rows(), d, direction, shares(), b, x, outer_sums_.data(), kept_.data());
}

template <class Value>
std::size_t LevelOperator<Value>::bytes() const {
  return matrix_.bytes() + (outer_sums_.size() + kept_.size()) * sizeof(Value);
}

template class LevelOperator<double>;
template class LevelOperator<float>;

}  // namespace trireme::amg
