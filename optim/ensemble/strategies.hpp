// SPDX-License-Identifier: Apache-2.0
// What an ensemble does, from what its members would do (Saphal and others, "SEERL: sample efficient ensemble
// reinforcement learning", arXiv 2001.05209, section on ensemble strategies). Called by optim/ensemble and
// trireme-optim. Pure functions, local.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trireme::optim {

// The choice most members make; one of several such by `random`, any 64 bits. choices not empty, >= 0.
int majority_vote(std::span<const int> choices, std::uint64_t random);

// Of numbers in `dim` dimensions: actions [members, dim], at least one member; the ensemble's [dim]. Members
// whose action is not finite do not take part; where that is every one, the result is not finite.
std::vector<double> average(std::span<const double> actions, int dim);
// In every dimension: the mean of the fullest of five bins of equal width between the least and the largest,
// the lowest of equally full ones.
std::vector<double> fullest_bin(std::span<const double> actions, int dim, int n_bins = 5);
// The action where Parzen's window estimate of the density is greatest: sum_j exp(-|a_i - a_j|^2 / radius^2).
std::vector<double> densest(std::span<const double> actions, int dim, double radius = 1e-4);
// The action farthest from the mean is dropped until two remain, of which the mean is taken.
std::vector<double> average_without_outliers(std::span<const double> actions, int dim);

}  // namespace trireme::optim
