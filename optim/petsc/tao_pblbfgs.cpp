// SPDX-License-Identifier: Apache-2.0
#include "optim/petsc/tao_pblbfgs.hpp"

#include "optim/petsc/tao_frame.hpp"
#include "optim/petsc/tao_pblbfgs_state.hpp"
#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::optim {
namespace {

using petsc::check;
using petsc::success;
using petsc::to_petsc;

PblbfgsState& state_of(Tao tao) {
  return *static_cast<PblbfgsState*>(tao->data);
}

PetscErrorCode TaoSolve_Pblbfgs(Tao tao) {
  PetscFunctionBegin;
  const SampleProblem* problem = nullptr;
  PetscCall(to_petsc([&] {
    problem = sample_problem(tao);
    if (problem != nullptr) solve_by_batches(tao, state_of(tao), *problem);
    return success;
  }));
  if (problem == nullptr) PetscCall(solve_by_lbfgs(tao, state_of(tao)));
  PetscFunctionReturn(success);
}

PetscErrorCode read_options(PetscOptionItems* PetscOptionsObject, PblbfgsOptions& o) {
  const auto real = [&](const char* key, const char* text, double& value) {
    return read_real(PetscOptionsObject, key, text, value);
  };
  const auto integer = [&](const char* key, const char* text, int& value) {
    return read_int(PetscOptionsObject, key, text, value);
  };
  PetscCall(real("-tao_pblbfgs_theta", "Of the inner-product quasi-Newton test", o.theta));
  PetscCall(
      real("-tao_pblbfgs_test_share", "Share of a batch that the variance is measured on", o.test_share));
  PetscCall(integer("-tao_pblbfgs_s0", "Samples of the first batch", o.s0));
  PetscCall(real("-tao_pblbfgs_overlap", "Share of a batch in the next one", o.overlap));
  PetscCall(real("-tao_pblbfgs_eps", "Of the curvature test", o.eps));
  PetscCall(integer("-tao_pblbfgs_hist", "Pairs kept", o.history));
  PetscCall(real("-tao_pblbfgs_growth", "Of batches over which the loss no longer falls", o.growth));
  PetscCall(integer("-tao_pblbfgs_growth_patience", "Iterations before that", o.growth_patience));
  PetscCall(real("-tao_pblbfgs_growth_fall", "What counts as a fall", o.growth_fall));
  PetscCall(real("-tao_pblbfgs_handover", "Share of the samples from which on all are taken", o.handover));
  PetscBool damping = o.damping ? PETSC_TRUE : PETSC_FALSE, set = PETSC_FALSE;
  PetscCall(PetscOptionsBool("-tao_pblbfgs_damping", "Bend pairs rather than refuse them", nullptr, damping,
                             &damping, nullptr));
  o.damping = damping == PETSC_TRUE;
  const char* const modes[] = {"mb", "fo"};
  PetscInt choice = static_cast<PetscInt>(o.mode);
  PetscCall(PetscOptionsEList("-tao_pblbfgs_mode", "How batches follow one another", nullptr, modes, 2,
                              modes[choice], &choice, &set));
  if (set) o.mode = static_cast<BatchMode>(choice);
  const char* const searches[] = {"overlap", "batch"};
  choice = static_cast<PetscInt>(o.search);
  PetscCall(PetscOptionsEList("-tao_pblbfgs_search", "Samples on which the first step is judged", nullptr,
                              searches, 2, searches[choice], &choice, &set));
  if (set) o.search = static_cast<BatchSearch>(choice);
  const char* const rules[] = {"relative", "absolute"};
  choice = static_cast<PetscInt>(o.curvature);
  PetscCall(PetscOptionsEList("-tao_pblbfgs_curv", "Curvature test", nullptr, rules, 2, rules[choice],
                              &choice, &set));
  if (set) o.curvature = static_cast<CurvatureRule>(choice);
  return success;
}

PetscErrorCode TaoSetFromOptions_Pblbfgs(Tao tao, PetscOptionItems* PetscOptionsObject) {
  PetscFunctionBegin;
  // Taken over only when all of them are in range.
  PblbfgsOptions changed = state_of(tao).options;
  PetscOptionsHeadBegin(PetscOptionsObject, "Progressive-batching L-BFGS options");
  PetscCall(read_options(PetscOptionsObject, changed));
  PetscOptionsHeadEnd();
  PetscCall(to_petsc([&] {
    changed.validate();
    state_of(tao).options = changed;
    return success;
  }));
  PetscCall(TaoLineSearchSetFromOptions(tao->linesearch));
  PetscFunctionReturn(success);
}

PetscErrorCode TaoView_Pblbfgs(Tao tao, PetscViewer viewer) {
  PetscFunctionBegin;
  const PblbfgsOptions& o = state_of(tao).options;
  PetscBool ascii = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &ascii));
  if (!ascii) PetscFunctionReturn(success);
  PetscCall(PetscViewerASCIIPrintf(
      viewer, "  theta %g, first batch %d, history %d, handed over at %g of the samples\n", o.theta, o.s0,
      o.history, o.handover));
  const PblbfgsHistory& history = state_of(tao).history;
  if (!history.batch_sizes.empty())
    PetscCall(PetscViewerASCIIPrintf(viewer, "  last batch %lld, refused pairs %d\n",
                                     static_cast<long long>(history.batch_sizes.back()),
                                     history.refused_pairs));
  PetscFunctionReturn(success);
}

PetscErrorCode TaoDestroy_Pblbfgs(Tao tao) {
  PetscFunctionBegin;
  PetscCall(MatDestroy(&state_of(tao).memory));
  PetscCall(VecDestroy(&state_of(tao).solution));
  delete static_cast<PblbfgsState*>(tao->data);
  tao->data = nullptr;
  PetscFunctionReturn(success);
}

PetscErrorCode TaoCreate_Pblbfgs(Tao tao) {
  PetscFunctionBegin;
  PetscCall(to_petsc([&] {
    tao->data = new PblbfgsState;
    return success;
  }));
  tao->ops->setup = create_work_vectors;
  tao->ops->solve = TaoSolve_Pblbfgs;
  tao->ops->view = TaoView_Pblbfgs;
  tao->ops->setfromoptions = TaoSetFromOptions_Pblbfgs;
  tao->ops->destroy = TaoDestroy_Pblbfgs;
  PetscCall(create_line_search(tao));
  PetscFunctionReturn(success);
}

}  // namespace

std::string pblbfgs_prefix(Tao tao) {
  return prefix_of_parts(tao, "tao_pblbfgs_");
}

PblbfgsHistory pblbfgs_history(Tao tao) {
  PetscBool same = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(tao), TAOPBLBFGS, &same));
  if (same == PETSC_FALSE) throw Error(ErrorKind::input, "the Tao is not of type pblbfgs");
  return state_of(tao).history;
}

}  // namespace trireme::optim

PetscErrorCode RegisterPblbfgs(void) {
  PetscFunctionBegin;
  PetscCall(TaoRegister(TAOPBLBFGS, trireme::optim::TaoCreate_Pblbfgs));
  PetscFunctionReturn(trireme::petsc::success);
}
