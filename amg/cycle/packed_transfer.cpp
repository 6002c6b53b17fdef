// SPDX-License-Identifier: Apache-2.0
#include "amg/cycle/packed_transfer.hpp"

#include <algorithm>

#include "amg/cycle/packed_matrix.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "solvers/threads/scan.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/threads/weighted_partition.hpp"

namespace trireme::amg {
namespace {

// Below, a parallel region costs more than it saves.
constexpr GlobalIndex nonzeros_worth_a_thread = 8192;

}  // namespace

template <class Value>
PackedTransfer<Value>::PackedTransfer(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new,
                                      std::span<const LocalIndex> new_column_of_old)
    : plan_(packed_plan(*transfer.plan, transfer.comm->rank(), new_column_of_old)) {
  const CsrView& inner = transfer.diagonal;
  const CsrView& outer = transfer.off_diagonal;
  const LocalIndex n = transfer.n_rows(), n_columns = inner.n_columns;
  offsets_.resize(static_cast<std::size_t>(n) + 1);
  threads::parallel_for(n, [&](LocalIndex row) {
    const LocalIndex old = old_row_of_new[row];
    offsets_[row] = inner.offsets[old + 1] - inner.offsets[old] + outer.offsets[old + 1] - outer.offsets[old];
  });
  offsets_[n] = 0;
  const auto nonzeros = static_cast<std::size_t>(threads::exclusive_scan(std::span<LocalIndex>(offsets_)));
  columns_.resize(nonzeros);
  values_.resize(nonzeros);
  for_entries(transfer, old_row_of_new, [&](LocalIndex entry, LocalIndex column, double value) {
    columns_[entry] = column < n_columns ? new_column_of_old[column] : column;
    values_[entry] = static_cast<Value>(value);
  });
}

template <class Value>
void PackedTransfer<Value>::refill(const MatrixView& transfer, std::span<const LocalIndex> old_row_of_new) {
  for_entries(transfer, old_row_of_new, [&](LocalIndex entry, LocalIndex, double value) {
    values_[entry] = static_cast<Value>(value);
  });
}

template <class Value>
template <class Put>
void PackedTransfer<Value>::for_entries(const MatrixView& transfer,
                                        std::span<const LocalIndex> old_row_of_new, Put&& put) const {
  const CsrView& inner = transfer.diagonal;
  const CsrView& outer = transfer.off_diagonal;
  const auto bounds = row_bounds(threads::max_threads());
  threads::parallel_for(bounds.size() - 1, [&](std::size_t part) {
    for (LocalIndex row = bounds[part]; row < bounds[part + 1]; ++row) {
      const LocalIndex old = old_row_of_new[row];
      LocalIndex next = offsets_[row];
      for (LocalIndex e = inner.offsets[old]; e < inner.offsets[old + 1]; ++e)
        put(next++, inner.columns[e], inner.values[e]);
      for (LocalIndex e = outer.offsets[old]; e < outer.offsets[old + 1]; ++e)
        put(next++, inner.n_columns + outer.columns[e], outer.values[e]);
    }
  });
}

template <class Value>
std::vector<LocalIndex> PackedTransfer<Value>::row_bounds(int threads) const {
  const GlobalIndex useful = std::max<GlobalIndex>(1, n_nonzeros() / nonzeros_worth_a_thread);
  return threads::weighted_partition(std::span<const LocalIndex>(offsets_),
                                     static_cast<int>(std::min<GlobalIndex>(threads, useful)));
}

template <class Value>
std::size_t PackedTransfer<Value>::bytes() const {
  return (offsets_.size() + columns_.size()) * sizeof(LocalIndex) + values_.size() * sizeof(Value);
}

template class PackedTransfer<double>;
template class PackedTransfer<float>;

}  // namespace trireme::amg
