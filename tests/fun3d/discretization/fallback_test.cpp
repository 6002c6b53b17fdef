// SPDX-License-Identifier: Apache-2.0
// First-order fallback: a pressure jump whose gradients would make pressure negative leaves finite fluxes
// that equal the reference, is reported with its worst vertices on any number of ranks, and needs no fallback
// once a limiter acts.
#include "fun3d/discretization/fallback.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "fun3d/kernels/edge_flux.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;

// Gas at rest, of pressure 1 beyond the middle of the box and a hundredth of it before.
std::vector<double> pressure_jump(const mesh::FlowMesh& mesh) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    const double x = mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
    q.insert(q.end(), {1.0, 0.0, 0.0, 0.0, x < 0.5 ? 0.01 : 1.0});
  }
  return q;
}

struct Outcome {
  FallbackReport report;
  std::vector<double> residual;
};

Outcome evaluate(const comm::Communicator& comm, LimiterKind kind) {
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  LimiterOptions options;
  options.type = kind;
  Residual<E> residual(comm, plan, E::Parameters{}, Order::second, {}, options);
  const std::vector<double> q = pressure_jump(*mesh);
  Outcome outcome;
  outcome.residual.resize(q.size());
  residual.evaluate(q, outcome.residual);
  outcome.report = residual.fallback_vertices(5);
  return outcome;
}

TEST(Fallback, IsReportedTheSameOnAnyNumberOfRanks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const Outcome together = evaluate(comm, LimiterKind::none);
  const FallbackReport& report = together.report;
  for (const double value : together.residual) ASSERT_TRUE(std::isfinite(value));
  EXPECT_GT(report.n_vertices, 5);
  ASSERT_EQ(report.worst.size(), 5U);
  for (std::size_t i = 0; i < report.worst.size(); ++i) {
    EXPECT_LT(report.worst[i].least_ratio, 0.0);
    EXPECT_GT(report.worst[i].edges, 0);
    EXPECT_NEAR(report.worst[i].coordinates[0], 0.5, 0.3);
    const FallbackVertex& before = report.worst[i > 0 ? i - 1 : 0];
    EXPECT_LE(before.least_ratio, report.worst[i].least_ratio);
  }
  const FallbackReport alone = evaluate(comm::Communicator::self(), LimiterKind::none).report;
  EXPECT_EQ(report.n_vertices, alone.n_vertices);
  for (std::size_t i = 0; i < report.worst.size(); ++i) {
    EXPECT_EQ(report.worst[i].original_id, alone.worst[i].original_id);
    EXPECT_EQ(report.worst[i].coordinates, alone.worst[i].coordinates);
    EXPECT_NEAR(report.worst[i].least_ratio, alone.worst[i].least_ratio, 1e-9);
  }
}

TEST(Fallback, IsNotNeededWithALimiter) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const FallbackReport report = evaluate(comm, LimiterKind::barth_jespersen).report;
  EXPECT_EQ(report.n_vertices, 0);
  EXPECT_TRUE(report.worst.empty());
}

TEST(Fallback, GivesTheFluxesOfTheReference) {
  const comm::Communicator self = comm::Communicator::self();
  const auto mesh = test::box_mesh(self, 5);
  const MeshPlan plan(self, mesh, test::walled_kinds(), GradientWeights::unweighted);
  const std::vector<double> q = pressure_jump(*mesh);
  Residual<E> residual(self, plan, E::Parameters{}, Order::second);
  std::vector<double> ignored(q.size()), fluxes(q.size(), 0.0), expected(q.size());
  residual.evaluate(q, ignored);
  for (int thread = 0; thread < plan.edges().n_threads(); ++thread) {
    edge_flux<E>(E::Parameters{}, plan.edges().interior(thread), q.data(), residual.gradients(),
                 fluxes.data());
  }
  edge_flux_reference<E>(E::Parameters{}, mesh->n_owned, mesh->edges, mesh->edge_normals, mesh->coordinates,
                         q.data(), residual.gradients(), expected.data());
  for (std::size_t i = 0; i < fluxes.size(); ++i) ASSERT_NEAR(fluxes[i], expected[i], 1e-14);
}

}  // namespace
}  // namespace trireme::flow
