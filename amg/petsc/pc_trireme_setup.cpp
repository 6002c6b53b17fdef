// SPDX-License-Identifier: Apache-2.0
// Set-up of `trireme`: hierarchy, then its solve form.
#include <chrono>

#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/matrix/finite_values.hpp"
#include "amg/petsc/pc_trireme_state.hpp"
#include "amg/petsc/petsc_matrix.hpp"
#include "amg/petsc/petsc_node_space.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/shared_communicator.hpp"

namespace trireme::amg {
namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool mirrors(Relaxation down, Relaxation up) {
  switch (down) {
    case Relaxation::hybrid_forward:
      return up == Relaxation::hybrid_backward;
    case Relaxation::hybrid_backward:
      return up == Relaxation::hybrid_forward;
    case Relaxation::l1_forward:
      return up == Relaxation::l1_backward;
    case Relaxation::l1_backward:
      return up == Relaxation::l1_forward;
    default:
      return up == down;
  }
}

bool cycle_is_symmetric(const CycleOptions& o) {
  const bool linear = o.cycle_type == CycleType::v || o.cycle_type == CycleType::w;
  return linear && mirrors(o.relax_type_down, o.relax_type_up) && o.grid_sweeps_down == o.grid_sweeps_up;
}

PetscErrorCode refuse_values(PC pc) {
  PetscCheck(!pc->erroriffailure, PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_FP,
             "trireme met a matrix with NaN or infinite entries -> look at how the matrix was assembled");
  PetscCall(PetscInfo(pc, "The matrix has NaN or infinite entries\n"));
  pc->failedreason = PC_FACTOR_OTHER;
  return petsc::success;
}

}  // namespace

PetscErrorCode set_up(PC pc) {
  TriremeState& state = state_of(pc);
  pc->failedreason = PC_NOERROR;
  const auto comm = petsc::shared_communicator(PetscObjectComm(reinterpret_cast<PetscObject>(pc->pmat)));
  const bool again = pc->flag == SAME_NONZERO_PATTERN && comm == state.comm;
  if (!again) state.forget_hierarchy();
  // Kept here, the communicator outlives the hierarchy.
  state.comm = comm;
  // Taken out while it changes: what throws leaves no hierarchy behind.
  auto hierarchy = std::move(state.hierarchy);
  auto multigrid = std::move(state.multigrid);
  state.forget_hierarchy();
  const PetscMatrix matrix(pc->pmat);
  if (!all_values_finite(matrix.view())) return refuse_values(pc);

  PetscBool known = PETSC_FALSE, symmetric = PETSC_FALSE;
  PetscCall(MatIsSymmetricKnown(pc->pmat, &known, &symmetric));
  state.symmetric = known && symmetric && cycle_is_symmetric(state.cycle_options) ? PETSC_TRUE : PETSC_FALSE;

  const double start = seconds();
  const NodeSpace node = petsc_node_space(pc->pmat);
  const bool refilled = hierarchy && multigrid && hierarchy->refill(matrix.view(), node);
  if (!refilled) {
    multigrid.reset();
    SetupOptions options = state.setup_options;
    if (state.keep_from_second && !again) options.reuse = Reuse::none;
    hierarchy = std::make_unique<ReusableHierarchy>(options);
    hierarchy->build(matrix.view(), node);
  }
  const double built = seconds();
  if (refilled)
    multigrid->refill(hierarchy->hierarchy(), hierarchy->changed_interpolations());
  else
    multigrid = make_multigrid(hierarchy->hierarchy(), state.cycle_options);
  state.packing_seconds = seconds() - built;
  state.setup_seconds = built - start;
  state.times = {};
  for (const SetupTimes& of_level : hierarchy->hierarchy().times) state.times += of_level;
  state.statistics = collect_statistics(hierarchy->hierarchy());
  state.end = hierarchy->hierarchy().end;
  hierarchy->release_finest();
  state.hierarchy = std::move(hierarchy);
  state.multigrid = std::move(multigrid);
  state.applications = 0;
  ++state.setups;
  if (refilled) ++state.refills;
  return petsc::success;
}

}  // namespace trireme::amg
