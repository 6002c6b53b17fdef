// SPDX-License-Identifier: Apache-2.0
// The largest eigenvalue of D'^-1 A, which Chebyshev smoothing needs. Called by Smoother at set-up.
#pragma once

#include <span>

#include "amg/smooth/level_operator.hpp"

namespace trireme::amg {

// Ten power steps on D'^-1 A from a start made of global row numbers: global_begin + old_of_new[i] for packed
// row i. inverse [n_rows]. At most the true value, up to rounding, for symmetric A of one sign; 1 where the
// steps give nothing usable. Collective. Cost: ten products and reductions.
template <class Value>
double estimate_largest_eigenvalue(LevelOperator<Value>& a, const Value* inverse,
                                   std::span<const LocalIndex> old_of_new, GlobalIndex global_begin);

}  // namespace trireme::amg
