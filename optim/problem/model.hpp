// SPDX-License-Identifier: Apache-2.0
// A SampleObjective that can also be started, judged and used for prediction: what trireme-optim trains.
// Implemented by the linear models and the networks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optim/data/samples.hpp"
#include "optim/problem/sample_objective.hpp"

namespace trireme::optim {

// How a model does on samples.
struct Assessment {
  GlobalIndex count = 0;
  double loss = 0;      // mean
  double accuracy = 0;  // share of right classes; for numbers the coefficient of determination
};

class Model : public SampleObjective {
 public:
  // Where training starts; depends on the seed only. Replicated. Local.
  virtual std::vector<double> initial_weights(std::uint64_t seed) const = 0;
  // Scores of a sample: one a class, or a single one (two classes, by its sign; numbers, as it is).
  virtual int n_scores() const = 0;
  // samples: those of training or others of the same shape. [rows here, n_scores]. Local.
  virtual std::vector<double> scores(std::span<const double> w, const Samples& samples) const = 0;
  // Collective over the samples' ranks.
  virtual Assessment assess(std::span<const double> w, const Samples& samples) const = 0;
};

// The class that scores [n_scores] of a sample choose.
inline int chosen_class(std::span<const double> scores) {
  if (scores.size() == 1) return scores[0] > 0 ? 1 : 0;
  int best = 0;
  for (int k = 1; k < static_cast<int>(scores.size()); ++k)
    if (scores[static_cast<std::size_t>(k)] > scores[static_cast<std::size_t>(best)]) best = k;
  return best;
}

}  // namespace trireme::optim
