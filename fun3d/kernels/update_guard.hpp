// SPDX-License-Identifier: Apache-2.0
// Keeps a Newton update from emptying a cell: at every vertex the update is multiplied by the largest factor
// up to one for which no unknown that must stay positive (density, pressure) falls by more than a given
// fraction or grows by more than the fall back would be. Called by nonlinear/newton_step before an update is
// taken.
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::flow {

// scales [end]: the factor of each vertex in [begin, end). The new state is q - update, both [end, N].
template <class E>
void update_scales(LocalIndex begin, LocalIndex end, double largest_fall, const double* q,
                   const double* update, double* scales);

// update *= scales, row by row.
template <class E>
void scale_update(LocalIndex begin, LocalIndex end, const double* scales, double* update);

// Both for all n vertices.
template <class E>
void guard_update_reference(LocalIndex n, double largest_fall, const double* q, double* update,
                            double* scales);

}  // namespace trireme::flow
