// SPDX-License-Identifier: Apache-2.0
// A TaoLineSearch on replicated vectors: every rank runs the same search on the same bits, the objective does
// the sums. TAO's Armijo backtracking (halving, c1 = 1e-4) unless told otherwise.
// Called by the sample modes of `dance` and `pblbfgs`.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <petsctaolinesearch.h>

#include "optim/petsc/petsc_holder.hpp"

namespace trireme::optim {

struct SearchResult {
  bool success = false;  // otherwise weights and gradient are as they were, bit by bit
  double objective = 0;
  double step = 0;
};

class ReplicatedLineSearch {
 public:
  // Objective and gradient at w; collective where the objective is.
  using Evaluation = std::function<double(std::span<const double> w, std::span<double> gradient)>;

  // type: TAOLINESEARCHARMIJO, or another of TAO's. prefix: of its options, as in "tao_dance_" for
  // -tao_dance_tao_ls_max_funcs. Throws Error.
  ReplicatedLineSearch(std::size_t dim, const std::string& prefix,
                       TaoLineSearchType type = TAOLINESEARCHARMIJO);

  // From weights with `objective` and gradient along direction, first with the length first_step. On success
  // weights and gradient become those of the point found; each point is evaluated once.
  SearchResult search(const Evaluation& evaluate, std::vector<double>& weights, double objective,
                      std::vector<double>& gradient, std::span<const double> direction, double first_step);

 private:
  static PetscErrorCode evaluate_for_tao(TaoLineSearch, Vec x, PetscReal* f, Vec g, void* self);

  PetscHolder<TaoLineSearch> search_;
  PetscHolder<Vec> x_, g_, direction_;
  const Evaluation* evaluate_ = nullptr;
  std::vector<double> last_x_, last_g_;
  double last_f_ = 0;
};

}  // namespace trireme::optim
