// SPDX-License-Identifier: Apache-2.0
// hypre's own way to solve: BoomerAMG under hypre's own PCG or GMRES, without PETSc in between, which is the
// fastest that hypre offers. Called by trireme-amg as the baseline.
#pragma once

#include <HYPRE_parcsr_ls.h>
#include <string>
#include <vector>

#include "amg/hypre/boomer_preset.hpp"
#include "amg/hypre/hypre_system.hpp"

namespace trireme::amg::hypre {

enum class Krylov { cg, gmres };

struct KrylovSettings {
  Krylov method = Krylov::cg;
  double relative_tolerance = 1e-8;  // of the residual's 2-norm against that of the right-hand side
  int max_iterations = 500;
  int restart = 100;  // of gmres
};

struct LevelCounts {
  GlobalIndex rows = 0, nonzeros = 0;
  GlobalIndex interpolation_nonzeros = 0;  // of P from the next level; 0 on the coarsest
};

struct HierarchyCounts {
  std::vector<LevelCounts> levels;
  GlobalIndex bytes = 0;  // of A, P, the kept transposes of P and the smoother's norms, all levels and ranks
};

struct KrylovResult {
  bool converged = false;
  bool finite = true;
  int iterations = 0;
};

// Collective throughout.
class BoomerSolver {
 public:
  // block_size: unknowns of a point, coarsened and interpolated each for itself.
  BoomerSolver(const comm::Communicator& comm, const BoomerPreset& preset, const KrylovSettings& settings,
               int block_size);
  ~BoomerSolver();
  BoomerSolver(const BoomerSolver&) = delete;
  BoomerSolver& operator=(const BoomerSolver&) = delete;

  // Set-up of BoomerAMG and of the Krylov method. Throws Error (internal) with hypre's text when hypre fails.
  void set_up(const HypreMatrix& matrix, const HypreVector& rhs, const HypreVector& solution);
  // `solution` holds the first guess.
  KrylovResult solve(const HypreMatrix& matrix, const HypreVector& rhs, const HypreVector& solution);
  // After set_up.
  HierarchyCounts hierarchy() const;

 private:
  comm::Communicator comm_;
  KrylovSettings settings_;
  HYPRE_Solver boomer_ = nullptr, krylov_ = nullptr;
};

// Whether the hypre that is linked was built with OpenMP, concurrent hopscotch hashing and persistent
// communication.
struct BuildSwitches {
  bool openmp, hopscotch, persistent_communication;
  std::string version;
};
BuildSwitches build_switches();

}  // namespace trireme::amg::hypre
