// SPDX-License-Identifier: Apache-2.0
// What the cycle keeps of one level: packed matrix, smoothers, transfers to and from the next level, vectors.
// Called by multigrid.cpp only.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "amg/cycle/coarsest_solver.hpp"
#include "amg/cycle/cycle_options.hpp"
#include "amg/cycle/packed_transfer.hpp"
#include "amg/cycle/row_order.hpp"
#include "amg/smooth/level_operator.hpp"
#include "amg/smooth/smoother.hpp"
#include "solvers/comm/halo_exchange.hpp"

namespace trireme::amg {

// A transfer operator with its exchange. multiply and multiply_add are collective.
template <class Value>
class LevelTransfer {
 public:
  // Collective.
  LevelTransfer(const comm::Communicator& comm, PackedTransfer<Value> transfer);
  // Other values of the same pattern, in the same orders. Local.
  void refill(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new) {
    transfer_.refill(transfer, old_row_of_new);
  }
  // y = T x, y += T x. x [n_columns + n_ghosts], whose ghosts are brought here.
  void multiply(std::span<Value> x, Value* y);
  void multiply_add(std::span<Value> x, Value* y);
  const PackedTransfer<Value>& packed() const { return transfer_; }

 private:
  std::span<const LocalIndex> prepare(std::span<Value> x);

  int ranks_;
  PackedTransfer<Value> transfer_;
  comm::HaloExchange<Value> halo_;
  int bounds_for_ = 0;  // the thread count of bounds_
  std::vector<LocalIndex> bounds_;
};

template <class Value>
struct MultigridLevel {
  RowOrder order;
  LocalIndex n_rows = 0;
  std::unique_ptr<LevelOperator<Value>> a;  // none where `direct` solves
  std::optional<SmoothingDiagonals<Value>> diagonals;
  std::optional<Smoother<Value>> down, up;  // the coarsest level has `down` only, and only without `direct`
  std::optional<CoarsestSolver> direct;
  std::optional<LevelTransfer<Value>> interpolation, restriction;  // none on the coarsest level

  // Packed. Tails hold ghosts: of this matrix or the finer level's P in x, of this level's R in r.
  Array<Value> x, b, r;
  Array<Value> direction, product;  // of the K-cycle
  std::vector<double> direct_b, direct_x;
  double seconds = 0;

  std::size_t bytes() const;
};

}  // namespace trireme::amg
