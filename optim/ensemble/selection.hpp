// SPDX-License-Identifier: Apache-2.0
// Which of a run's snapshots form its ensemble (SEERL, arXiv 2001.05209, eqs. 2-10): weights on the simplex
// that minimise w'B w, B_ij = mean of b_i b_j over states, b_i = L_i - beta / (M - 1) sum_k D(i, k). L_i is 1
// where member i errs and does what the ensemble does, else 0; D is the divergence of the members' outputs.
// Members that err together weigh little, and so do those that repeat others. States are samples, or what the
// environments of a policy went through. Called by trireme-optim.
#pragma once

#include <span>
#include <vector>

#include "optim/data/samples.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

// What the members say of the rows of this rank.
struct MemberOutputs {
  int width = 1;                                 // scores of a row
  std::vector<std::vector<double>> scores = {};  // of each member, [rows, width]
  std::size_t n_members() const { return scores.size(); }
  std::size_t n_rows() const {
    return scores.empty() ? 0 : scores.front().size() / static_cast<std::size_t>(width);
  }
  std::span<const double> of(std::size_t member, std::size_t row) const {
    const auto n = static_cast<std::size_t>(width);
    return std::span<const double>(scores[member]).subspan(row * n, n);
  }
};

enum class Strategy { vote, average, binning, density, elimination };

// What outputs are of: scores of classes (of choices), or one number.
enum class OutputKind { classes, numbers };

// What the ensemble of `members` does at one row: the number of the class, or the number. random: any 64
// bits, for ties. Strategies as below. Local.
double ensemble_choice(OutputKind kind, const MemberOutputs& outputs, std::span<const int> members,
                       std::size_t row, Strategy strategy, std::uint64_t random);

// Of every row of this rank: the number of the class, or for samples with numbers as labels the prediction.
// vote is for classes only, average takes the mean of the probabilities there; binning, density and
// elimination are for numbers. members: which take part. seed: of ties. Local.
std::vector<double> ensemble_output(const Samples& samples, const MemberOutputs& outputs,
                                    std::span<const int> members, Strategy strategy, std::uint64_t seed);

// Share of right classes; of numbers the coefficient of determination. Collective over the samples' ranks.
double accuracy_of(const Samples& samples, std::span<const double> outputs);

inline OutputKind kind_of(const Samples& samples) {
  return samples.classes.empty() ? OutputKind::numbers : OutputKind::classes;
}

struct SelectionOptions {
  double beta = 1.2;       // weight of the divergence, from 1 to 2
  double threshold = 0.5;  // a loss from which on a member errs
  double equal = 0.01;     // numbers so near the ensemble's are the ensemble's
};

// Of each member at each row of this rank: how much it errs, [members][rows].
using MemberLosses = std::vector<std::vector<double>>;

// Cross entropy with the samples' classes, or half the squared error. Local.
MemberLosses member_losses(const Samples& samples, const MemberOutputs& outputs);

// B [members, members] over the states of all ranks; outputs, losses and of_ensemble are of this rank's.
// Exact sums: the same bits on any number of ranks. Collective.
std::vector<double> selection_matrix(const comm::Communicator& comm, OutputKind kind,
                                     const MemberOutputs& outputs, const MemberLosses& losses,
                                     std::span<const double> of_ensemble, const SelectionOptions& options);

// The `wanted` members of the largest weights, ascending; of equal weights the later snapshots.
std::vector<int> largest_weights(std::span<const double> weights, int wanted);

}  // namespace trireme::optim
