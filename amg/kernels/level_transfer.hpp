// SPDX-License-Identifier: Apache-2.0
// Restriction y = R r and correction x += P e between packed levels. Called by the cycle. Local to the rank;
// O(nonzeros). The same bits for any `row_bounds`, whose part p is rows [p], [p + 1].
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::amg {

// Rows of a transfer operator: columns below the columns' owned count are packed rows of the other level,
// those beyond are its ghosts.
template <class Value>
struct TransferView {
  const LocalIndex* offsets = nullptr;  // [n_rows + 1]
  const LocalIndex* columns = nullptr;
  const Value* values = nullptr;
};

// y [n_rows], x [n_columns + n_ghosts].
template <class Value>
void multiply(const TransferView<Value>& t, std::span<const LocalIndex> row_bounds, const Value* x, Value* y);
template <class Value>
void multiply_reference(const TransferView<Value>& t, LocalIndex n_rows, const Value* x, Value* y);

// y += T x.
template <class Value>
void multiply_add(const TransferView<Value>& t, std::span<const LocalIndex> row_bounds, const Value* x,
                  Value* y);
template <class Value>
void multiply_add_reference(const TransferView<Value>& t, LocalIndex n_rows, const Value* x, Value* y);

}  // namespace trireme::amg
