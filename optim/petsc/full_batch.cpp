// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/full_batch.hpp"

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {

using petsc::check;
using petsc::success;
using petsc::to_petsc;

namespace {

Vec solution_of(Tao tao) {
  Vec solution = nullptr;
  check(TaoGetSolution(tao, &solution));
  return solution;
}

}  // namespace

FullBatch::FullBatch(Tao tao, const RegularizedObjective& objective, IterateObserver observer)
    : objective_(objective), observer_(std::move(observer)), replicated_(solution_of(tao)) {
  const auto dim = static_cast<std::size_t>(objective.samples().dim());
  for (std::vector<double>* vector : {&w_, &g_, &at_, &u_, &product_}) vector->resize(dim);
  const Vec solution = solution_of(tao);
  PetscInt n = 0, n_global = 0;
  check(VecGetLocalSize(solution, &n));
  check(VecGetSize(solution, &n_global));
  check(MatCreateShell(PetscObjectComm(reinterpret_cast<PetscObject>(tao)), n, n, n_global, n_global, this,
                       matrix_.place()));
  check(MatShellSetOperation(matrix_.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(multiply)));
  check(MatSetOption(matrix_.get(), MAT_SYMMETRIC, PETSC_TRUE));
  check(TaoSetObjectiveAndGradient(tao, nullptr, evaluate, this));
  check(TaoSetHessian(tao, matrix_.get(), matrix_.get(), hessian, this));
  if (observer_) check(TaoSetMonitor(tao, monitor, this, nullptr));
}

PetscErrorCode FullBatch::evaluate(Tao, Vec x, PetscReal* f, Vec g, void* self) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    auto& batch = *static_cast<FullBatch*>(self);
    batch.replicated_.gather(x, batch.w_);
    *f = batch.objective_.value_gradient(batch.w_, {0, batch.objective_.samples().size()}, batch.g_);
    ReplicatedSolution::scatter(batch.g_, g);
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode FullBatch::hessian(Tao, Vec x, Mat, Mat, void* self) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    auto& batch = *static_cast<FullBatch*>(self);
    batch.replicated_.gather(x, batch.at_);
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode FullBatch::multiply(Mat matrix, Vec x, Vec y) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    FullBatch* batch = nullptr;
    check(MatShellGetContext(matrix, &batch));
    batch->replicated_.gather(x, batch->u_);
    const auto curvature = batch->objective_.samples().is_convex()
                               ? RegularizedObjective::Curvature::hessian
                               : RegularizedObjective::Curvature::gauss_newton;
    batch->objective_.curvature_product(curvature, batch->at_, {0, batch->objective_.samples().size()}, 0,
                                        batch->u_, batch->product_);
    ReplicatedSolution::scatter(batch->product_, y);
    return success;
  }));
  PetscFunctionReturn(success);
}

PetscErrorCode FullBatch::monitor(Tao tao, void* self) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    auto& batch = *static_cast<FullBatch*>(self);
    PetscInt iteration = 0;
    PetscReal f = 0, norm = 0, step = 0;
    check(TaoGetSolutionStatus(tao, &iteration, &f, &norm, nullptr, &step, nullptr));
    std::vector<double> w(batch.w_.size());
    batch.replicated_.gather(solution_of(tao), w);
    const Iterate iterate{.iteration = static_cast<int>(iteration),
                          .set = {0, batch.objective_.samples().size()},
                          .lambda = batch.objective_.lambda(),
                          .objective = f,
                          .gradient_norm = norm,
                          .step = step,
                          .weights = &w};
    if (batch.observer_(iterate)) check(TaoSetConvergedReason(tao, TAO_CONVERGED_USER));
    return success;
  }));
  PetscFunctionReturn(success);
}

}  // namespace trireme::optim
