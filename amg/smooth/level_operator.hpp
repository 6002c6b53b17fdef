// SPDX-License-Identifier: Apache-2.0
// One level's matrix ready to be applied: the packed rows, the exchange of ghosts and the blocks of each
// thread. Called by smoothers and cycles. Vectors in packed order: x [n_rows + n_ghosts], whose ghosts the
// functions bring up to date themselves; b, r, y [n_rows].
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "amg/cycle/packed_matrix.hpp"
#include "amg/kernels/gauss_seidel.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::amg {

// Value: double or float. Functions are collective unless they say local.
template <class Value>
class LevelOperator {
 public:
  // Collective.
  LevelOperator(const comm::Communicator& comm, PackedMatrix<Value> matrix);
  // Other values of the same pattern, in the order the matrix was packed with. What smoothers derived from
  // the values must be made anew. Local.
  void refill(const MatrixView& matrix, const RowOrder& order, double scale);

  void update_ghosts(Value* x);
  // r = b - A x; r may be b.
  void residual(const Value* b, Value* x, Value* r);
  // y = A x.
  void multiply(Value* x, Value* y);
  // x'y over all ranks.
  double dot(const Value* x, const Value* y) const;

  // See kernels/gauss_seidel.hpp. The first is local.
  void sweep_from_zero(const SweepDiagonal<Value>& d, SweepDirection direction, const Value* b, Value* x);
  void residual_after_sweep_from_zero(const SweepDiagonal<Value>& d, SweepDirection direction, Value* x,
                                      Value* r);
  void sweep(const SweepDiagonal<Value>& d, SweepDirection direction, Value* b, Value* x);

  // Local.
  const PackedMatrix<Value>& matrix() const { return matrix_; }
  PackedRowsView<Value> rows() const { return matrix_.view(); }
  LocalIndex n_rows() const { return matrix_.n_rows(); }
  const comm::Communicator& comm() const { return comm_; }
  std::size_t bytes() const;

 private:
  std::span<const LocalIndex> shares();

  comm::Communicator comm_;
  PackedMatrix<Value> matrix_;
  comm::HaloExchange<Value> halo_;
  int shared_for_ = 0;  // the thread count of shares_
  std::vector<LocalIndex> shares_;
  Array<Value> outer_sums_, kept_;
};

}  // namespace trireme::amg
