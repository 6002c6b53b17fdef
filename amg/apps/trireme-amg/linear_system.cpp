// SPDX-License-Identifier: Apache-2.0
#include "amg/apps/trireme-amg/linear_system.hpp"

#include <algorithm>

#include "amg/apps/trireme-amg/read_system.hpp"
#include "amg/problems/generate_rows.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

using petsc::check;

namespace {

LinearSystem generate(const comm::Communicator& comm, const ProblemOptions& options) {
  LinearSystem system;
  const auto problem = make_problem(options);
  system.rows = comm::CollectiveGuard(comm).run([&] {
    return generate_rows(*problem,
                         rows_of_rank(problem->n_rows(), problem->block_size(), comm.rank(), comm.size()));
  });
  system.symmetric = problem->is_symmetric() && !options.negate;
  const GlobalIndex end = system.rows.begin + system.rows.n_rows();
  for (int vector = 0; vector < problem->n_near_null_vectors(); ++vector) {
    std::vector<double>& values = system.near_null.emplace_back();
    for (GlobalIndex row = system.rows.begin; row < end; ++row)
      values.push_back(problem->near_null_entry(row, vector));
  }
  if (options.neumann && options.prescribed_every == 0) {
    // Constants, but not on identity rows behind.
    system.singular = true;
    const GlobalIndex n_points = options.lattice().n_points();
    for (GlobalIndex row = system.rows.begin; row < end; ++row)
      system.null_vector.push_back(row < n_points ? 1 : 0);
  }
  return system;
}

std::vector<double> made_rhs(const GlobalRows& rows, RightHandSide kind) {
  std::vector<double> rhs(static_cast<std::size_t>(rows.n_rows()), 1.0);
  if (kind == RightHandSide::random) {
    for (std::size_t row = 0; row < rhs.size(); ++row)
      rhs[row] = symmetric_hash(0, rows.begin + static_cast<GlobalIndex>(row), 0);
  }
  return rhs;
}

// Of a symmetric singular matrix the right-hand side must be orthogonal to the null space.
void make_consistent(const comm::Communicator& comm, LinearSystem& system) {
  if (!system.singular) return;
  double products[] = {0, 0};
  for (std::size_t row = 0; row < system.rhs.size(); ++row) {
    products[0] += system.null_vector[row] * system.rhs[row];
    products[1] += system.null_vector[row] * system.null_vector[row];
  }
  comm::all_sum_in_place(comm, std::span<double>(products));
  for (std::size_t row = 0; row < system.rhs.size(); ++row)
    system.rhs[row] -= products[0] / products[1] * system.null_vector[row];
}

PetscObjectHolder<MatNullSpace> null_space(Mat matrix, const std::vector<std::vector<double>>& vectors) {
  std::vector<PetscObjectHolder<Vec>> held;
  std::vector<Vec> basis;
  for (const auto& values : vectors) {
    held.push_back(make_vector(matrix, values));
    Vec vector = held.back().get();
    std::vector<PetscScalar> products(basis.size() + 1);
    if (!basis.empty()) {
      check(VecMDot(vector, static_cast<PetscInt>(basis.size()), basis.data(), products.data()));
      for (PetscScalar& product : products) product = -product;
      check(VecMAXPY(vector, static_cast<PetscInt>(basis.size()), products.data(), basis.data()));
    }
    check(VecNormalize(vector, nullptr));
    basis.push_back(vector);
  }
  PetscObjectHolder<MatNullSpace> space;
  check(MatNullSpaceCreate(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)), PETSC_FALSE,
                           static_cast<PetscInt>(basis.size()), basis.data(), space.place()));
  return space;
}

}  // namespace

LinearSystem make_system(program::Context& context, const ProgramOptions& options) {
  const log::ScopedStage stage(context.timers, "system");
  LinearSystem system = options.matrix.file.empty() ? generate(context.comm, options.problem)
                                                    : read_system(context.comm, options.matrix);
  system.rhs = options.rhs == RightHandSide::file ? read_rhs(context.comm, options.rhs_file, system.rows)
                                                  : made_rhs(system.rows, options.rhs);
  make_consistent(context.comm, system);
  return system;
}

PetscObjectHolder<Mat> assemble_matrix(const comm::Communicator& comm, const LinearSystem& system,
                                       const char* type) {
  const GlobalRows& rows = system.rows;
  const Array<PetscInt> offsets(rows.offsets.begin(), rows.offsets.end());
  const Array<PetscInt> columns(rows.columns.begin(), rows.columns.end());
  PetscObjectHolder<Mat> holder;
  check(MatCreate(comm.handle(), holder.place()));
  Mat matrix = holder.get();
  const PetscInt n_here = rows.n_rows(), n_global = static_cast<PetscInt>(rows.n_global);
  check(MatSetSizes(matrix, n_here, n_here, n_global, n_global));
  check(MatSetBlockSize(matrix, rows.block_size));
  check(MatSetType(matrix, type));
  check(MatSeqAIJSetPreallocationCSR(matrix, offsets.data(), columns.data(), rows.values.data()));
  check(MatMPIAIJSetPreallocationCSR(matrix, offsets.data(), columns.data(), rows.values.data()));
  if (!system.near_null.empty())
    check(MatSetNearNullSpace(matrix, null_space(matrix, system.near_null).get()));
  if (system.singular) check(MatSetNullSpace(matrix, null_space(matrix, {system.null_vector}).get()));
  if (system.symmetric) check(MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE));
  return holder;
}

PetscObjectHolder<Vec> make_vector(Mat matrix, const std::vector<double>& values) {
  PetscObjectHolder<Vec> vector;
  check(MatCreateVecs(matrix, vector.place(), nullptr));
  const petsc::WriteView view(vector.get());
  std::copy(values.begin(), values.end(), view.span().begin());
  return vector;
}

double true_residual(Mat matrix, Vec rhs, Vec solution) {
  PetscObjectHolder<Vec> residual;
  check(VecDuplicate(rhs, residual.place()));
  check(MatMult(matrix, solution, residual.get()));
  check(VecAYPX(residual.get(), -1, rhs));
  PetscReal norm = 0, rhs_norm = 0;
  check(VecNorm(residual.get(), NORM_2, &norm));
  check(VecNorm(rhs, NORM_2, &rhs_norm));
  return rhs_norm > 0 ? norm / rhs_norm : norm;
}

}  // namespace trireme::amg
