// SPDX-License-Identifier: Apache-2.0
// The convex quadratic programme on the simplex that chooses an ensemble's members. Called by
// optim/ensemble/selection. Local.
#pragma once

#include <span>
#include <vector>

namespace trireme::optim {

inline constexpr int most_members = 12;

// w [n] with w'B w least among w >= 0, sum w = 1. b [n, n]: symmetric, positive semidefinite; n from 1 to
// most_members. Exact: every set of positive entries is tried, the first of equal ones is taken; O(2^n n^3).
std::vector<double> minimise_on_simplex(std::span<const double> b, int n);

}  // namespace trireme::optim
