// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/pc_localhess.hpp"

#include <algorithm>
#include <vector>

#include <petsc/private/pcimpl.h>

#include "optim/dance/dense_cholesky.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;
using petsc::success;
using petsc::to_petsc;

struct LocalHessState {
  CurvatureFactor factor;
  double shift = 1;  // lambda + mu
  double lambda = 1, mu = 0;
  std::vector<double> cholesky;  // of shift I + F F'
};

LocalHessState& state_of(PC pc) {
  return *static_cast<LocalHessState*>(pc->data);
}

// along[i] = row i of F times x.
std::vector<double> times_factor(const CurvatureFactor& factor, std::span<const double> x) {
  std::vector<double> along(static_cast<std::size_t>(factor.n_rows()));
  for (std::size_t row = 0; row < along.size(); ++row)
    for (auto e = static_cast<std::size_t>(factor.offsets[row]);
         e < static_cast<std::size_t>(factor.offsets[row + 1]); ++e)
      along[row] += factor.values[e] * x[static_cast<std::size_t>(factor.columns[e])];
  return along;
}

// F F' + shift I, by merging rows, whose columns ascend.
void factorize(LocalHessState& state, std::size_t dim) {
  const CurvatureFactor& factor = state.factor;
  const auto n = static_cast<std::size_t>(factor.n_rows());
  state.cholesky.assign(n * n, 0.0);
  std::vector<double> spread(dim, 0.0);
  for (std::size_t row = 0; row < n; ++row) {
    const auto first = static_cast<std::size_t>(factor.offsets[row]),
               last = static_cast<std::size_t>(factor.offsets[row + 1]);
    for (std::size_t e = first; e < last; ++e)
      spread[static_cast<std::size_t>(factor.columns[e])] = factor.values[e];
    for (std::size_t other = 0; other <= row; ++other) {
      double sum = other == row ? state.shift : 0;
      for (auto e = static_cast<std::size_t>(factor.offsets[other]);
           e < static_cast<std::size_t>(factor.offsets[other + 1]); ++e)
        sum += factor.values[e] * spread[static_cast<std::size_t>(factor.columns[e])];
      state.cholesky[row * n + other] = sum;
    }
    for (std::size_t e = first; e < last; ++e) spread[static_cast<std::size_t>(factor.columns[e])] = 0;
  }
  factorize_cholesky(n, state.cholesky);
}

// (shift I + F'F)^-1 r = (r - F' (shift I + F F')^-1 F r) / shift.
PetscErrorCode PCApply_LocalHess(PC pc, Vec r, Vec z) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    const LocalHessState& state = state_of(pc);
    const petsc::ReadView from(r);
    const petsc::WriteView to(z);
    std::vector<double> along = times_factor(state.factor, from.span());
    solve_cholesky(along.size(), state.cholesky, along);
    const double scale = 1 / state.shift;
    for (std::size_t j = 0; j < to.span().size(); ++j) to.span()[j] = scale * from.span()[j];
    for (std::size_t row = 0; row < along.size(); ++row)
      for (auto e = static_cast<std::size_t>(state.factor.offsets[row]);
           e < static_cast<std::size_t>(state.factor.offsets[row + 1]); ++e)
        to.span()[static_cast<std::size_t>(state.factor.columns[e])] -=
            scale * state.factor.values[e] * along[row];
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode PCSetFromOptions_LocalHess(PC pc, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  PetscReal mu = state_of(pc).mu;
  PetscOptionsHeadBegin(PetscOptionsObject, "Block Hessian options");
  PetscCall(PetscOptionsReal("-pc_localhess_mu", "Added to the regularization", nullptr, mu, &mu, nullptr));
  PetscOptionsHeadEnd();
  PetscCheck(mu >= 0, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_ARG_OUTOFRANGE,
             "-pc_localhess_mu must not be negative");
  state_of(pc).mu = mu;
  PetscFunctionReturn(success);
}

PetscErrorCode PCView_LocalHess(PC pc, PetscViewer viewer) {
  PetscFunctionBegin;
  PetscCall(PetscViewerASCIIPrintf(viewer, "  block of %d samples, mu %g\n",
                                   static_cast<int>(state_of(pc).factor.n_rows()), state_of(pc).mu));
  PetscFunctionReturn(success);
}

PetscErrorCode PCDestroy_LocalHess(PC pc) {
  PetscFunctionBegin;
  delete static_cast<LocalHessState*>(pc->data);
  pc->data = nullptr;
  PetscFunctionReturn(success);
}

PetscErrorCode PCCreate_LocalHess(PC pc) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    pc->data = new LocalHessState;
    return success;
  }));
  pc->ops->apply = PCApply_LocalHess;
  pc->ops->applytranspose = PCApply_LocalHess;
  pc->ops->setfromoptions = PCSetFromOptions_LocalHess;
  pc->ops->view = PCView_LocalHess;
  pc->ops->destroy = PCDestroy_LocalHess;
  PetscFunctionReturn(success);
}

}  // namespace

void set_local_hessian(PC pc, CurvatureFactor factor, double lambda, double mu) {
  PetscBool same = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCLOCALHESS, &same));
  // The user chose another one.
  if (same == PETSC_FALSE) return;
  LocalHessState& state = state_of(pc);
  state.factor = std::move(factor);
  state.lambda = lambda;
  if (mu >= 0) state.mu = mu;
  state.shift = state.lambda + state.mu;
  TRIREME_VALIDATE(state.shift > 0, ErrorKind::input, "the preconditioner localhess needs a regularization",
                   "lambda and mu are both 0", "set -pc_localhess_mu");
  std::int64_t dim = 0;
  for (const std::int64_t column : state.factor.columns) dim = std::max(dim, column + 1);
  factorize(state, static_cast<std::size_t>(dim));
}

}  // namespace trireme::optim

PetscErrorCode RegisterLocalHess(void) {
  PetscFunctionBegin;
  PetscCall(PCRegister(PCLOCALHESS, trireme::optim::PCCreate_LocalHess));
  PetscFunctionReturn(trireme::petsc::success);
}
