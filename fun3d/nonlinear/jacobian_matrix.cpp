// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/jacobian_matrix.hpp"

#include <algorithm>
#include <cstdint>

#include "fun3d/physics/equation_sets.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

std::vector<PetscInt> row_lengths(std::span<const LocalIndex> offsets) {
  std::vector<PetscInt> lengths;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    lengths.push_back(offsets[row + 1] - offsets[row]);
  return lengths;
}

std::vector<PetscInt> global_columns(std::span<const LocalIndex> columns, const mesh::FlowMesh& mesh) {
  std::vector<PetscInt> global;
  global.reserve(columns.size());
  for (const LocalIndex column : columns) {
    global.push_back(static_cast<PetscInt>(mesh.global_id[static_cast<std::size_t>(column)]));
  }
  return global;
}

bool is_own(GlobalIndex column, const mesh::FlowMesh& mesh) {
  return column >= mesh.owned_begin && column < mesh.owned_begin + mesh.n_owned;
}

// Whether some ghost is one of this rank's vertices, or the same vertex as another ghost.
bool has_images(const mesh::FlowMesh& mesh) {
  for (LocalIndex ghost = mesh.n_owned; ghost < mesh.n_local(); ++ghost) {
    const GlobalIndex id = mesh.global_id[static_cast<std::size_t>(ghost)];
    if (is_own(id, mesh)) return true;
    if (ghost > mesh.n_owned && id == mesh.global_id[static_cast<std::size_t>(ghost) - 1]) return true;
  }
  return false;
}

}  // namespace

template <class E>
JacobianMatrix<E>::JacobianMatrix(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                  const Jacobian<E>& jacobian, const std::string& type)
    : jacobian_(&jacobian),
      first_row_(mesh.owned_begin),
      own_columns_(global_columns(jacobian.pattern().own_columns(), mesh)),
      ghost_columns_(global_columns(jacobian.pattern().ghost_columns(), mesh)),
      mode_(comm::any_of(comm, has_images(mesh)) ? ADD_VALUES : INSERT_VALUES) {
  constexpr PetscInt N = E::n_unknowns;
  if (mesh.n_global > PETSC_MAX_INT / N) {
    throw Error(ErrorKind::input, "the matrix has more rows than PETSc can count",
                "its integers have " + std::to_string(8 * sizeof(PetscInt)) + " bits",
                "use a PETSc configured with 64-bit indices");
  }
  // PETSc counts a rank's matrix entries in PetscInt too; every rank must refuse together.
  const auto blocks = static_cast<std::int64_t>(std::max(own_columns_.size(), ghost_columns_.size()));
  if (comm::all_max(comm, blocks) > PETSC_MAX_INT / (N * N)) {
    throw Error(ErrorKind::input, "a rank's part of the matrix has more entries than PETSc can count",
                "its integers have " + std::to_string(8 * sizeof(PetscInt)) + " bits",
                "use more ranks, or a PETSc configured with 64-bit indices");
  }
  check(MatCreate(comm.handle(), mat_.receive()));
  check(MatSetSizes(mat(), N * mesh.n_owned, N * mesh.n_owned, static_cast<PetscInt>(N * mesh.n_global),
                    static_cast<PetscInt>(N * mesh.n_global)));
  check(MatSetBlockSize(mat(), N));
  check(MatSetType(mat(), type.c_str()));
  check(MatSetFromOptions(mat()));
  auto own = row_lengths(jacobian.pattern().own_offsets());
  auto ghost = row_lengths(jacobian.pattern().ghost_offsets());
  if (mode_ == ADD_VALUES) count_different_columns(own, ghost);
  check(MatXAIJSetPreallocation(mat(), N, own.data(), ghost.data(), nullptr, nullptr));
  own_values_.resize(own_columns_.size() * N * N);
  ghost_values_.resize(ghost_columns_.size() * N * N);
  check(MatSetOption(mat(), MAT_ROW_ORIENTED, PETSC_FALSE));
  check(MatSetOption(mat(), MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
  check(MatSetOption(mat(), MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_TRUE));
}

template <class E>
void JacobianMatrix<E>::count_different_columns(std::vector<PetscInt>& own,
                                                std::vector<PetscInt>& ghost) const {
  const auto n_owned = static_cast<GlobalIndex>(own.size());
  const PetscInt *own_column = own_columns_.data(), *ghost_column = ghost_columns_.data();
  std::vector<PetscInt> columns;
  for (std::size_t row = 0; row < own.size(); ++row) {
    columns.assign(own_column, own_column + own[row]);
    columns.insert(columns.end(), ghost_column, ghost_column + ghost[row]);
    own_column += own[row];
    ghost_column += ghost[row];
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    own[row] = static_cast<PetscInt>(std::count_if(columns.begin(), columns.end(), [&](PetscInt column) {
      return column >= first_row_ && column < first_row_ + n_owned;
    }));
    ghost[row] = static_cast<PetscInt>(columns.size()) - own[row];
  }
}

template <class E>
void JacobianMatrix<E>::refill(const double* state, std::span<const double> wave_speed_sums, double cfl) {
  jacobian_->fill(state, wave_speed_sums, cfl, own_values_.data(), ghost_values_.data());
  PetscBool assembled = PETSC_FALSE;
  check(MatAssembled(mat(), &assembled));
  if (mode_ == ADD_VALUES && assembled) check(MatZeroEntries(mat()));
  insert(jacobian_->pattern().own_offsets(), own_columns_, own_values_.data());
  insert(jacobian_->pattern().ghost_offsets(), ghost_columns_, ghost_values_.data());
  check(MatAssemblyBegin(mat(), MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(mat(), MAT_FINAL_ASSEMBLY));
}

// Blocks stored by columns one after the other are a row of blocks stored by columns, so a row goes in at
// once.
template <class E>
void JacobianMatrix<E>::insert(std::span<const LocalIndex> offsets, std::span<const PetscInt> columns,
                               const double* values) {
  constexpr std::size_t block = E::n_unknowns * E::n_unknowns;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const auto begin = static_cast<std::size_t>(offsets[row]);
    const PetscInt n = offsets[row + 1] - offsets[row];
    if (n == 0) continue;
    const PetscInt global_row = static_cast<PetscInt>(first_row_) + static_cast<PetscInt>(row);
    check(MatSetValuesBlocked(mat(), 1, &global_row, n, &columns[begin], values + begin * block, mode_));
  }
}

#define INSTANTIATE(E) template class JacobianMatrix<E>;
TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE)
#undef INSTANTIATE

}  // namespace trireme::flow
