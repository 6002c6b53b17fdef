// SPDX-License-Identifier: Apache-2.0
// What a HYPRE_Solver of TriremeAMG_Create points to, and the border between exceptions and hypre's error
// codes. Shared by the files that implement trireme_amg.h, and used
// by the preloaded shim.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "amg/cycle/cycle_options.hpp"
#include "amg/cycle/multigrid.hpp"
#include "amg/hierarchy/build_hierarchy.hpp"
#include "amg/hierarchy/hierarchy_statistics.hpp"
#include "amg/hypre/trireme_amg.h"
#include "solvers/base/error.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg::hypre {

struct AmgHandle {
  // 1. As every solver of hypre >= 2.31 begins, whatever follows.
  struct Head {
    HYPRE_PtrToParSolverFcn setup, solve;
    HYPRE_Int (*destroy)(HYPRE_Solver);
    HYPRE_Int is_setup = 0;
  } head;
  // 2. Tells this solver from one of hypre's that was passed by mistake.
  static constexpr std::uint64_t our_mark = 0x54726972656d6541;
  std::uint64_t mark = our_mark;

  SetupOptions setup_options;
  CycleOptions cycle_options;
  NodeSpace node;
  double tolerance = 0;
  int max_iterations = 1;
  int print_level = 0;

  std::shared_ptr<const comm::Communicator> comm;  // of the hierarchy; outlives it
  std::unique_ptr<Multigrid> multigrid;            // none before set-up and after a failed one
  LocalIndex n_rows = 0;
  HierarchyStatistics statistics;
  CoarseningEnd end = CoarseningEnd::coarse_size;
  double setup_seconds = 0, packing_seconds = 0;  // of this rank

  struct VectorDestroyer {
    void operator()(HYPRE_ParVector vector) const { HYPRE_ParVectorDestroy(vector); }
  };
  std::unique_ptr<hypre_ParVector_struct, VectorDestroyer> residual;  // made when first needed
  Array<double> correction;
  int iterations = 0;
  double relative_residual = std::numeric_limits<double>::quiet_NaN();  // of the last solve
};

// An argument of a function of the interface is wrong; counted from 1.
class ArgumentError : public Error {
 public:
  template <class... Text>
  explicit ArgumentError(int argument, const Text&... text)
      : Error(ErrorKind::input, text...), argument_(argument) {}
  int argument() const noexcept { return argument_; }

 private:
  int argument_;
};

// The tolerance was not met within the cycles allowed.
class NotConverged : public Error {
 public:
  explicit NotConverged(const std::string& problem) : Error(ErrorKind::limit, problem) {}
};

// What TriremeAMG_Setup and TriremeAMG_Solve do; throw Errors. Collective.
void set_up(AmgHandle& amg, HYPRE_ParCSRMatrix matrix);
void solve(AmgHandle& amg, HYPRE_ParCSRMatrix matrix, HYPRE_ParVector b, HYPRE_ParVector x);

// Throws ArgumentError (1) for a null pointer and for solvers of others.
AmgHandle& handle_of(HYPRE_Solver solver);

// Stores what the exception in flight says as the last error message, raises hypre's flag, and returns
// hypre's code; Errors of kind input are those of `argument` unless they say otherwise. In a catch block
// only.
HYPRE_Int code_of_current_exception(int argument) noexcept;

// Runs body() and turns what it throws into hypre's codes.
template <class F>
HYPRE_Int guarded(int argument, F&& body) noexcept {
  try {
    body();
    return 0;
  } catch (...) {
    return code_of_current_exception(argument);
  }
}

}  // namespace trireme::amg::hypre
