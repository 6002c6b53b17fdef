// SPDX-License-Identifier: Apache-2.0
// The search for edges that fall back to first order: equal to its reference bit for bit, on gradients steep
// enough to make some extrapolated densities and pressures negative.
#include "fun3d/kernels/edge_fallback.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/discretization/mesh_plan.hpp"
#include "fun3d/physics/equation_sets.hpp"
#include "tests/fun3d/support/limiter_data.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

TEST(EdgeFallback, EqualsTheReference) {
  using E = CompressibleEuler;
  constexpr int N = E::n_unknowns;
  const comm::Communicator comm{PETSC_COMM_WORLD};
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan{comm, mesh, test::walled_kinds(), GradientWeights::unweighted};
  const auto n = static_cast<std::size_t>(mesh->n_owned);
  std::vector<double> q = test::rough_state<N>(*mesh, mesh->n_owned);
  for (double& value : q) value = std::abs(value) + 0.1;
  std::vector<double> gradients(3 * n * N);
  for (std::size_t i = 0; i < gradients.size(); ++i) gradients[i] = i % 7 == 0 ? 40.0 * q[i % q.size()] : 0.5;
  std::vector<double> vectors;
  for (LocalIndex edge = 0; edge < mesh->n_edges(); ++edge) {
    for (int d = 0; d < 3; ++d) {
      vectors.push_back(mesh->coordinates[3 * mesh->edges[2 * edge + 1] + d] -
                        mesh->coordinates[3 * mesh->edges[2 * edge] + d]);
    }
  }

  std::vector<LocalIndex> counts(n, 0), expected_counts(n, 0);
  std::vector<double> least(n, 1.0), expected_least(n, 1.0);
  for_each_thread(plan.edges(), [&](int thread) {
    edge_fallback<E>(plan.edges().interior(thread), q.data(), gradients.data(), counts.data(), least.data());
  });
  edge_fallback_reference<E>(mesh->n_owned, mesh->edges, vectors, q.data(), gradients.data(),
                             expected_counts.data(), expected_least.data());
  EXPECT_EQ(counts, expected_counts);
  EXPECT_EQ(least, expected_least);
  EXPECT_GT(*std::max_element(counts.begin(), counts.end()), 0);
  EXPECT_EQ(*std::min_element(counts.begin(), counts.end()), 0);
}

}  // namespace
}  // namespace trireme::flow
