// SPDX-License-Identifier: Apache-2.0
// Threaded edge kernels against their serial references: the sums of a vertex run in the same order in both,
// so the results must agree bit for bit where the arithmetic is the same.
#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/block_pattern.hpp"
#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/edge_flux.hpp"
#include "fun3d/kernels/edge_gradient.hpp"
#include "fun3d/kernels/edge_jacobian.hpp"
#include "fun3d/kernels/edge_spectral_radius.hpp"
#include "fun3d/kernels/field_layout.hpp"
#include "fun3d/kernels/kernel_costs.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// An equation set with weights of the gradients.
template <class Set, GradientWeights gradient_weights>
struct Case {
  using E = Set;
  static constexpr GradientWeights weights = gradient_weights;
};

template <class C>
class EdgeKernels : public ::testing::Test {
 protected:
  using E = typename C::E;
  static constexpr int N = E::n_unknowns;

  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 6);
  MeshPlan plan_{comm_, mesh_, test::walled_kinds(), C::weights};
  typename E::Parameters parameters_ = test::sample_parameters<E>();
  std::vector<double> q_ = test::smooth_state<E>(*mesh_, mesh_->n_local());

  std::vector<double> edge_vectors() const {
    std::vector<double> vectors;
    for (LocalIndex edge = 0; edge < mesh_->n_edges(); ++edge) {
      for (int d = 0; d < 3; ++d) {
        vectors.push_back(mesh_->coordinates[3 * mesh_->edges[2 * edge + 1] + d] -
                          mesh_->coordinates[3 * mesh_->edges[2 * edge] + d]);
      }
    }
    return vectors;
  }
  std::vector<double> gradients() const {
    std::vector<double> sums(static_cast<std::size_t>(mesh_->n_local()) * 3 * N, 0.0);
    for_each_thread(plan_.edges(), [&](int thread) {
      edge_gradient_sums<E>(plan_.edges().interior(thread), q_.data(), sums.data());
      solve_gradients<E>(plan_.edges().vertices(thread), plan_.gradients().inverses(), sums.data());
    });
    return sums;
  }
};

using Cases = ::testing::Types<Case<IncompressibleEuler, GradientWeights::unweighted>,
                               Case<IncompressibleEuler, GradientWeights::inverse_distance>,
                               Case<CompressibleEuler, GradientWeights::unweighted>>;
TYPED_TEST_SUITE(EdgeKernels, Cases);

// The names of the fixture.
#define TRIREME_USE_FIXTURE                               \
  using E = typename TypeParam::E;                        \
  [[maybe_unused]] constexpr int N = E::n_unknowns;       \
  const auto& mesh_ = this->mesh_;                        \
  const auto& plan_ = this->plan_;                        \
  [[maybe_unused]] auto& parameters_ = this->parameters_; \
  const auto& q_ = this->q_

TYPED_TEST(EdgeKernels, GradientsEqualTheReference) {
  TRIREME_USE_FIXTURE;
  const std::vector<double> vectors = this->edge_vectors();
  std::vector<double> weights;
  if (TypeParam::weights == GradientWeights::inverse_distance) {
    for (std::size_t e = 0; e < vectors.size(); e += 3) {
      weights.push_back(1.0 / (vectors[e] * vectors[e] + vectors[e + 1] * vectors[e + 1] +
                               vectors[e + 2] * vectors[e + 2]));
    }
  }
  std::vector<double> expected(static_cast<std::size_t>(mesh_->n_local()) * 3 * N, 0.0);
  gradients_reference<E>(mesh_->n_owned, mesh_->edges, vectors, weights, plan_.gradients().inverses(),
                         q_.data(), expected.data());
  EXPECT_EQ(this->gradients(), expected);
}

TYPED_TEST(EdgeKernels, FluxEqualsTheReferenceAtBothOrders) {
  TRIREME_USE_FIXTURE;
  const std::vector<double> gradient = this->gradients();
  for (const FluxScheme scheme : {FluxScheme::roe, FluxScheme::hllc, FluxScheme::rusanov}) {
    if (!E::has(scheme)) continue;
    parameters_.flux_scheme = scheme;
    for (const double* g : {static_cast<const double*>(nullptr), gradient.data()}) {
      std::vector<double> residual(static_cast<std::size_t>(mesh_->n_owned) * N, 0.0), expected(residual);
      for_each_thread(plan_.edges(), [&](int thread) {
        edge_flux<E>(parameters_, plan_.edges().interior(thread), q_.data(), g, residual.data());
      });
      edge_flux_reference<E>(parameters_, mesh_->n_owned, mesh_->edges, mesh_->edge_normals,
                             mesh_->coordinates, q_.data(), g, expected.data());
      for (std::size_t i = 0; i < residual.size(); ++i) ASSERT_NEAR(residual[i], expected[i], 1e-14) << i;
    }
  }
}

TYPED_TEST(EdgeKernels, WaveSpeedSumsEqualTheReference) {
  TRIREME_USE_FIXTURE;
  for (const WaveDirections directions : {WaveDirections::all, WaveDirections::in_plane}) {
    std::vector<double> expected(static_cast<std::size_t>(mesh_->n_owned), 0.0);
    edge_spectral_radius_reference<E>(parameters_, directions, mesh_->n_owned, mesh_->edges,
                                      mesh_->edge_normals, q_.data(), expected.data());
    for (const EdgeLanes lanes : {EdgeLanes::native, EdgeLanes::scalar}) {
      std::vector<double> sums(expected.size(), 0.0);
      for_each_thread(plan_.edges(), [&](int thread) {
        EdgeList edges = plan_.edges().interior(thread);
        edges.loop.lanes = lanes;
        edge_spectral_radius<E>(parameters_, directions, edges, q_.data(), sums.data());
      });
      EXPECT_EQ(sums, expected);
    }
  }
}

TYPED_TEST(EdgeKernels, JacobianBlocksEqualTheReference) {
  TRIREME_USE_FIXTURE;
  const BlockPattern pattern(*mesh_);
  const auto assembled = [&](EdgeLanes lanes) {
    std::vector<double> blocks(pattern.own_columns().size() * N * N, 0.0);
    for_each_thread(plan_.edges(), [&](int thread) {
      std::vector<LocalIndex> slots;
      for (const LocalIndex edge : plan_.edges().interior_numbers(thread)) {
        slots.push_back(pattern.edge_slots()[2 * edge]);
        slots.push_back(pattern.edge_slots()[2 * edge + 1]);
      }
      EdgeList list = plan_.edges().interior(thread);
      list.loop.lanes = lanes;
      edge_jacobian<E>(parameters_, list, slots, pattern.diagonal_slots(), q_.data(), blocks.data(),
                       blocks.data());
    });
    return blocks;
  };
  const std::size_t row_length = static_cast<std::size_t>(mesh_->n_owned) * N;
  std::vector<double> dense(row_length * row_length);
  for (const FluxScheme scheme : {FluxScheme::roe, FluxScheme::hllc, FluxScheme::rusanov}) {
    if (!E::has(scheme)) continue;
    parameters_.flux_scheme = scheme;
    const std::vector<double> blocks = assembled(EdgeLanes::native);
    EXPECT_EQ(blocks, assembled(EdgeLanes::scalar));
    edge_jacobian_reference<E>(parameters_, mesh_->n_owned, mesh_->n_owned, mesh_->edges, mesh_->edge_normals,
                               q_.data(), dense.data());
    for (LocalIndex row = 0; row < mesh_->n_owned; ++row) {
      for (LocalIndex slot = pattern.own_offsets()[row]; slot < pattern.own_offsets()[row + 1]; ++slot) {
        const LocalIndex column = pattern.own_columns()[slot];
        for (int i = 0; i < N; ++i) {
          for (int j = 0; j < N; ++j) {
            double& expected = dense[(static_cast<std::size_t>(row) * N + i) * row_length + column * N + j];
            ASSERT_NEAR(blocks[(static_cast<std::size_t>(slot) * N + j) * N + i], expected, 1e-13);
            expected = 0.0;
          }
        }
      }
    }
    // Nothing lies outside the pattern.
    for (const double left_over : dense) ASSERT_EQ(left_over, 0.0);
  }
}

TEST(FieldLayout, TurnsAndAddsAsTheReference) {
  constexpr std::size_t n = 7, R = 3;
  std::vector<double> by_vertex;
  for (std::size_t i = 0; i < n * R; ++i) by_vertex.push_back(std::sin(static_cast<double>(i)));
  std::vector<double> by_unknown(n * R, -9.0), expected(n * R), back(n * R, -9.0);
  to_unknowns<R>(by_vertex.data(), n, 0, 3, by_unknown.data());
  to_unknowns<R>(by_vertex.data(), n, 3, n, by_unknown.data());
  turn_reference(by_vertex, n, R, expected);
  EXPECT_EQ(by_unknown, expected);
  to_vertices<R>(by_unknown.data(), n, 0, 5, back.data());
  EXPECT_EQ(back[5 * R], -9.0);
  to_vertices<R>(by_unknown.data(), n, 5, n, back.data());
  turn_reference(by_unknown, R, n, expected);
  EXPECT_EQ(back, expected);

  std::vector<double> sums(n, 0.5), expected_sums(sums);
  add_copies(by_vertex.data(), n, R, 0, 4, sums.data());
  add_copies(by_vertex.data(), n, R, 4, n, sums.data());
  add_copies_reference(by_vertex, expected_sums);
  EXPECT_EQ(sums, expected_sums);
}

// Counted by hand in roe.hpp and characteristics.hpp: mean 8, acoustics 41, jump 4, strengths 20, two fluxes
// of 15, four unknowns of 8.
TEST(KernelCosts, CountTheOperationsOfAFlux) {
  const auto parameters = test::sample_parameters<IncompressibleEuler>();
  EXPECT_EQ(flux_operations<IncompressibleEuler>(parameters), 8 + 41 + 4 + 20 + 2 * 15 + 4 * 8);
  const KernelCost first = flux_cost<IncompressibleEuler>(parameters, false);
  EXPECT_EQ(first.flops(10, 3), 10 * (135 + 12));
  EXPECT_EQ(first.bytes(10, 3), 10 * 40 + 3 * 64);
  // The derivatives: mean 8, acoustics 41, two waves' speeds 4, two flux Jacobians of 20, 16 entries of 9,
  // and 4 more on the diagonal.
  EXPECT_EQ(jacobian_operations<IncompressibleEuler>(parameters), 8 + 41 + 4 + 2 * 20 + 16 * 9 + 4);
}

}  // namespace
}  // namespace trireme::flow
