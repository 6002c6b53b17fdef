// SPDX-License-Identifier: Apache-2.0
// What hypre's hierarchy consists of, counted by walking its internal arrays: hypre 2.26 has no public way.
// Knows hypre's internal headers, whose layout may change with any release.
#include <_hypre_parcsr_ls.h>

// hypre defines these as macros.
#undef max
#undef min

#include "amg/hypre/boomer_solver.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::amg::hypre {
namespace {

GlobalIndex entries_here(hypre_ParCSRMatrix* matrix) {
  return GlobalIndex{hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(matrix))} +
         hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(matrix));
}

GlobalIndex bytes_of(hypre_CSRMatrix* matrix) {
  if (matrix == nullptr) return 0;
  return GlobalIndex{hypre_CSRMatrixNumNonzeros(matrix)} *
             static_cast<GlobalIndex>(sizeof(HYPRE_Complex) + sizeof(HYPRE_Int)) +
         (GlobalIndex{hypre_CSRMatrixNumRows(matrix)} + 1) * static_cast<GlobalIndex>(sizeof(HYPRE_Int));
}

// With the transposes that are kept.
GlobalIndex bytes_of(hypre_ParCSRMatrix* matrix) {
  return bytes_of(hypre_ParCSRMatrixDiag(matrix)) + bytes_of(hypre_ParCSRMatrixOffd(matrix)) +
         bytes_of(matrix->diagT) + bytes_of(matrix->offdT);
}

}  // namespace

HierarchyCounts BoomerSolver::hierarchy() const {
  auto* data = reinterpret_cast<hypre_ParAMGData*>(boomer_);
  const int n_levels = static_cast<int>(hypre_ParAMGDataNumLevels(data));
  HierarchyCounts counts;
  for (int level = 0; level < n_levels; ++level) {
    hypre_ParCSRMatrix* matrix = hypre_ParAMGDataAArray(data)[level];
    GlobalIndex here[] = {entries_here(matrix), 0, bytes_of(matrix)};
    if (level + 1 < n_levels) {
      hypre_ParCSRMatrix* interpolation = hypre_ParAMGDataPArray(data)[level];
      here[1] = entries_here(interpolation);
      here[2] += bytes_of(interpolation);
    }
    if (hypre_ParAMGDataL1Norms(data) != nullptr && hypre_ParAMGDataL1Norms(data)[level] != nullptr)
      here[2] +=
          GlobalIndex{hypre_ParCSRMatrixNumRows(matrix)} * static_cast<GlobalIndex>(sizeof(HYPRE_Real));
    comm::all_sum_in_place(comm_, std::span<GlobalIndex>(here));
    counts.levels.push_back({.rows = hypre_ParCSRMatrixGlobalNumRows(matrix),
                             .nonzeros = here[0],
                             .interpolation_nonzeros = here[1]});
    counts.bytes += here[2];
  }
  return counts;
}

}  // namespace trireme::amg::hypre
