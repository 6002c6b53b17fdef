// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/multigrid_level.hpp"

#include <utility>

#include "amg/kernels/level_transfer.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::amg {

template <class Value>
LevelTransfer<Value>::LevelTransfer(const comm::Communicator& comm, PackedTransfer<Value> transfer)
    : ranks_(comm.size()), transfer_(std::move(transfer)), halo_(comm, transfer_.plan(), 1) {}

template <class Value>
std::span<const LocalIndex> LevelTransfer<Value>::prepare(std::span<Value> x) {
  const auto owned = static_cast<std::size_t>(transfer_.plan()->n_owned());
  if (ranks_ > 1)
    halo_
        .start(std::span<const Value>(x.first(owned)),
               x.subspan(owned, static_cast<std::size_t>(transfer_.n_ghosts())))
        .finish();
  // Waiting for threads that have no core costs more than their work; the bits are the same.
  if (const int threads = threads::oversubscribed() ? 1 : threads::max_threads(); threads != bounds_for_) {
    bounds_ = transfer_.row_bounds(threads);
    bounds_for_ = threads;
  }
  return bounds_;
}

template <class Value>
void LevelTransfer<Value>::multiply(std::span<Value> x, Value* y) {
  const auto bounds = prepare(x);
  amg::multiply(transfer_.view(), bounds, x.data(), y);
}

template <class Value>
void LevelTransfer<Value>::multiply_add(std::span<Value> x, Value* y) {
  const auto bounds = prepare(x);
  amg::multiply_add(transfer_.view(), bounds, x.data(), y);
}

template <class Value>
std::size_t MultigridLevel<Value>::bytes() const {
  std::size_t bytes = (x.size() + b.size() + r.size() + direction.size() + product.size()) * sizeof(Value) +
                      (direct_b.size() + direct_x.size()) * sizeof(double) +
                      order.old_of_new.size() * sizeof(LocalIndex);
  if (a) bytes += a->bytes();
  if (diagonals) bytes += diagonals->bytes();
  if (down) bytes += down->bytes();
  if (up) bytes += up->bytes();
  if (direct) bytes += direct->bytes();
  if (interpolation) bytes += interpolation->packed().bytes();
  if (restriction) bytes += restriction->packed().bytes();
  return bytes;
}

template class LevelTransfer<double>;
template class LevelTransfer<float>;
template struct MultigridLevel<double>;
template struct MultigridLevel<float>;

}  // namespace trireme::amg
