// SPDX-License-Identifier: Apache-2.0
// The steady residual: free stream preserved on every kind of cell, the same bits for any number of threads,
// the same values for any number of ranks.
#include "fun3d/discretization/residual.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/partition/load_flow_mesh.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::flow {
namespace {

using E = IncompressibleEuler;
constexpr int N = E::n_unknowns;

// Largest |R| with the free stream everywhere and all boundaries far field.
double free_stream_residual(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                            Order order) {
  const std::vector<BoundaryKind> kinds(mesh->marker_names.size(), BoundaryKind::far_field);
  const MeshPlan plan(mesh, kinds, GradientWeights::unweighted);
  const auto parameters = test::sample_parameters();
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    q.insert(q.end(), parameters.free_stream.begin(), parameters.free_stream.end());
  }
  Residual<E> residual(comm, plan, parameters, order);
  std::vector<double> result(q.size());
  residual.evaluate(q, result);
  double largest = 0;
  for (const double value : result) largest = std::max(largest, std::abs(value));
  return comm::all_max(comm, largest);
}

TEST(Residual, KeepsTheFreeStreamOnTetrahedraPrismsAndHexahedra) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::prism, mesh::BoxCells::hexahedron}) {
    for (const double perturbation : {0.0, 0.16}) {
      const auto mesh = test::box_mesh(comm, 6, cells, perturbation);
      EXPECT_LT(free_stream_residual(comm, mesh, Order::second), 1e-13);
      EXPECT_LT(free_stream_residual(comm, mesh, Order::first), 1e-13);
    }
  }
}

TEST(Residual, KeepsTheFreeStreamOnAMixedSphere) {
  TRIREME_DATA_FILE(file, "meshes/3d/sphere_quaddominant_mixed_6940.su2.gz");
  const comm::Communicator comm(PETSC_COMM_WORLD);
  mesh::MeshOptions options;
  options.file = file;
  log::Logger log = log::Logger::standard(comm);
  const auto mesh = std::make_shared<const mesh::FlowMesh>(mesh::load_flow_mesh(comm, options, log));
  // The faces of its outermost cells are large: compare with the flux through the largest.
  double largest_area = 0;
  for (std::size_t i = 0; i + 2 < mesh->facet_normals.size(); i += 3) {
    largest_area = std::max(largest_area, std::hypot(mesh->facet_normals[i], mesh->facet_normals[i + 1],
                                                     mesh->facet_normals[i + 2]));
  }
  largest_area = std::max(1.0, comm::all_max(comm, largest_area));
  EXPECT_LT(free_stream_residual(comm, mesh, Order::second), 1e-13 * 15 * largest_area);
}

TEST(Residual, HasTheSameBitsForAnyNumberOfThreads) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 8);
  const std::vector<double> q = test::smooth_state(*mesh, mesh->n_owned);
  std::vector<double> first, first_sums;
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const MeshPlan plan(mesh, test::channel_kinds(), GradientWeights::unweighted);
    ASSERT_EQ(plan.edges().n_threads(), threads);
    Residual<E> residual(comm, plan, test::sample_parameters(), Order::second);
    std::vector<double> result(q.size()), sums(static_cast<std::size_t>(mesh->n_owned));
    residual.evaluate(q, result);
    residual.wave_speed_sums(q, sums);
    if (threads == 1) {
      first = result;
      first_sums = sums;
    }
    EXPECT_EQ(result, first) << threads << " threads";
    EXPECT_EQ(sums, first_sums) << threads << " threads";
  }
}

// A plan made for many threads gives the same on one, as happens when a library caller lowers the thread
// count.
TEST(Residual, RunsAPlanOfOtherThreadCount) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  const std::vector<double> q = test::smooth_state(*mesh, mesh->n_owned);
  std::vector<double> many(q.size()), one(q.size());
  std::optional<MeshPlan> plan;
  {
    const threads::ThreadCountScope scope(4);
    plan.emplace(mesh, test::channel_kinds(), GradientWeights::unweighted);
    Residual<E>(comm, *plan, test::sample_parameters(), Order::second).evaluate(q, many);
  }
  const threads::ThreadCountScope scope(1);
  Residual<E>(comm, *plan, test::sample_parameters(), Order::second).evaluate(q, one);
  EXPECT_EQ(one, many);
}

TEST(Residual, DoesNotDependOnTheNumberOfRanks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto evaluate = [](const comm::Communicator& on) {
    const auto mesh = test::box_mesh(on, 6);
    const MeshPlan plan(mesh, test::channel_kinds(), GradientWeights::unweighted);
    const std::vector<double> q = test::smooth_state(*mesh, mesh->n_owned);
    std::vector<double> result(q.size());
    Residual<E>(on, plan, test::sample_parameters(), Order::second).evaluate(q, result);
    const std::span<const GlobalIndex> ids =
        std::span(mesh->original_id).first(static_cast<std::size_t>(mesh->n_owned));
    const auto all_ids = comm::all_gather(on, ids);
    const auto all_values = comm::all_gather(on, result);
    std::vector<double> by_original_id(all_values.size());
    for (std::size_t i = 0; i < all_ids.size(); ++i) {
      for (int k = 0; k < N; ++k)
        by_original_id[static_cast<std::size_t>(all_ids[i]) * N + k] = all_values[i * N + k];
    }
    return by_original_id;
  };
  const std::vector<double> together = evaluate(comm), alone = evaluate(comm::Communicator::self());
  ASSERT_EQ(together.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) ASSERT_NEAR(together[i], alone[i], 1e-13);
}

}  // namespace
}  // namespace trireme::flow
