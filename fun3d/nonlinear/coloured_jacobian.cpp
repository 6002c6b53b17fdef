// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/coloured_jacobian.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/error.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::flow {

using petsc::check;

namespace {

using MatrixHandle = PetscHandle<Mat, MatDestroy>;
using ColouringHandle = PetscHandle<ISColoring, ISColoringDestroy>;

MatrixHandle create_matrix(const comm::Communicator& comm, const mesh::FlowMesh& mesh, PetscInt n_unknowns) {
  MatrixHandle matrix;
  const PetscInt n = n_unknowns * mesh.n_owned;
  check(MatCreate(comm.handle(), matrix.receive()));
  check(MatSetSizes(matrix.get(), n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetBlockSize(matrix.get(), n_unknowns));
  check(MatSetType(matrix.get(), MATAIJ));
  return matrix;
}

// A one for every vertex and neighbour, vertices by their global numbers.
MatrixHandle neighbours(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                        const BlockPattern& pattern) {
  MatrixHandle graph = create_matrix(comm, mesh, 1);
  std::vector<PetscInt> own, ghost;
  for (LocalIndex row = 0; row < mesh.n_owned; ++row) {
    own.push_back(pattern.own_offsets()[row + 1] - pattern.own_offsets()[row]);
    ghost.push_back(pattern.ghost_offsets()[row + 1] - pattern.ghost_offsets()[row]);
  }
  // Images of the rank's own vertices are ghosts too, and other ghosts may be one vertex.
  for (std::size_t row = 0; row < own.size(); ++row)
    own[row] = std::min<PetscInt>(own[row] + ghost[row], mesh.n_owned);
  for (PetscInt& count : ghost) count = std::min(count, static_cast<PetscInt>(mesh.n_global));
  check(MatXAIJSetPreallocation(graph.get(), 1, own.data(), ghost.data(), nullptr, nullptr));
  const auto insert = [&](LocalIndex row, std::span<const LocalIndex> columns) {
    const auto global_row = static_cast<PetscInt>(mesh.owned_begin + row);
    for (const LocalIndex column : columns) {
      const auto global_column = static_cast<PetscInt>(mesh.global_id[static_cast<std::size_t>(column)]);
      check(MatSetValue(graph.get(), global_row, global_column, 1.0, INSERT_VALUES));
    }
  };
  const auto part = [](std::span<const LocalIndex> offsets, std::span<const LocalIndex> columns,
                       LocalIndex row) {
    return columns.subspan(static_cast<std::size_t>(offsets[row]),
                           static_cast<std::size_t>(offsets[row + 1] - offsets[row]));
  };
  for (LocalIndex row = 0; row < mesh.n_owned; ++row) {
    insert(row, part(pattern.own_offsets(), pattern.own_columns(), row));
    insert(row, part(pattern.ghost_offsets(), pattern.ghost_columns(), row));
  }
  check(MatAssemblyBegin(graph.get(), MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(graph.get(), MAT_FINAL_ASSEMBLY));
  return graph;
}

// Zeros for every unknown of two vertices that the graph joins.
MatrixHandle expand(const comm::Communicator& comm, const mesh::FlowMesh& mesh, Mat graph,
                    PetscInt n_unknowns) {
  MatrixHandle matrix = create_matrix(comm, mesh, n_unknowns);
  const auto begin = static_cast<PetscInt>(mesh.owned_begin), end = begin + mesh.n_owned;
  const auto for_rows = [&](auto&& use) {
    for (PetscInt row = begin; row < end; ++row) {
      PetscInt n = 0;
      const PetscInt* columns = nullptr;
      check(MatGetRow(graph, row, &n, &columns, nullptr));
      use(row, std::span(columns, static_cast<std::size_t>(n)));
      check(MatRestoreRow(graph, row, &n, &columns, nullptr));
    }
  };
  std::vector<PetscInt> own, other;
  std::size_t longest = 0;
  for_rows([&](PetscInt, std::span<const PetscInt> columns) {
    own.push_back(static_cast<PetscInt>(std::count_if(
        columns.begin(), columns.end(), [&](PetscInt column) { return column >= begin && column < end; })));
    other.push_back(static_cast<PetscInt>(columns.size()) - own.back());
    longest = std::max(longest, columns.size());
  });
  check(MatXAIJSetPreallocation(matrix.get(), n_unknowns, own.data(), other.data(), nullptr, nullptr));
  const std::vector<PetscScalar> zeros(longest * static_cast<std::size_t>(n_unknowns * n_unknowns), 0.0);
  for_rows([&](PetscInt row, std::span<const PetscInt> columns) {
    check(MatSetValuesBlocked(matrix.get(), 1, &row, static_cast<PetscInt>(columns.size()), columns.data(),
                              zeros.data(), INSERT_VALUES));
  });
  check(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

// A colour for every unknown such that no two of one colour meet in an equation: vertices are coloured, and
// each has a colour for every unknown.
ColouringHandle colour(const comm::Communicator& comm, const mesh::FlowMesh& mesh, Mat graph,
                       PetscInt n_unknowns, PetscInt& n_colours) {
  PetscHandle<MatColoring, MatColoringDestroy> way;
  ColouringHandle of_vertices, of_unknowns;
  check(MatColoringCreate(graph, way.receive()));
  check(MatColoringSetType(way.get(), MATCOLORINGGREEDY));
  check(MatColoringSetDistance(way.get(), 2));
  check(MatColoringSetFromOptions(way.get()));
  check(MatColoringApply(way.get(), of_vertices.receive()));
  PetscInt n = 0;
  const ISColoringValue* colours = nullptr;
  check(ISColoringGetColors(of_vertices.get(), &n, &n_colours, &colours));
  n_colours *= n_unknowns;
  if (n_colours > IS_COLORING_MAX) {
    throw Error(ErrorKind::input, "linear_solver.jacobian=coloured needs more colours than PETSc can count",
                std::to_string(n_colours) + " of " + std::to_string(IS_COLORING_MAX),
                "use linear_solver.jacobian=matrix_free");
  }
  std::vector<ISColoringValue> values;
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    for (PetscInt k = 0; k < n_unknowns; ++k)
      values.push_back(static_cast<ISColoringValue>(colours[vertex] * n_unknowns + k));
  }
  check(ISColoringCreate(comm.handle(), n_colours, static_cast<PetscInt>(values.size()), values.data(),
                         PETSC_COPY_VALUES, of_unknowns.receive()));
  return of_unknowns;
}

}  // namespace

ColouredJacobian::ColouredJacobian(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                                   const BlockPattern& pattern, int n_unknowns, double relative_step,
                                   Function function, void* context) {
  MatrixHandle squared;
  {
    const MatrixHandle graph = neighbours(comm, mesh, pattern);
    check(MatMatMult(graph.get(), graph.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, squared.receive()));
  }
  mat_ = expand(comm, mesh, squared.get(), n_unknowns);
  const ColouringHandle colouring = colour(comm, mesh, squared.get(), n_unknowns, n_colours_);
  check(MatFDColoringCreate(mat(), colouring.get(), differences_.receive()));
  check(MatFDColoringSetFunction(
      differences_.get(), reinterpret_cast<PetscErrorCode (*)()>(reinterpret_cast<void (*)()>(function)),
      context));
  check(MatFDColoringSetType(differences_.get(), MATMFFD_DS));
  check(MatFDColoringSetParameters(differences_.get(), relative_step, 1.0));
  check(MatFDColoringSetFromOptions(differences_.get()));
  check(MatFDColoringSetUp(mat(), colouring.get(), differences_.get()));
}

void ColouredJacobian::refill(Vec q) {
  check(MatFDColoringApply(mat(), differences_.get(), q, nullptr));
}

}  // namespace trireme::flow
