// SPDX-License-Identifier: Apache-2.0
#include "amg/petsc/petsc_node_space.hpp"

#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

NodeSpace petsc_node_space(Mat matrix) {
  using petsc::check;
  NodeSpace node;
  PetscInt block_size = 1, n_rows = 0, n_vectors = 0;
  check(MatGetBlockSize(matrix, &block_size));
  check(MatGetLocalSize(matrix, &n_rows, nullptr));
  node.block_size = static_cast<int>(block_size);
  MatNullSpace space = nullptr;
  check(MatGetNearNullSpace(matrix, &space));
  if (space == nullptr) return node;

  PetscBool has_constant = PETSC_FALSE;
  const Vec* vectors = nullptr;
  check(MatNullSpaceGetVecs(space, &has_constant, &n_vectors, &vectors));
  const std::size_t n_constants = has_constant ? 1 : 0,
                    width = n_constants + static_cast<std::size_t>(n_vectors);
  if (width == 0) return node;
  NearNullSpace& near = node.space.emplace();
  near.count = static_cast<int>(width);
  near.values.assign(static_cast<std::size_t>(n_rows) * width, 1.0);
  for (std::size_t v = 0; v < static_cast<std::size_t>(n_vectors); ++v) {
    const petsc::ReadView view(vectors[v]);
    for (std::size_t row = 0; row < view.span().size(); ++row)
      near.values[row * width + n_constants + v] = view.span()[row];
  }
  return node;
}

}  // namespace trireme::amg
