// SPDX-License-Identifier: Apache-2.0
// libtrireme_hypre_shim.so: preloaded, it lets an unmodified program that calls BoomerAMG, of hypre itself or
// through PETSc's -pc_type hypre, run this project's multigrid:
//
//   LD_PRELOAD=/path/to/libtrireme_hypre_shim.so mpiexec -n 2 ./program
//
// The program keeps hypre's own object, to which it makes its settings; these are read when it is set up.
// Where every one of them exists here, set-up and solution are taken over. Where not, or where set-up fails
// here, hypre does the work, and rank 0 says once on standard error which setting it was.
//
//   TRIREME_SHIM_OPTIONS="precision=single family=aggregation"   options of this project, over the program's
//   TRIREME_SHIM_VERBOSE=1                                       tells of every set-up taken over; 0: silence
//
// Only dynamic linking to the release of hypre that this was compiled with is served; else all is forwarded.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "amg/hypre/amg_handle.hpp"
#include "amg/preload/boomer_settings.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::amg::preload {
namespace {

// What hypre itself defines under the name of a function of this file.
template <class Function>
Function* next(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr,
                 "trireme shim: %s is not in a shared library of hypre -> link the program to libHYPRE.so\n",
                 name);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}
#define TRIREME_NEXT(name) next<decltype(name)>(#name)

// A BoomerAMG that runs here.
struct Taken {
  hypre::AmgHandle amg;
  HYPRE_ParCSRMatrix matrix = nullptr;  // of the last set-up
  bool hypre_is_set_up = false;         // too, for what only hypre's own hierarchy can answer
};

std::unordered_map<HYPRE_Solver, Taken>& taken_over() {
  static std::unordered_map<HYPRE_Solver, Taken> all;
  return all;
}

Taken* find(HYPRE_Solver solver) {
  auto& all = taken_over();
  const auto found = all.find(solver);
  return found == all.end() ? nullptr : &found->second;
}

// hypre at work: what it sets up for itself is its own.
int hypre_depth = 0;
template <class F>
HYPRE_Int in_hypre(F&& call) {
  ++hypre_depth;
  const HYPRE_Int code = call();
  --hypre_depth;
  return code;
}

enum class Verbosity { silent, forwards, everything };
Verbosity verbosity() {
  const char* const text = std::getenv("TRIREME_SHIM_VERBOSE");
  if (text == nullptr || *text == '\0') return Verbosity::forwards;
  return std::string(text) == "0" ? Verbosity::silent : Verbosity::everything;
}

bool is_root_of(HYPRE_ParCSRMatrix matrix) {
  MPI_Comm comm = MPI_COMM_NULL;
  HYPRE_ParCSRMatrixGetComm(matrix, &comm);
  return comm::Communicator(comm).is_root();
}

// The same reason comes on all ranks.
void tell_of_forwarding(HYPRE_ParCSRMatrix matrix, const std::string& reason) {
  static std::set<std::string> told;
  if (verbosity() == Verbosity::silent || !told.insert(reason).second) return;
  if (is_root_of(matrix)) std::fprintf(stderr, "trireme shim: hypre's BoomerAMG runs: %s\n", reason.c_str());
}

void tell_of_taking(const hypre::AmgHandle& amg) {
  if (verbosity() != Verbosity::everything) return;
  const double seconds = comm::all_max(*amg.comm, amg.setup_seconds + amg.packing_seconds);
  if (amg.comm->is_root())
    std::fputs(
        fmt::format(
            "trireme shim: BoomerAMG taken over: {} rows, {} levels, operator complexity {:.3f}, set-up "
            "{:.4f} s\n",
            amg.statistics.levels.front().matrix.rows, amg.statistics.levels.size(),
            amg.statistics.operator_complexity, seconds)
            .c_str(),
        stderr);
}

void add_own_options(hypre::AmgHandle& amg) {
  const char* const text = std::getenv("TRIREME_SHIM_OPTIONS");
  if (text == nullptr) return;
  options::Schema schema;
  amg.setup_options.describe(schema);
  amg.cycle_options.describe(schema);
  std::istringstream assignments(text);
  for (std::string assignment; assignments >> assignment;) schema.set(assignment, "TRIREME_SHIM_OPTIONS");
  amg.setup_options.validate();
  amg.cycle_options.validate();
}

// Whether the set-up was done here; the same on all ranks, since settings are, and failures of set-up.
bool set_up_here(HYPRE_Solver solver, HYPRE_ParCSRMatrix matrix) {
  static const bool known = is_the_hypre_compiled_with();
  if (!known) {
    tell_of_forwarding(matrix,
                       "this is not hypre " HYPRE_RELEASE_VERSION ", for which the shim was compiled");
    return false;
  }
  try {
    Taken& taken = taken_over()[solver];
    taken.matrix = matrix;
    taken.hypre_is_set_up = false;
    take_settings(solver, matrix, taken.amg);
    add_own_options(taken.amg);
    set_up(taken.amg, matrix);
    tell_of_taking(taken.amg);
    return true;
  } catch (const std::exception& error) {
    taken_over().erase(solver);
    tell_of_forwarding(matrix, error.what());
    return false;
  }
}

// For what a hierarchy of ours cannot answer.
HYPRE_Int set_up_hypre(HYPRE_Solver solver, Taken& taken, HYPRE_ParVector b, HYPRE_ParVector x) {
  if (taken.hypre_is_set_up) return 0;
  taken.hypre_is_set_up = true;
  return in_hypre([&] { return TRIREME_NEXT(HYPRE_BoomerAMGSetup)(solver, taken.matrix, b, x); });
}

}  // namespace
}  // namespace trireme::amg::preload

using namespace trireme::amg;
using namespace trireme::amg::preload;

extern "C" {

HYPRE_Int HYPRE_BoomerAMGSetup(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b,
                               HYPRE_ParVector x) {
  if (hypre_depth == 0 && solver != nullptr && A != nullptr && set_up_here(solver, A)) return 0;
  return in_hypre([&] { return TRIREME_NEXT(HYPRE_BoomerAMGSetup)(solver, A, b, x); });
}

HYPRE_Int HYPRE_BoomerAMGSolve(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b,
                               HYPRE_ParVector x) {
  Taken* const taken = find(solver);
  if (taken == nullptr) return in_hypre([&] { return TRIREME_NEXT(HYPRE_BoomerAMGSolve)(solver, A, b, x); });
  const HYPRE_Int code = hypre::guarded(3, [&] {
    take_iteration_settings(solver, taken->amg);
    solve(taken->amg, A, b, x);
  });
  report_solve(solver, taken->amg);
  return code;
}

HYPRE_Int HYPRE_BoomerAMGSolveT(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b,
                                HYPRE_ParVector x) {
  if (Taken* const taken = find(solver)) set_up_hypre(solver, *taken, b, x);
  return in_hypre([&] { return TRIREME_NEXT(HYPRE_BoomerAMGSolveT)(solver, A, b, x); });
}

HYPRE_Int HYPRE_BoomerAMGGetGridHierarchy(HYPRE_Solver solver, HYPRE_Int* cgrid) {
  if (Taken* const taken = find(solver)) set_up_hypre(solver, *taken, nullptr, nullptr);
  return TRIREME_NEXT(HYPRE_BoomerAMGGetGridHierarchy)(solver, cgrid);
}

HYPRE_Int HYPRE_BoomerAMGDestroy(HYPRE_Solver solver) {
  taken_over().erase(solver);
  return TRIREME_NEXT(HYPRE_BoomerAMGDestroy)(solver);
}
}
