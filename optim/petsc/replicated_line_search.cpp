// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/replicated_line_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "optim/petsc/replicated_solution.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {

using petsc::check;

namespace {

void fill(Vec vector, std::span<const double> values) {
  const petsc::WriteView view(vector);
  std::copy(values.begin(), values.end(), view.span().begin());
}

}  // namespace

ReplicatedLineSearch::ReplicatedLineSearch(std::size_t dim, const std::string& prefix,
                                           TaoLineSearchType type) {
  x_ = make_replicated_vector(static_cast<GlobalIndex>(dim));
  check(VecDuplicate(x_.get(), g_.place()));
  check(VecDuplicate(x_.get(), direction_.place()));
  check(TaoLineSearchCreate(PETSC_COMM_SELF, search_.place()));
  check(TaoLineSearchSetType(search_.get(), type));
  check(TaoLineSearchSetOptionsPrefix(search_.get(), prefix.c_str()));
  check(TaoLineSearchSetObjectiveAndGradientRoutine(search_.get(), evaluate_for_tao, this));
  check(TaoLineSearchSetFromOptions(search_.get()));
}

PetscErrorCode ReplicatedLineSearch::evaluate_for_tao(TaoLineSearch, Vec x, PetscReal* f, Vec g, void* self) {
  PetscFunctionBegin;
  PetscCall(petsc::to_petsc([&] {
    auto& search = *static_cast<ReplicatedLineSearch*>(self);
    {
      const petsc::ReadView point(x);
      const std::span<const double> now = point.span();
      // TAO asks for the gradient at the accepted point once more.
      if (now.size() != search.last_x_.size() ||
          std::memcmp(now.data(), search.last_x_.data(), now.size_bytes()) != 0) {
        search.last_x_.assign(now.begin(), now.end());
        search.last_g_.resize(now.size());
        search.last_f_ = (*search.evaluate_)(search.last_x_, search.last_g_);
      }
    }
    *f = search.last_f_;
    fill(g, search.last_g_);
    return petsc::success;
  }));
  PetscFunctionReturn(petsc::success);
}

SearchResult ReplicatedLineSearch::search(const Evaluation& evaluate, std::vector<double>& weights,
                                          double objective, std::vector<double>& gradient,
                                          std::span<const double> direction, double first_step) {
  evaluate_ = &evaluate;
  last_x_.clear();
  fill(x_.get(), weights);
  fill(g_.get(), gradient);
  fill(direction_.get(), direction);
  // A search remembers values of earlier ones, which may be of other samples.
  check(TaoLineSearchReset(search_.get()));
  check(TaoLineSearchSetInitialStepLength(search_.get(), first_step));
  PetscReal f = objective, step = 0;
  TaoLineSearchConvergedReason reason = TAOLINESEARCH_CONTINUE_ITERATING;
  check(TaoLineSearchApply(search_.get(), x_.get(), &f, g_.get(), direction_.get(), &step, &reason));
  // Of the positive reasons only these two mean success.
  const bool success = (reason == TAOLINESEARCH_SUCCESS || reason == TAOLINESEARCH_SUCCESS_USER) &&
                       std::isfinite(f) && !last_x_.empty();
  if (!success) return {};
  weights = last_x_;
  gradient = last_g_;
  return {true, last_f_, step};
}

}  // namespace trireme::optim
