// SPDX-License-Identifier: Apache-2.0
// Life, set-up and solution of the solver that trireme_amg.h describes; its settings are in
// trireme_amg_settings.cpp.
#include "amg/hypre/trireme_amg.h"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "amg/hierarchy/hierarchy_table.hpp"
#include "amg/hypre/amg_handle.hpp"
#include "amg/hypre/parcsr_import.hpp"
#include "amg/kernels/level_vector.hpp"
#include "amg/matrix/finite_values.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/core_sharing.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/log/logger.hpp"

namespace trireme::amg::hypre {
namespace {

constexpr int print_hierarchy = 1, print_residuals = 2;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Turns the code of a function of hypre's into an exception.
void check(HYPRE_Int code) {
  if (code == 0) return;
  char text[256] = {};
  HYPRE_DescribeError(code, text);
  throw Error(ErrorKind::internal, fmt::format("hypre failed: {}", text));
}

// One duplicate for all matrices on the same ranks.
void take_communicator(AmgHandle& amg, HYPRE_ParCSRMatrix matrix) {
  MPI_Comm comm = MPI_COMM_NULL;
  check(HYPRE_ParCSRMatrixGetComm(matrix, &comm));
  if (amg.comm && amg.comm->has_ranks_of(comm)) return;
  amg.comm = std::make_shared<const comm::Communicator>(comm);
  comm::share_cores(*amg.comm);
}

void print_levels(const AmgHandle& amg) {
  auto log = log::Logger::standard(*amg.comm);
  for (const std::string& line : hierarchy_table(amg.statistics)) log.line(line);
  log.line("  coarsening ended: " + coarsening_end_text(amg.end));
}

// x += M^-1 (b - A x), the residual wherever it is needed computed by hypre's own product.
class Iteration {
 public:
  Iteration(AmgHandle& amg, HYPRE_ParCSRMatrix matrix, HYPRE_ParVector b, HYPRE_ParVector x)
      : amg_(amg), matrix_(matrix), b_(b), x_(x), b_values_(values_of(b)), x_values_(values_of(x)) {
    if (b_values_.size() != static_cast<std::size_t>(amg.n_rows))
      throw ArgumentError(3, "b has another size than the matrix of the set-up");
    if (x_values_.size() != b_values_.size())
      throw ArgumentError(4, "x has another size than the matrix of the set-up");
    if (!b_values_.empty() && b_values_.data() == x_values_.data())
      throw ArgumentError(4, "x is the same vector as b");
  }

  bool is_zero_here() const { return largest_magnitude(x_values_) == 0; }

  double norm_of_b() const { return norm(b_); }

  double residual_norm() {
    compute_residual();
    return norm(amg_.residual.get());
  }

  void compute_residual() {
    if (!amg_.residual) amg_.residual.reset(make_vector_like(b_));
    check(HYPRE_ParVectorCopy(b_, amg_.residual.get()));
    check(HYPRE_ParCSRMatrixMatvec(-1, matrix_, x_, 1, amg_.residual.get()));
  }

  void cycle_from_zero() { amg_.multigrid->apply(b_values_, x_values_); }

  // With the residual as it was computed last.
  void cycle() {
    amg_.correction.resize(x_values_.size());
    amg_.multigrid->apply(values_of(amg_.residual.get()), amg_.correction);
    combine(x_values_, 1.0, 1.0, std::as_const(amg_.correction).data());
  }

 private:
  static double norm(HYPRE_ParVector vector) {
    HYPRE_Real square = 0;
    check(HYPRE_ParVectorInnerProd(vector, vector, &square));
    return std::sqrt(square);
  }

  AmgHandle& amg_;
  HYPRE_ParCSRMatrix matrix_;
  HYPRE_ParVector b_, x_;
  std::span<double> b_values_, x_values_;
};

// The iteration, and whether x is zero, as every Krylov method gives it to a preconditioner: that saves a
// residual. One vote tells both that and whether the vectors fit on every rank.
struct Start {
  std::optional<Iteration> iteration;
  bool from_zero = false;
};

Start start(AmgHandle& amg, HYPRE_ParCSRMatrix matrix, HYPRE_ParVector b, HYPRE_ParVector x) {
  enum { zero, guess, wrong } here = wrong;
  Start made;
  std::exception_ptr failure;
  try {
    made.iteration.emplace(amg, matrix, b, x);
    here = made.iteration->is_zero_here() ? zero : guess;
  } catch (...) {
    failure = std::current_exception();
  }
  const int agreed = comm::all_max(*amg.comm, static_cast<int>(here));
  if (agreed == wrong)
    comm::CollectiveGuard(*amg.comm).run([&] {
      if (failure) std::rethrow_exception(failure);
    });
  made.from_zero = agreed == zero;
  return made;
}

// MaxIter cycles, without a look at the residual's norm.
void apply_cycles(AmgHandle& amg, Iteration& iteration, bool zero) {
  for (; amg.iterations < amg.max_iterations; ++amg.iterations) {
    if (zero) {
      iteration.cycle_from_zero();
    } else {
      iteration.compute_residual();
      iteration.cycle();
    }
    zero = false;
  }
}

// Cycles until the residual is small against b; against 1 where b is zero, as hypre has it.
void iterate(AmgHandle& amg, Iteration& iteration) {
  auto log = log::Logger::standard(*amg.comm);
  const bool prints = (amg.print_level & print_residuals) != 0;
  const double norm_of_b = iteration.norm_of_b(), reference = norm_of_b > 0 ? norm_of_b : 1;
  for (;; ++amg.iterations) {
    amg.relative_residual = iteration.residual_norm() / reference;
    if (prints)
      log.line(fmt::format("  cycle {:3}  relative residual {:.6e}", amg.iterations, amg.relative_residual));
    if (!std::isfinite(amg.relative_residual))
      throw Error(ErrorKind::numerical,
                  fmt::format("cycle {} met numbers that are not finite", amg.iterations),
                  "in b, in x, or by divergence");
    if (amg.tolerance > 0 && amg.relative_residual <= amg.tolerance) return;
    if (amg.iterations >= amg.max_iterations) break;
    iteration.cycle();
  }
  if (amg.tolerance > 0)
    throw NotConverged(
        fmt::format("the relative residual is {:.2e} after {} cycles, above the tolerance {:.2e}",
                    amg.relative_residual, amg.iterations, amg.tolerance));
}

}  // namespace

void set_up(AmgHandle& amg, HYPRE_ParCSRMatrix matrix) {
  amg.head.is_setup = 0;
  amg.multigrid.reset();
  amg.statistics = {};
  amg.residual.reset();
  if (matrix == nullptr) throw ArgumentError(2, "the matrix is a null pointer");
  take_communicator(amg, matrix);
  const ParCsrView view(matrix, *amg.comm);
  if (!all_values_finite(view.view()))
    throw Error(ErrorKind::numerical, "the matrix has NaN or infinite entries", {},
                "look at how it was assembled");
  const double start = seconds();
  const SetupHierarchy hierarchy = build_hierarchy(view.view(), amg.setup_options, amg.node);
  const double built = seconds();
  auto multigrid = make_multigrid(hierarchy, amg.cycle_options);
  amg.packing_seconds = seconds() - built;
  amg.setup_seconds = built - start;
  amg.statistics = collect_statistics(hierarchy);
  amg.end = hierarchy.end;
  amg.n_rows = view.view().n_rows();
  amg.multigrid = std::move(multigrid);
  amg.head.is_setup = 1;
  if ((amg.print_level & print_hierarchy) != 0) print_levels(amg);
}

void solve(AmgHandle& amg, HYPRE_ParCSRMatrix matrix, HYPRE_ParVector b, HYPRE_ParVector x) {
  amg.iterations = 0;
  amg.relative_residual = std::numeric_limits<double>::quiet_NaN();
  if (!amg.multigrid)
    throw Error(ErrorKind::internal, "there is no hierarchy to solve with",
                "TriremeAMG_Setup() was not called, or failed");
  if (matrix == nullptr) throw ArgumentError(2, "the matrix is a null pointer");
  if (b == nullptr) throw ArgumentError(3, "b is a null pointer");
  if (x == nullptr) throw ArgumentError(4, "x is a null pointer");
  Start made = start(amg, matrix, b, x);
  if (amg.tolerance > 0 || (amg.print_level & print_residuals) != 0)
    iterate(amg, *made.iteration);
  else
    apply_cycles(amg, *made.iteration, made.from_zero);
}

}  // namespace trireme::amg::hypre

using trireme::amg::hypre::AmgHandle;
using trireme::amg::hypre::ArgumentError;
using trireme::amg::hypre::guarded;
using trireme::amg::hypre::handle_of;

HYPRE_Int TriremeAMG_Create(HYPRE_Solver* solver) {
  return guarded(1, [&] {
    if (solver == nullptr) throw ArgumentError(1, "there is no place for the solver");
    auto made = std::make_unique<AmgHandle>();
    made->head = {TriremeAMG_Setup, TriremeAMG_Solve, TriremeAMG_Destroy};
    static_assert(offsetof(AmgHandle, head) == 0);
    *solver = reinterpret_cast<HYPRE_Solver>(made.release());
  });
}

HYPRE_Int TriremeAMG_Destroy(HYPRE_Solver solver) {
  return guarded(1, [&] {
    if (solver == nullptr) return;
    AmgHandle& amg = handle_of(solver);
    amg.mark = 0;
    delete &amg;
  });
}

HYPRE_Int TriremeAMG_Setup(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector, HYPRE_ParVector) {
  return guarded(2, [&] { trireme::amg::hypre::set_up(handle_of(solver), A); });
}

HYPRE_Int TriremeAMG_Solve(HYPRE_Solver solver, HYPRE_ParCSRMatrix A, HYPRE_ParVector b, HYPRE_ParVector x) {
  return guarded(3, [&] { trireme::amg::hypre::solve(handle_of(solver), A, b, x); });
}
