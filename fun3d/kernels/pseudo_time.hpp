// SPDX-License-Identifier: Apache-2.0
// The pseudo-time term V / (CFL dt_i) (U(q) - U(q_old)) of the conserved variables U, with the local step
// dt_i = V / (sum of wave speed times area), so that V cancels: the factor is sum / CFL. Called by
// nonlinear/newton_step and discretization/jacobian over ranges of owned vertices.
#pragma once

#include <span>

#include "solvers/base/types.hpp"

namespace trireme::flow {

// residual += wave_speed_sums / cfl * (U(q) - U(q_old)) for vertices [begin, end); all but the sums are [n,
// N].
template <class E>
void add_pseudo_time(const typename E::Parameters& parameters, LocalIndex begin, LocalIndex end,
                     const double* wave_speed_sums, double cfl, const double* q, const double* q_old,
                     double* residual);

// Adds wave_speed_sums / cfl * dU/dq at q [n, N] to the diagonal blocks of rows [begin, end).
template <class E>
void add_pseudo_time_diagonal(const typename E::Parameters& parameters, LocalIndex begin, LocalIndex end,
                              const double* wave_speed_sums, double cfl,
                              std::span<const LocalIndex> diagonal_slots, const double* q, double* values);

// Both, row by row: adds to residual [n, N] and to the diagonal blocks [n, N, N] by rows.
template <class E>
void pseudo_time_reference(const typename E::Parameters& parameters, LocalIndex n,
                           const double* wave_speed_sums, double cfl, const double* q, const double* q_old,
                           double* residual, double* blocks);

}  // namespace trireme::flow
