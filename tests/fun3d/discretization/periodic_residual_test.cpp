// SPDX-License-Identifier: Apache-2.0
// The residual across periodic cuts: it keeps the free stream, equals that of a mesh on which the period is
// repeated, and does not depend on place, ranks or threads.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/meshes/periodic_box.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
using mesh::BoxCells;
using mesh::testing::PeriodicBox;
constexpr int N = E::n_unknowns;

using MeshPointer = std::shared_ptr<const mesh::FlowMesh>;

MeshPointer joined_box(const comm::Communicator& comm, const PeriodicBox& box) {
  return std::make_shared<const mesh::FlowMesh>(mesh::testing::periodic_mesh(comm, box));
}

std::vector<double> residual_of(const comm::Communicator& comm, const MeshPointer& mesh,
                                const std::vector<double>& q, Order order,
                                GradientWeights weights = GradientWeights::unweighted) {
  const MeshPlan plan(comm, mesh,
                      std::vector<BoundaryCondition>(mesh->marker_names.size(), BoundaryKind::far_field),
                      weights);
  std::vector<double> result(q.size());
  Residual<E>(comm, plan, test::sample_parameters<E>(), order).evaluate(q, result);
  return result;
}

// A state with the periods of the box at this rank's vertices.
std::vector<double> periodic_state(const mesh::FlowMesh& mesh, const PeriodicBox& box) {
  std::vector<double> q;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    std::array<double, 3> a;
    for (std::size_t d = 0; d < 3; ++d)
      a[d] = 2 * std::numbers::pi * (mesh.coordinates[3 * static_cast<std::size_t>(v) + d] - box.origin[d]) /
             box.extent[d];
    q.insert(q.end(),
             {1 + 0.2 * std::sin(a[0] + a[1]), 0.9 + 0.3 * std::cos(a[1] - a[2]),
              0.1 + 0.2 * std::sin(a[2] + 0.3) * std::cos(a[0]), -0.2 + 0.1 * std::cos(a[0] + a[2])});
  }
  return q;
}

// Values of all ranks by original id.
std::vector<double> by_id(const comm::Communicator& comm, const mesh::FlowMesh& mesh,
                          const std::vector<double>& values) {
  const auto ids =
      comm::all_gather(comm, std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned)));
  const auto all = comm::all_gather(comm, values);
  std::vector<double> sorted(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    sorted[static_cast<std::size_t>(ids[i / N]) * N + i % N] = all[i];
  return sorted;
}

TEST(PeriodicResidual, KeepsTheFreeStreamInBoxesOneTwoAndThreeCellsWide) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto parameters = test::sample_parameters<E>();
  for (const BoxCells cells : {BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron}) {
    for (const std::int64_t n : {1, 2, 3}) {
      const auto mesh = joined_box(comm, {{n, n, n}, cells});
      std::vector<double> q;
      for (LocalIndex v = 0; v < mesh->n_owned; ++v)
        q.insert(q.end(), parameters.free_stream.begin(), parameters.free_stream.end());
      for (const Order order : {Order::first, Order::second})
        for (const double value : residual_of(comm, mesh, q, order))
          EXPECT_LT(std::abs(value), 1e-13) << n << " cells wide";
    }
  }
}

// Three periods along each axis, with boundaries that the middle does not feel.
TEST(PeriodicResidual, EqualsThatOfTheRepeatedMesh) {
  const comm::Communicator comm(PETSC_COMM_WORLD), self = comm::Communicator::self();
  for (const BoxCells cells : {BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron}) {
    for (const GradientWeights weights : {GradientWeights::unweighted, GradientWeights::inverse_distance}) {
      const PeriodicBox box{{3, 3, 3}, cells};
      const PeriodicBox tiles{{9, 9, 9},
                              cells,
                              {-box.extent[0], -box.extent[1], -box.extent[2]},
                              {3 * box.extent[0], 3 * box.extent[1], 3 * box.extent[2]},
                              3};
      const auto mesh = joined_box(comm, box);
      const auto found = residual_of(comm, mesh, periodic_state(*mesh, box), Order::second, weights);
      const auto tiled =
          std::make_shared<const mesh::FlowMesh>(mesh::testing::periodic_mesh(self, tiles, {}));
      const auto expected = residual_of(self, tiled, periodic_state(*tiled, box), Order::second, weights);
      double largest = 0;
      for (LocalIndex v = 0; v < mesh->n_owned; ++v) {
        const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(v)];
        LocalIndex same = -1;
        for (LocalIndex t = 0; t < tiled->n_owned; ++t) {
          const double* y = &tiled->coordinates[3 * static_cast<std::size_t>(t)];
          if (std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) < 1e-9) same = t;
        }
        ASSERT_GE(same, 0);
        for (int k = 0; k < N; ++k) {
          const double value = found[static_cast<std::size_t>(v) * N + k];
          EXPECT_NEAR(value, expected[static_cast<std::size_t>(same) * N + k], 1e-13);
          largest = std::max(largest, std::abs(value));
        }
      }
      EXPECT_GT(comm::all_max(comm, largest), 0.1);
    }
  }
}

TEST(PeriodicResidual, DoesNotDependOnRanksOrPlace) {
  const comm::Communicator comm(PETSC_COMM_WORLD), self = comm::Communicator::self();
  const auto evaluate = [](const comm::Communicator& on, const PeriodicBox& box) {
    const auto mesh = joined_box(on, box);
    return by_id(on, *mesh, residual_of(on, mesh, periodic_state(*mesh, box), Order::second));
  };
  for (const std::array<std::int64_t, 3>& bricks :
       {std::array<std::int64_t, 3>{1, 2, 3}, {2, 2, 2}, {4, 3, 4}}) {
    const auto here = evaluate(comm, {bricks}), alone = evaluate(self, {bricks});
    const auto there = evaluate(comm, {bricks, BoxCells::tetrahedron, {8, -3, 20}});
    for (std::size_t i = 0; i < here.size(); ++i) {
      ASSERT_NEAR(here[i], alone[i], 1e-13);
      ASSERT_NEAR(here[i], there[i], 1e-12);
    }
  }
}

// The sum over all vertices of a wholly periodic box vanishes: what leaves one cell enters another.
TEST(PeriodicResidual, Conserves) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const PeriodicBox box{{4, 3, 2}};
  const auto mesh = joined_box(comm, box);
  std::array<double, N> sums{};
  const auto residual = residual_of(comm, mesh, periodic_state(*mesh, box), Order::second);
  for (std::size_t i = 0; i < residual.size(); ++i) sums[i % N] += residual[i];
  comm::all_sum_in_place(comm, std::span<double>(sums));
  for (const double total : sums) EXPECT_NEAR(total, 0, 1e-12);
}

TEST(PeriodicResidual, HasTheSameBitsForAnyNumberOfThreads) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const PeriodicBox box{{4, 4, 4}};
  const auto mesh = joined_box(comm, box);
  const auto q = periodic_state(*mesh, box);
  std::vector<double> first;
  for (const int threads : {1, 2, 4}) {
    const threads::ThreadCountScope scope(threads);
    const auto result = residual_of(comm, mesh, q, Order::second);
    if (threads == 1) first = result;
    EXPECT_EQ(result, first) << threads << " threads";
  }
}

}  // namespace
}  // namespace trireme::flow
