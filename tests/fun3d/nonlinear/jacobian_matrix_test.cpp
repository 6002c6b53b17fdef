// SPDX-License-Identifier: Apache-2.0
// The assembled matrix multiplies as the Jacobian's blocks do, on meshes with periodic images too, where
// blocks of several ghosts fall on one entry.
#include "fun3d/nonlinear/jacobian_matrix.hpp"

#include <gtest/gtest.h>
#include <petscvec.h>

#include "fun3d/discretization/residual.hpp"
#include "fun3d/nonlinear/coloured_jacobian.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/meshes/periodic_box.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
using petsc::check;
constexpr int N = E::n_unknowns;

std::shared_ptr<const mesh::FlowMesh> periodic_box(const comm::Communicator& comm,
                                                   std::array<std::int64_t, 3> bricks) {
  return std::make_shared<const mesh::FlowMesh>(mesh::testing::periodic_mesh(comm, {bricks}));
}

// Largest difference between A v and the central difference of the first-order residual in a uniform flow (of
// which the Jacobian is the derivative) over the largest entry; v varies from vertex to vertex.
double error_of_product(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                        const std::string& type) {
  const MeshPlan plan(comm, mesh,
                      std::vector<BoundaryCondition>(mesh->marker_names.size(), BoundaryKind::far_field),
                      GradientWeights::unweighted);
  const auto parameters = test::sample_parameters<E>();
  Residual<E> residual(comm, plan, parameters, Order::first);
  const Jacobian<E> jacobian(plan, parameters, false);
  JacobianMatrix<E> matrix(comm, *mesh, jacobian, type);

  std::vector<double> q, v;
  for (LocalIndex i = 0; i < mesh->n_owned; ++i) {
    for (int k = 0; k < N; ++k) {
      q.push_back(parameters.free_stream[static_cast<std::size_t>(k)]);
      v.push_back(std::sin(static_cast<double>(3 * mesh->original_id[static_cast<std::size_t>(i)] + k)));
    }
  }
  std::vector<double> product(q.size()), ahead(q), behind(q), r_ahead(q.size()), r_behind(q.size());
  residual.evaluate(q, product);
  const std::vector<double> no_sums(static_cast<std::size_t>(mesh->n_owned), 0.0);
  // Twice: the second filling must replace the first.
  for (int time = 0; time < 2; ++time) matrix.refill(residual.local_state(), no_sums, 1.0);
  Vec x = nullptr, y = nullptr;
  const auto size = static_cast<PetscInt>(q.size());
  const auto global = static_cast<PetscInt>(mesh->n_global) * N;
  check(VecCreateMPIWithArray(comm.handle(), N, size, global, v.data(), &x));
  check(VecCreateMPIWithArray(comm.handle(), N, size, global, product.data(), &y));
  check(MatMult(matrix.mat(), x, y));
  check(VecDestroy(&x));
  check(VecDestroy(&y));

  const double h = 1e-6;
  for (std::size_t i = 0; i < q.size(); ++i) {
    ahead[i] += h * v[i];
    behind[i] -= h * v[i];
  }
  residual.evaluate(ahead, r_ahead);
  residual.evaluate(behind, r_behind);
  double difference = 0, scale = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double slope = (r_ahead[i] - r_behind[i]) / (2 * h);
    difference = std::max(difference, std::abs(slope - product[i]));
    scale = std::max(scale, std::abs(slope));
  }
  // A box of one vertex has no slope.
  return comm::all_max(comm, difference) / std::max(1.0, comm::all_max(comm, scale));
}

TEST(JacobianMatrix, MultipliesAsTheResidualsDerivative) {
  petsc::check(petsc::register_types());
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto box = test::box_mesh(comm, 4);
  for (const char* type : {"baijomp", "aij"}) {
    EXPECT_LT(error_of_product(comm, box, type), 1e-8);
    for (const std::array<std::int64_t, 3>& bricks :
         {std::array<std::int64_t, 3>{1, 1, 1}, {1, 2, 3}, {2, 2, 2}, {3, 3, 3}})
      EXPECT_LT(error_of_product(comm, periodic_box(comm, bricks), type), 1e-8)
          << bricks[0] << " " << bricks[1] << " " << bricks[2];
  }
}

// The residual as a function of SNES.
template <class E>
struct ResidualFunction {
  Residual<E>* residual;
  int evaluations = 0;
  static PetscErrorCode call(SNES, Vec q, Vec f, void* context) {
    return petsc::to_petsc([&] {
      auto& self = *static_cast<ResidualFunction*>(context);
      ++self.evaluations;
      const petsc::ReadView state(q);
      const petsc::WriteView result(f);
      self.residual->evaluate(state.span(), result.span());
      return petsc::success;
    });
  }
  static PetscErrorCode call_without_snes(void* context, Vec q, Vec f) {
    return call(nullptr, q, f, context);
  }
};

// Largest difference between the coloured matrix times v and PETSc's matrix-free difference of the same
// residual along v over the largest entry; v varies from vertex to vertex, so that an entry in the wrong
// place tells.
template <class E>
double error_of_coloured(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                         const std::vector<BoundaryCondition>& conditions) {
  constexpr int N = E::n_unknowns;
  const MeshPlan plan(comm, mesh, conditions, GradientWeights::unweighted);
  Residual<E> residual(comm, plan, test::sample_parameters<E>(), Order::second);
  const Jacobian<E> blocks(plan, test::sample_parameters<E>(), false);
  ResidualFunction<E> function{&residual};
  ColouredJacobian coloured(comm, *mesh, blocks.pattern(), N, 1e-7, &ResidualFunction<E>::call, &function);

  std::vector<double> state = test::smooth_state<E>(*mesh, mesh->n_owned), direction, product(state.size());
  for (LocalIndex i = 0; i < mesh->n_owned; ++i)
    for (int k = 0; k < N; ++k)
      direction.push_back(
          std::sin(static_cast<double>(3 * mesh->original_id[static_cast<std::size_t>(i)] + k)));
  PetscHandle<Vec, VecDestroy> q, v, exact, f;
  const auto wrap = [&](std::vector<double>& values, PetscHandle<Vec, VecDestroy>& vector) {
    check(VecCreateMPIWithArray(comm.handle(), N, static_cast<PetscInt>(values.size()),
                                static_cast<PetscInt>(mesh->n_global) * N, values.data(), vector.receive()));
  };
  wrap(state, q);
  wrap(direction, v);
  wrap(product, f);
  coloured.refill(q.get());
  EXPECT_LE(function.evaluations, coloured.n_colours() + 1);
  check(MatMult(coloured.mat(), v.get(), f.get()));

  PetscHandle<Mat, MatDestroy> matrix_free;
  const auto size = static_cast<PetscInt>(state.size());
  check(MatCreateMFFD(comm.handle(), size, size, PETSC_DETERMINE, PETSC_DETERMINE, matrix_free.receive()));
  check(MatMFFDSetFunction(matrix_free.get(), &ResidualFunction<E>::call_without_snes, &function));
  check(MatMFFDSetFunctionError(matrix_free.get(), 1e-7));
  check(MatMFFDSetType(matrix_free.get(), MATMFFD_WP));
  check(MatMFFDSetBase(matrix_free.get(), q.get(), nullptr));
  check(MatAssemblyBegin(matrix_free.get(), MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix_free.get(), MAT_FINAL_ASSEMBLY));
  check(VecDuplicate(f.get(), exact.receive()));
  check(MatMult(matrix_free.get(), v.get(), exact.get()));
  double scale = 0, difference = 0;
  check(VecNorm(exact.get(), NORM_INFINITY, &scale));
  check(VecAXPY(exact.get(), -1.0, f.get()));
  check(VecNorm(exact.get(), NORM_INFINITY, &difference));
  return difference / scale;
}

// The rows reach the neighbours' neighbours on other ranks, in planes of symmetry and across periodic cuts. A
// limiter, which has kinks, would make the two differ by more than differences do.
TEST(ColouredJacobian, MultipliesAsMatrixFreeDifferencesDo) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto box = test::box_mesh(comm, 3);
  EXPECT_LT(error_of_coloured<IncompressibleEuler>(comm, box, test::channel_kinds()), 1e-5);
  EXPECT_LT(error_of_coloured<CompressibleEuler>(comm, box, test::walled_kinds()), 1e-5);
  const auto periodic = periodic_box(comm, {3, 3, 2});
  const std::vector<BoundaryCondition> open(periodic->marker_names.size(), BoundaryKind::far_field);
  EXPECT_LT(error_of_coloured<IncompressibleEuler>(comm, periodic, open), 1e-5);
}

}  // namespace
}  // namespace trireme::flow
