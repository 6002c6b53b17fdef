// SPDX-License-Identifier: Apache-2.0
// Boundary kernels over vertex lists against references over facets as read, and the pseudo-time kernels.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/block_pattern.hpp"
#include "fun3d/kernels/boundary_jacobian.hpp"
#include "fun3d/kernels/boundary_spectral_radius.hpp"
#include "fun3d/kernels/open_flux.hpp"
#include "fun3d/kernels/pseudo_time.hpp"
#include "fun3d/kernels/surface_force.hpp"
#include "fun3d/kernels/wall_flux.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "tests/fun3d/support/finite_difference.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

template <class Set>
class BoundaryKernels : public ::testing::Test {
 protected:
  using E = Set;
  static constexpr int N = E::n_unknowns;

  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 6);
  MeshPlan plan_{comm_, mesh_, test::walled_kinds(), GradientWeights::unweighted};
  typename E::Parameters parameters_ = test::sample_parameters<E>();
  std::vector<double> q_ = test::smooth_state<E>(*mesh_, mesh_->n_local());
  std::vector<double> zero_ = std::vector<double>(static_cast<std::size_t>(mesh_->n_owned) * N, 0.0);

  struct Facets {
    std::vector<LocalIndex> corners;
    std::vector<double> normals;
  };
  Facets facets_of(std::initializer_list<BoundaryKind> kinds) const {
    Facets result;
    for (LocalIndex facet = 0; facet < mesh_->n_facets(); ++facet) {
      const BoundaryKind kind = plan_.conditions()[mesh_->facet_marker[facet]].kind;
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
      for (int i = 0; i < 3; ++i) {
        result.corners.push_back(mesh_->facets[3 * facet + i]);
        result.normals.push_back(mesh_->facet_normals[3 * facet + i]);
      }
    }
    return result;
  }
};

using Sets = ::testing::Types<IncompressibleEuler, CompressibleEuler>;
TYPED_TEST_SUITE(BoundaryKernels, Sets);
using IncompressibleBoundaryKernels = BoundaryKernels<IncompressibleEuler>;

// The names of the fixture.
#define TRIREME_USE_FIXTURE                         \
  using E = TypeParam;                              \
  [[maybe_unused]] constexpr int N = E::n_unknowns; \
  const auto& mesh_ = this->mesh_;                  \
  [[maybe_unused]] const auto& plan_ = this->plan_; \
  const auto& parameters_ = this->parameters_;      \
  const auto& q_ = this->q_;                        \
  [[maybe_unused]] const auto& zero_ = this->zero_

TYPED_TEST(BoundaryKernels, WallFluxEqualsTheFacetReference) {
  TRIREME_USE_FIXTURE;
  const auto facets = this->facets_of({BoundaryKind::slip_wall});
  const WallCorners wall = plan_.boundary().wall_corners();
  ASSERT_GT(wall.size(), 0);
  for (const WallPressure form : {WallPressure::linear, WallPressure::lumped}) {
    std::vector<double> residual = zero_, expected = zero_;
    threads::parallel_for_range(wall.size(), [&](LocalIndex begin, LocalIndex end) {
      wall_flux<E>(parameters_, wall, begin, end, form, q_.data(), residual.data());
    });
    wall_flux_reference<E>(parameters_, mesh_->n_owned, facets.corners, facets.normals, form, q_.data(),
                           expected.data());
    for (std::size_t i = 0; i < residual.size(); ++i) ASSERT_NEAR(residual[i], expected[i], 1e-15);
  }
}

// The weights 6/8, 1/8, 1/8 integrate a linear pressure over each third of a triangle without error.
TEST_F(IncompressibleBoundaryKernels, WallFluxIntegratesALinearPressureExactly) {
  std::vector<double> linear = q_;
  const auto pressure = [](const double* x) { return 0.5 + x[0] - 2 * x[1] + 3 * x[2]; };
  for (LocalIndex vertex = 0; vertex < mesh_->n_local(); ++vertex) {
    linear[static_cast<std::size_t>(vertex) * N] =
        pressure(&mesh_->coordinates[3 * static_cast<std::size_t>(vertex)]);
  }
  const WallCorners wall = plan_.boundary().wall_corners();
  std::vector<double> residual = zero_;
  wall_flux<E>(parameters_, wall, 0, wall.size(), WallPressure::linear, linear.data(), residual.data());
  Vector3 sum{};
  for (std::size_t i = 0; i < residual.size(); i += N) {
    for (int d = 0; d < 3; ++d) sum[d] += residual[i + 1 + d];
  }
  // Box [0,1]^3: walls y = 0, 1 and z = 0, 1; the mean pressures of opposite sides differ by the
  // slope.
  EXPECT_NEAR(sum[0], 0.0, 1e-13);
  EXPECT_NEAR(sum[1], -2.0, 1e-13);
  EXPECT_NEAR(sum[2], 3.0, 1e-13);
}

TYPED_TEST(BoundaryKernels, FarFieldFluxEqualsTheFacetReference) {
  TRIREME_USE_FIXTURE;
  const auto facets = this->facets_of({BoundaryKind::far_field});
  const LumpedVertices far_field = plan_.boundary().open(0);
  ASSERT_GT(far_field.size(), 0);
  std::vector<double> residual = zero_, expected = zero_;
  std::vector<double> scratch(static_cast<std::size_t>(mesh_->n_owned) * 3);
  threads::parallel_for_range(far_field.size(), [&](LocalIndex begin, LocalIndex end) {
    open_flux<E>(parameters_, BoundaryKind::far_field, far_field, begin, end, q_.data(), residual.data());
  });
  open_flux_reference<E>(parameters_, BoundaryKind::far_field, mesh_->n_owned, facets.corners, facets.normals,
                         scratch, q_.data(), expected.data());
  for (std::size_t i = 0; i < residual.size(); ++i) ASSERT_NEAR(residual[i], expected[i], 1e-15);
}

TYPED_TEST(BoundaryKernels, SpectralRadiusEqualsTheFacetReference) {
  TRIREME_USE_FIXTURE;
  const auto facets = this->facets_of({BoundaryKind::far_field});
  const LumpedVertices far_field = plan_.boundary().open(0);
  ASSERT_GT(far_field.size(), 0);
  for (const WaveDirections directions : {WaveDirections::all, WaveDirections::in_plane}) {
    std::vector<double> sums(static_cast<std::size_t>(mesh_->n_owned), 0.5), expected(sums);
    std::vector<double> scratch(sums.size() * 3);
    threads::parallel_for_range(far_field.size(), [&](LocalIndex begin, LocalIndex end) {
      boundary_spectral_radius<E>(parameters_, directions, far_field, begin, end, q_.data(), sums.data());
    });
    boundary_spectral_radius_reference<E>(parameters_, directions, mesh_->n_owned, facets.corners,
                                          facets.normals, scratch, q_.data(), expected.data());
    for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_NEAR(sums[i], expected[i], 1e-14);
  }
}

TYPED_TEST(BoundaryKernels, BoundaryJacobianEqualsTheReference) {
  TRIREME_USE_FIXTURE;
  const BlockPattern pattern(*mesh_);
  const auto diagonal = pattern.diagonal_slots();
  std::vector<double> blocks(pattern.own_columns().size() * N * N, 0.0);
  const LumpedVertices wall = plan_.boundary().wall(), far_field = plan_.boundary().open(0);
  threads::parallel_for_range(wall.size(), [&](LocalIndex begin, LocalIndex end) {
    wall_jacobian<E>(parameters_, wall, begin, end, diagonal, q_.data(), blocks.data());
  });
  threads::parallel_for_range(far_field.size(), [&](LocalIndex begin, LocalIndex end) {
    open_jacobian<E>(parameters_, BoundaryKind::far_field, far_field, begin, end, diagonal, q_.data(),
                     blocks.data());
  });
  const LocalIndex row_length = mesh_->n_owned * N;
  std::vector<double> dense(static_cast<std::size_t>(row_length) * row_length, 0.0);
  boundary_jacobian_reference<E>(parameters_, mesh_->n_owned, wall, BoundaryKind::far_field, far_field,
                                 q_.data(), dense.data(), row_length);
  for (LocalIndex vertex = 0; vertex < mesh_->n_owned; ++vertex) {
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) {
        ASSERT_NEAR(blocks[(static_cast<std::size_t>(diagonal[vertex]) * N + j) * N + i],
                    dense[static_cast<std::size_t>(vertex * N + i) * row_length + vertex * N + j], 1e-15);
      }
    }
  }
}

TEST_F(IncompressibleBoundaryKernels, PseudoTimeTermIsLinearInTheUpdate) {
  std::vector<double> sums(static_cast<std::size_t>(mesh_->n_owned), 3.0), old(q_), residual(zero_);
  for (double& value : old) value -= 0.25;
  add_pseudo_time<E>(parameters_, 0, mesh_->n_owned, sums.data(), 6.0, q_.data(), old.data(),
                     residual.data());
  for (const double value : residual) ASSERT_NEAR(value, 0.125, 1e-15);

  std::vector<LocalIndex> slots{1, 0};
  std::vector<double> values(2 * N * N, 0.0);
  add_pseudo_time_diagonal<E>(parameters_, 1, 2, sums.data(), 6.0, slots, q_.data(), values.data());
  for (int i = 0; i < 2 * N * N; ++i) EXPECT_EQ(values[i], i < N * N && i % (N + 1) == 0 ? 0.5 : 0.0);
}

TYPED_TEST(BoundaryKernels, PseudoTimeEqualsTheReference) {
  TRIREME_USE_FIXTURE;
  std::vector<double> sums, old(q_.begin(), q_.end()), residual(zero_), expected(zero_),
      expected_blocks(zero_.size() * N, 0.0);
  for (LocalIndex vertex = 0; vertex < mesh_->n_owned; ++vertex) sums.push_back(1.0 + 0.5 * std::sin(vertex));
  for (std::size_t i = 0; i < old.size(); ++i) old[i] += 0.1 * std::cos(static_cast<double>(i));
  std::vector<LocalIndex> slots(static_cast<std::size_t>(mesh_->n_owned));
  std::iota(slots.begin(), slots.end(), 0);
  std::vector<double> blocks(slots.size() * N * N, 0.0);
  threads::parallel_for_range(mesh_->n_owned, [&](LocalIndex begin, LocalIndex end) {
    add_pseudo_time<E>(parameters_, begin, end, sums.data(), 7.0, q_.data(), old.data(), residual.data());
    add_pseudo_time_diagonal<E>(parameters_, begin, end, sums.data(), 7.0, slots, q_.data(), blocks.data());
  });
  pseudo_time_reference<E>(parameters_, mesh_->n_owned, sums.data(), 7.0, q_.data(), old.data(),
                           expected.data(), expected_blocks.data());
  EXPECT_EQ(residual, expected);
  for (std::size_t row = 0; row < zero_.size(); ++row) {
    for (std::size_t j = 0; j < N; ++j) {
      EXPECT_EQ(blocks[(row / N) * N * N + j * N + row % N], expected_blocks[row * N + j]);
    }
  }
}

TYPED_TEST(BoundaryKernels, SurfaceForceEqualsTheReference) {
  TRIREME_USE_FIXTURE;
  for (std::int32_t marker = 0; marker < 6; ++marker) {
    std::vector<LocalIndex> chosen;
    for (LocalIndex facet = 0; facet < mesh_->n_facets(); ++facet) {
      if (mesh_->facet_marker[facet] == marker) chosen.push_back(facet);
    }
    SurfaceForce force;
    add_surface_force<E>(parameters_, chosen, mesh_->facets, mesh_->facet_normals, mesh_->coordinates,
                         {0.25, 0.1, 0}, q_.data(), force);
    const SurfaceForce expected =
        surface_force_reference<E>(parameters_, mesh_->facets, mesh_->facet_normals, mesh_->facet_marker,
                                   marker, mesh_->coordinates, {0.25, 0.1, 0}, q_.data());
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(force.force[d], expected.force[d], 1e-14);
      EXPECT_NEAR(force.moment[d], expected.moment[d], 1e-14);
      EXPECT_NEAR(force.corner_sum_moment[d], expected.corner_sum_moment[d], 1e-14);
    }
  }
}

TEST_F(IncompressibleBoundaryKernels, SurfaceForceOfOneTriangle) {
  const std::vector<LocalIndex> facets{0, 1, 2}, chosen{0};
  const std::vector<double> normal{0, 0, 0.5}, points{0, 0, 0, 1, 0, 0, 0, 1, 0};
  // Pressures 2, 3, 4: Cp of the mean is 2 (3 - 1) = 4.
  const std::vector<double> q{2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};
  SurfaceForce force;
  add_surface_force<E>(parameters_, chosen, facets, normal, points, {0.25, 0, 0}, q.data(), force);
  EXPECT_DOUBLE_EQ(force.force[2], 2.0);
  EXPECT_DOUBLE_EQ(force.moment[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(force.moment[1], -(1.0 / 3 - 0.25) * 2);
  EXPECT_DOUBLE_EQ(force.corner_sum_moment[1], -0.75 * 2);
}

}  // namespace
}  // namespace trireme::flow
