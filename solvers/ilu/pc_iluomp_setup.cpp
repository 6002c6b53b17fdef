// SPDX-License-Identifier: Apache-2.0
// Set-up of `iluomp`: analysis where the pattern asks for it, numeric factorization always.
#include <optional>
#include <vector>

#include <petsc/private/matimpl.h>

#include "solvers/base/assert.hpp"
#include "solvers/ilu/pc_iluomp_state.hpp"
#include "solvers/ilu/sequential_matrix.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/log_event.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::ilu {
namespace {

using petsc::check;

int wanted_threads(const IluOmpOptions& options) {
  return options.schedule == PC_ILUOMP_SERIAL || threads::oversubscribed() ? 1 : threads::max_threads();
}

ScheduleKind kind_of(PCIluOmpSchedule schedule) {
  switch (schedule) {
    case PC_ILUOMP_SERIAL:
      return ScheduleKind::serial;
    case PC_ILUOMP_LEVELS:
      return ScheduleKind::levels;
    case PC_ILUOMP_P2P:
      return ScheduleKind::p2p;
    case PC_ILUOMP_P2P_ALL:
      return ScheduleKind::p2p_all;
    default:
      return ScheduleKind::automatic;
  }
}

// The order that PETSc's own factorizations use under the same name, so that iterations can be compared.
std::vector<LocalIndex> ordering_of(Mat matrix, const std::string& name) {
  if (name == MATORDERINGNATURAL) return {};
  IS rows = nullptr;
  IS columns = nullptr;
  check(MatGetOrdering(matrix, name.c_str(), &rows, &columns));
  PetscBool symmetric = PETSC_FALSE;
  PetscInt size = 0;
  const PetscInt* indices = nullptr;
  if (rows != nullptr) {
    check(ISEqual(rows, columns, &symmetric));
    check(ISGetLocalSize(rows, &size));
    check(ISGetIndices(rows, &indices));
  }
  std::vector<LocalIndex> order(size);
  for (PetscInt i = 0; i < size; ++i) order[i] = static_cast<LocalIndex>(indices[i]);
  if (rows != nullptr) check(ISRestoreIndices(rows, &indices));
  check(ISDestroy(&rows));
  check(ISDestroy(&columns));
  TRIREME_VALIDATE(symmetric == PETSC_TRUE, ErrorKind::input,
                   "iluomp: ordering '" + name + "' permutes rows and columns differently",
                   "the threaded factorization keeps the diagonal on the diagonal",
                   "use natural, rcm, nd or qmd");
  return order;
}

void analyse(IluOmpState& state, Mat matrix, const SequentialMatrix& local, int threads) {
  const bool keep_order = state.plan && state.options.reuse_ordering == PETSC_TRUE &&
                          state.plan_ordering == state.options.ordering &&
                          state.plan->rows() == local.sparsity().rows() &&
                          state.plan->block_size == local.block_size();
  std::vector<LocalIndex> order =
      keep_order ? state.plan->order.old_of_new : ordering_of(matrix, state.options.ordering);
  state.forget_plan();
  state.plan = make_ilu_plan(local.sparsity(), local.block_size(), std::move(order),
                             {.levels = static_cast<int>(state.options.levels),
                              .schedule = kind_of(state.options.schedule),
                              .threads = threads});
  state.plan_ordering = state.options.ordering;
  state.matrix_blocks = static_cast<GlobalIndex>(local.sparsity().columns.size());
  if (state.options.precision == PC_ILUOMP_SINGLE) {
    state.factors.emplace<BlockIlu<float>>(state.plan);
  } else {
    state.factors.emplace<BlockIlu<double>>(state.plan);
  }
  ++state.analyses;
}

}  // namespace

PetscErrorCode set_up(PC pc) {
  IluOmpState& state = state_of(pc);
  pc->failedreason = PC_NOERROR;
  PetscLayout layout = nullptr;
  PetscCall(MatGetLayouts(pc->pmat, &layout, nullptr));
  PetscCheck(layout->size == 1, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_SUP,
             "iluomp cannot factor a matrix spread over %d ranks (it works on the rows of one rank) -> use "
             "-%spc_type bjacobi -%ssub_pc_type iluomp, or asm",
             static_cast<int>(layout->size), pc->hdr.prefix ? pc->hdr.prefix : "",
             pc->hdr.prefix ? pc->hdr.prefix : "");

  const Mat matrix = local_part(pc->pmat);
  const SequentialMatrix local(matrix);
  const int threads = wanted_threads(state.options);
  const bool planned = state.plan && state.plan->threads() == threads &&
                       state.plan->block_size == local.block_size() && state.plan->matches(local.sparsity());
  if (!planned) {
    const petsc::LogEvent event(MAT_ILUFactorSymbolic, matrix);
    analyse(state, matrix, local, threads);
  }

  const PivotRule rule{.zero_pivot = state.options.zero_pivot, .shift = state.options.shift_amount};
  std::optional<LocalIndex> failed;
  {
    const petsc::LogEvent event(MAT_LUFactorNumeric, matrix);
    if (auto* in_double = std::get_if<BlockIlu<double>>(&state.factors)) {
      failed = in_double->factor(local.values(), rule);
    } else {
      failed = std::get<BlockIlu<float>>(state.factors).factor(local.values(), rule);
    }
  }
  ++state.factorizations;
  if (failed) {
    PetscCheck(!pc->erroriffailure, PETSC_COMM_SELF, PETSC_ERR_MAT_LU_ZRPVT,
               "iluomp met a zero or non-finite pivot in block row %d -> try -pc_iluomp_shift_amount or "
               "another ordering",
               static_cast<int>(*failed));
    PetscCall(PetscInfo(pc, "Zero or non-finite pivot in block row %d\n", static_cast<int>(*failed)));
    pc->failedreason = PC_FACTOR_NUMERIC_ZEROPIVOT;
  }
  return petsc::success;
}

}  // namespace trireme::ilu
