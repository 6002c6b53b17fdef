// SPDX-License-Identifier: Apache-2.0
// An ordinary PETSc program: plane elasticity of a plate of n x n bilinear elements, displaced on its border.
// The coordinates of its nodes give PETSc the rigid motions, which aggregation keeps exactly on all levels:
// the iterations then hardly grow with the plate.
//
// Sample runs (libtrireme_amg.so: write its full path):
//
// clang-format off
//   mpiexec -n 2 elasticity_with_rigid_motions -dll_append libtrireme_amg.so -ksp_type cg -pc_type trireme -pc_trireme_type aggregation -ksp_view
//   mpiexec -n 2 elasticity_with_rigid_motions -dll_append libtrireme_amg.so -n 60 -ksp_type cg -pc_type trireme -pc_trireme_type aggregation -pc_trireme_precision single -ksp_view
//   mpiexec -n 2 elasticity_with_rigid_motions -ksp_type cg -pc_type gamg -ksp_view
// clang-format on
#include <petscksp.h>

// The stiffness of a square element in plane stress, Young's modulus 1, Poisson's ratio nu, by 2 x 2 Gauss
// points. Nodes anticlockwise from the lower left; unknowns u0 v0 u1 v1 ...
static void element_stiffness(PetscReal nu, PetscScalar stiffness[64]) {
  const PetscReal corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, g = 1 / PetscSqrtReal(3);
  const PetscReal d = 1 / (1 - nu * nu),
                  material[3][3] = {{d, d * nu, 0}, {d * nu, d, 0}, {0, 0, d * (1 - nu) / 2}};
  for (int e = 0; e < 64; ++e) stiffness[e] = 0;
  for (int point = 0; point < 4; ++point) {
    const PetscReal x = g * corner[point][0], y = g * corner[point][1];
    PetscReal strain[3][8] = {{0}};
    for (int node = 0; node < 4; ++node) {
      const PetscReal dx = corner[node][0] * (1 + y * corner[node][1]) / 4;
      const PetscReal dy = corner[node][1] * (1 + x * corner[node][0]) / 4;
      strain[0][2 * node] = strain[2][2 * node + 1] = dx;
      strain[1][2 * node + 1] = strain[2][2 * node] = dy;
    }
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        for (int a = 0; a < 3; ++a)
          for (int c = 0; c < 3; ++c) stiffness[8 * i + j] += strain[a][i] * material[a][c] * strain[c][j];
  }
}

int main(int argc, char** argv) {
  // 1. Start PETSc. -dll_append takes effect here.
  PetscCall(PetscInitialize(&argc, &argv, NULL, "Plane elasticity.\n"));
  PetscInt n = 30;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &n, NULL));
  const PetscInt side = n + 1, nodes = side * side;

  // 2. The matrix, two rows a node; a rank adds the elements whose lower left node it owns.
  Mat A;
  PetscInt begin, end;
  PetscScalar stiffness[64];
  PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
  PetscCall(MatSetBlockSize(A, 2));
  PetscCall(MatSetSizes(A, PETSC_DECIDE, PETSC_DECIDE, 2 * nodes, 2 * nodes));
  PetscCall(MatSetFromOptions(A));
  PetscCall(MatSeqAIJSetPreallocation(A, 18, NULL));
  PetscCall(MatMPIAIJSetPreallocation(A, 18, NULL, 18, NULL));
  PetscCall(MatSetUp(A));
  PetscCall(MatGetOwnershipRange(A, &begin, &end));
  element_stiffness(0.3, stiffness);
  for (PetscInt node = begin / 2; node < end / 2; ++node) {
    if (node % side == n || node / side == n) continue;
    const PetscInt around[4] = {node, node + 1, node + side + 1, node + side};
    PetscCall(MatSetValuesBlocked(A, 4, around, 4, around, stiffness, ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));

  // 3. A displacement that is linear in x and y strains all elements alike, so with its values on the border
  // it
  //    solves the discrete equations without loads.
  Vec solution, exact, b, coordinates;
  PetscInt *fixed, count = 0;
  PetscCall(MatCreateVecs(A, &solution, &b));
  PetscCall(VecDuplicate(solution, &exact));
  PetscCall(VecDuplicate(solution, &coordinates));
  PetscCall(PetscMalloc1(end - begin, &fixed));
  for (PetscInt row = begin; row < end; ++row) {
    const PetscInt i = row / 2 % side, j = row / 2 / side;
    const PetscReal x = (PetscReal)i / (PetscReal)n, y = (PetscReal)j / (PetscReal)n;
    PetscCall(VecSetValue(coordinates, row, row % 2 == 0 ? x : y, INSERT_VALUES));
    PetscCall(VecSetValue(exact, row, row % 2 == 0 ? 0.1 * x + 0.2 * y : 0.1 * x - 0.3 * y, INSERT_VALUES));
    if (i == 0 || i == n || j == 0 || j == n) fixed[count++] = row;
  }
  PetscCall(VecAssemblyBegin(coordinates));
  PetscCall(VecAssemblyEnd(coordinates));
  PetscCall(VecAssemblyBegin(exact));
  PetscCall(VecAssemblyEnd(exact));
  PetscCall(VecSet(b, 0));
  PetscCall(MatZeroRowsColumns(A, count, fixed, 1, exact, b));
  PetscCall(MatSetOption(A, MAT_SPD, PETSC_TRUE));
  PetscCall(PetscFree(fixed));

  // 4. The near-null space: the rigid motions of the nodes.
  MatNullSpace motions;
  PetscCall(VecSetBlockSize(coordinates, 2));
  PetscCall(MatNullSpaceCreateRigidBody(coordinates, &motions));
  PetscCall(MatSetNearNullSpace(A, motions));
  PetscCall(MatNullSpaceDestroy(&motions));

  // 5. Solve, as -ksp_type, -pc_type and their like say.
  KSP ksp;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetTolerances(ksp, 1e-11, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, b, solution));

  // 6. Say how it ended.
  KSPConvergedReason reason;
  PetscInt iterations;
  PetscReal error;
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(VecAXPY(solution, -1, exact));
  PetscCall(VecNorm(solution, NORM_INFINITY, &error));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s after %" PetscInt_FMT " iterations, error %.2e\n",
                        KSPConvergedReasons[reason], iterations, (double)error));

  // 7. Clean up.
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&coordinates));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&exact));
  PetscCall(VecDestroy(&solution));
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFinalize());
  return reason > 0 ? 0 : 1;
}
