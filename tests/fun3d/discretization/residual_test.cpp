// SPDX-License-Identifier: Apache-2.0
// The steady residual: free stream preserved on every kind of cell, the same bits for any number of threads,
// the same values for any number of ranks.
#include "fun3d/discretization/residual.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/partition/load_flow_mesh.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::flow {
namespace {

using Sets = ::testing::Types<IncompressibleEuler, CompressibleEuler>;

template <class E>
class ResidualOf : public ::testing::Test {};
TYPED_TEST_SUITE(ResidualOf, Sets);

// Every open kind a set has, with the values of the free stream.
template <class E>
std::vector<BoundaryCondition> open_conditions() {
  std::vector<BoundaryCondition> conditions;
  for (const BoundaryKind kind :
       {BoundaryKind::far_field, BoundaryKind::supersonic_inflow, BoundaryKind::supersonic_outflow,
        BoundaryKind::total_pressure_inlet, BoundaryKind::pressure_outlet}) {
    if (E::has(kind)) conditions.emplace_back(kind);
  }
  return conditions;
}

// Largest |R| with the free stream everywhere and one condition on all boundaries (an inlet on the first
// alone, since its direction must enter).
template <class E>
double free_stream_residual(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                            Order order, const BoundaryCondition& condition) {
  const bool inlet = condition.kind == BoundaryKind::total_pressure_inlet;
  std::vector<BoundaryCondition> conditions(mesh->marker_names.size(),
                                            inlet ? BoundaryKind::far_field : condition);
  conditions.front() = condition;
  const MeshPlan plan(comm, mesh, conditions, GradientWeights::unweighted);
  const auto parameters = test::sample_parameters<E>();
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

TYPED_TEST(ResidualOf, KeepsTheFreeStreamOnTetrahedraPrismsAndHexahedra) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::prism, mesh::BoxCells::hexahedron}) {
    for (const double perturbation : {0.0, 0.16}) {
      const auto mesh = test::box_mesh(comm, 6, cells, perturbation);
      for (const BoundaryCondition& condition : open_conditions<E>()) {
        for (const Order order : {Order::first, Order::second}) {
          EXPECT_LT(free_stream_residual<E>(comm, mesh, order, condition), 1e-13)
              << "boundary kind " << static_cast<int>(condition.kind);
        }
      }
    }
  }
}

TYPED_TEST(ResidualOf, KeepsTheFreeStreamOnAMixedSphere) {
  using E = TypeParam;
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
  for (const BoundaryCondition& condition : open_conditions<E>()) {
    if (condition.kind == BoundaryKind::total_pressure_inlet) continue;  // no marker is entered all over
    EXPECT_LT(free_stream_residual<E>(comm, mesh, Order::second, condition), 1e-13 * 15 * largest_area);
  }
}

// Residual, gradients and wave speeds of a smooth flow, all in one array.
template <class E>
std::vector<double> evaluation(const comm::Communicator& comm, std::shared_ptr<const mesh::FlowMesh> mesh,
                               const PerformanceOptions& performance) {
  performance.validate();
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::inverse_distance, performance);
  const std::vector<double> q = test::smooth_state<E>(*mesh, mesh->n_owned);
  LimiterOptions limiter;
  limiter.type = LimiterKind::venkatakrishnan;
  Residual<E> residual(comm, plan, test::sample_parameters<E>(), Order::second, {}, limiter);
  std::vector<double> result(q.size()), sums(static_cast<std::size_t>(mesh->n_owned)), edge_fluxes(q.size());
  residual.wave_speed_sums(q, sums);
  residual.evaluate(q, result);
  result.insert(result.end(), sums.begin(), sums.end());
  result.insert(result.end(), residual.gradients(),
                residual.gradients() + mesh->n_local() * 3 * E::n_unknowns);
  residual.evaluate_gradients(q);
  residual.evaluate_edge_fluxes(edge_fluxes);
  result.insert(result.end(), edge_fluxes.begin(), edge_fluxes.end());
  return result;
}

TYPED_TEST(ResidualOf, KeepsItsBitsHoweverEdgesAreGroupedAndLaidOut) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 6);
  const std::vector<double> expected = evaluation<E>(comm, mesh, {});
  std::vector<PerformanceOptions> ways;
  ways.push_back({.simd = EdgeLanes::scalar});
  ways.push_back({.edge_order = EdgeOrder::grouped});
  ways.push_back({.edge_order = EdgeOrder::grouped, .gradient_loop = GradientLoop::edges});
  ways.push_back({.gradient_loop = GradientLoop::edges, .prefetch = 11});
  ways.push_back({.layout = StateLayout::segregated, .simd = EdgeLanes::scalar});
  for (std::size_t way = 0; way < ways.size(); ++way)
    EXPECT_EQ(evaluation<E>(comm, mesh, ways[way]), expected) << "way " << way;
}

TYPED_TEST(ResidualOf, ChangesByRoundingWithTheOrderOfSums) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 6);
  const std::vector<double> expected = evaluation<E>(comm, mesh, {});
  std::vector<PerformanceOptions> ways;
  ways.push_back({.edge_order = EdgeOrder::as_read});
  for (const ThreadStrategy strategy :
       {ThreadStrategy::colouring, ThreadStrategy::private_copies, ThreadStrategy::atomic}) {
    ways.push_back({.threads = strategy});
    ways.push_back({.layout = StateLayout::segregated, .simd = EdgeLanes::scalar, .threads = strategy});
  }
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const std::vector<double> result = evaluation<E>(comm, mesh, ways[way]);
    ASSERT_EQ(result.size(), expected.size());
    for (std::size_t i = 0; i < result.size(); ++i)
      ASSERT_NEAR(result[i], expected[i], 1e-13 * (1 + std::abs(expected[i]))) << "way " << way << ", " << i;
  }
}

TEST(PerformanceOptions, SegregatedArraysAreScalar) {
  EXPECT_THROW(PerformanceOptions{.layout = StateLayout::segregated}.validate(), Error);
}

TYPED_TEST(ResidualOf, HasTheSameBitsForAnyNumberOfThreads) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 8);
  const std::vector<double> q = test::smooth_state<E>(*mesh, mesh->n_owned);
  std::vector<double> first, first_sums;
  for (const int threads : {1, 2, 4, 7}) {
    const threads::ThreadCountScope scope(threads);
    const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
    ASSERT_EQ(plan.edges().n_threads(), threads);
    Residual<E> residual(comm, plan, test::sample_parameters<E>(), Order::second);
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

// Steps in a plane mesh do not depend on how thick its one layer is: sums are in proportion to the depth.
TYPED_TEST(ResidualOf, WaveSpeedsOfAPlaneMeshAreThoseOfItsPlane) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto sums_of_depth = [&](double depth) {
    mesh::BoxOptions options;
    options.nx = options.ny = 6;
    options.nz = 1;
    options.extent = {1, 1, depth};
    options.cells = mesh::BoxCells::hexahedron;
    mesh::DistributedMesh box = mesh::generate_box(comm, options);
    box.dimension = 2;
    const auto mesh = std::make_shared<const mesh::FlowMesh>(
        mesh::build_flow_mesh(comm, std::move(box), mesh::PartitionOptions{}));
    const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
    const auto parameters = test::sample_parameters<E>();
    Residual<E> residual(comm, plan, parameters, Order::first);
    std::vector<double> q, sums(static_cast<std::size_t>(mesh->n_owned));
    for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
      const auto free_stream = E::free_stream(parameters);
      q.insert(q.end(), free_stream.begin(), free_stream.end());
    }
    residual.wave_speed_sums(q, sums);
    return sums;
  };
  const std::vector<double> thin = sums_of_depth(0.01), thick = sums_of_depth(1);
  ASSERT_EQ(thin.size(), thick.size());
  for (std::size_t i = 0; i < thin.size(); ++i) ASSERT_NEAR(100 * thin[i] / thick[i], 1, 1e-10) << i;
}

// A plan made for many threads gives the same on one, as happens when a library caller lowers the thread
// count.
TYPED_TEST(ResidualOf, RunsAPlanOfOtherThreadCount) {
  using E = TypeParam;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  const std::vector<double> q = test::smooth_state<E>(*mesh, mesh->n_owned);
  std::vector<double> many(q.size()), one(q.size());
  std::optional<MeshPlan> plan;
  {
    const threads::ThreadCountScope scope(4);
    plan.emplace(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
    Residual<E>(comm, *plan, test::sample_parameters<E>(), Order::second).evaluate(q, many);
  }
  const threads::ThreadCountScope scope(1);
  Residual<E>(comm, *plan, test::sample_parameters<E>(), Order::second).evaluate(q, one);
  EXPECT_EQ(one, many);
}

TYPED_TEST(ResidualOf, DoesNotDependOnTheNumberOfRanks) {
  using E = TypeParam;
  constexpr int N = E::n_unknowns;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto evaluate = [](const comm::Communicator& on) {
    const auto mesh = test::box_mesh(on, 6);
    const MeshPlan plan(on, mesh, test::channel_kinds(), GradientWeights::unweighted);
    const std::vector<double> q = test::smooth_state<E>(*mesh, mesh->n_owned);
    std::vector<double> result(q.size());
    Residual<E>(on, plan, test::sample_parameters<E>(), Order::second).evaluate(q, result);
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
