// SPDX-License-Identifier: Apache-2.0
// Limiter kernels: equal to their references bit for bit, bounds kept for rough data, no effect on linear
// data, full effect at a jump.
#include "fun3d/kernels/edge_limiter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/for_each_thread.hpp"
#include "fun3d/kernels/edge_extrema.hpp"
#include "fun3d/kernels/edge_gradient.hpp"
#include "tests/fun3d/support/limiter_data.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// An equation set for its number of unknowns, and a limiter.
template <class Set, LimiterKind limiter>
struct Choice {
  using E = Set;
  static constexpr LimiterKind kind = limiter;
};
using Choices = ::testing::Types<Choice<IncompressibleEuler, LimiterKind::barth_jespersen>,
                                 Choice<IncompressibleEuler, LimiterKind::venkatakrishnan>,
                                 Choice<CompressibleEuler, LimiterKind::barth_jespersen>,
                                 Choice<CompressibleEuler, LimiterKind::venkatakrishnan>>;

template <class C>
class EdgeLimiter : public ::testing::Test {
 protected:
  using E = typename C::E;
  static constexpr int N = E::n_unknowns;
  static constexpr LimiterKind kind = C::kind;
  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 6);
  MeshPlan plan_{comm_, mesh_, test::walled_kinds(), GradientWeights::unweighted};
  std::size_t size_ = static_cast<std::size_t>(mesh_->n_owned) * N;
  std::vector<double> epsilon_squared_ = std::vector<double>(static_cast<std::size_t>(mesh_->n_owned), 0.0);
  std::vector<double> gradients_, minima_, maxima_, phi_;

  LimiterFields fields(const std::vector<double>& q) const {
    return {q.data(), gradients_.data(), minima_.data(), maxima_.data(), epsilon_squared_.data()};
  }
  void limit(const std::vector<double>& q) {
    gradients_.assign(3 * size_, 0.0);
    minima_ = maxima_ = q;
    phi_.assign(size_, 1.0);
    for_each_thread(plan_.edges(), [&](int thread) {
      const EdgeList edges = plan_.edges().interior(thread);
      edge_gradient_sums<E>(edges, q.data(), gradients_.data());
      solve_gradients<E>(plan_.edges().vertices(thread), plan_.gradients().inverses(), gradients_.data());
      edge_extrema<E>(edges, q.data(), minima_.data(), maxima_.data());
    });
    for_each_thread(plan_.edges(), [&](int thread) {
      edge_limiter<E>(kind, plan_.edges().interior(thread), fields(q), phi_.data());
    });
  }
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
};
TYPED_TEST_SUITE(EdgeLimiter, Choices);

TYPED_TEST(EdgeLimiter, EqualsTheReference) {
  using E = typename TypeParam::E;
  constexpr int N = E::n_unknowns;
  const std::vector<double> q = test::rough_state<N>(*this->mesh_, this->mesh_->n_owned);
  for (const double epsilon_squared : {0.0, 1e-2}) {
    std::fill(this->epsilon_squared_.begin(), this->epsilon_squared_.end(), epsilon_squared);
    this->limit(q);
    std::vector<double> minima(this->size_), maxima(this->size_), phi(this->size_);
    edge_extrema_reference<E>(this->mesh_->n_owned, this->mesh_->edges, q.data(), minima.data(),
                              maxima.data());
    EXPECT_EQ(this->minima_, minima);
    EXPECT_EQ(this->maxima_, maxima);
    edge_limiter_reference<E>(TypeParam::kind, this->mesh_->n_owned, this->mesh_->edges, this->edge_vectors(),
                              this->fields(q), phi.data());
    EXPECT_EQ(this->phi_, phi);
  }
}

TYPED_TEST(EdgeLimiter, KeepsExtrapolatedValuesWithinTheNeighbours) {
  using E = typename TypeParam::E;
  constexpr int N = E::n_unknowns;
  const std::vector<double> q = test::rough_state<N>(*this->mesh_, this->mesh_->n_owned);
  this->limit(q);
  EXPECT_LT(*std::min_element(this->phi_.begin(), this->phi_.end()), 0.1);
  std::vector<LocalIndex> all(static_cast<std::size_t>(this->mesh_->n_owned));
  for (LocalIndex vertex = 0; vertex < this->mesh_->n_owned; ++vertex) all[vertex] = vertex;
  scale_gradients<E>(all, this->phi_.data(), this->gradients_.data());
  const std::vector<double> vectors = this->edge_vectors();
  for (std::size_t end = 0; end < this->mesh_->edges.size(); ++end) {
    const std::size_t vertex = this->mesh_->edges[end];
    for (int k = 0; k < N; ++k) {
      double value = q[vertex * N + k];
      for (int d = 0; d < 3; ++d) {
        value += (end % 2 == 0 ? 0.5 : -0.5) * vectors[3 * (end / 2) + d] *
                 this->gradients_[(3 * vertex + d) * N + k];
      }
      ASSERT_LE(value, this->maxima_[vertex * N + k] + 1e-14);
      ASSERT_GE(value, this->minima_[vertex * N + k] - 1e-14);
    }
  }
}

// Even at boundaries: a linear field changes by half as much up to an edge's middle as up to its end.
TYPED_TEST(EdgeLimiter, LeavesLinearFieldsAlone) {
  this->limit(test::linear_state<TypeParam::E::n_unknowns>(*this->mesh_, this->mesh_->n_owned));
  for (const double phi : this->phi_) ASSERT_NEAR(phi, 1.0, 1e-12);
}

TYPED_TEST(EdgeLimiter, LeavesUniformFieldsAlone) {
  this->limit(std::vector<double>(this->size_, 0.7));
  for (const double phi : this->phi_) ASSERT_EQ(phi, 1.0);
}

TYPED_TEST(EdgeLimiter, MakesAJumpFirstOrder) {
  this->limit(test::jump<TypeParam::E::n_unknowns>(*this->mesh_, this->mesh_->n_owned));
  // Vertices whose neighbours lie on both sides; of those at the box's sides some have no gradient across it.
  std::size_t beside_the_jump = 0;
  for (std::size_t i = 0; i < this->size_; ++i) beside_the_jump += this->minima_[i] != this->maxima_[i];
  EXPECT_GT(beside_the_jump, 0U);
  const auto limited =
      std::count_if(this->phi_.begin(), this->phi_.end(), [](double phi) { return phi < 1e-12; });
  EXPECT_GT(limited, static_cast<std::ptrdiff_t>(beside_the_jump / 2));
}

TYPED_TEST(EdgeLimiter, DoesNotPassForANumberWhereItIsNone) {
  std::vector<double> q = test::jump<TypeParam::E::n_unknowns>(*this->mesh_, this->mesh_->n_owned);
  q[0] = std::numeric_limits<double>::quiet_NaN();
  this->limit(q);
  EXPECT_TRUE(std::isnan(this->phi_[0])) << this->phi_[0];
}

// The formulas at points worked out by hand.
TEST(LimiterFunction, MatchesHandValues) {
  EXPECT_DOUBLE_EQ(barth_jespersen(2.0, 1.0), 0.5);
  EXPECT_DOUBLE_EQ(venkatakrishnan(1.0, 1.0, 0.0), 0.75);   // (1 + 2) / (1 + 1 + 2)
  EXPECT_DOUBLE_EQ(venkatakrishnan(-1.0, -2.0, 0.0), 1.0);  // (4 + 4) / (4 + 2 + 2)
  EXPECT_DOUBLE_EQ(venkatakrishnan(1.0, 0.0, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(venkatakrishnan(0.5, 0.0, 2.0), 0.8);  // 2 / (2 + 0.5)
}

}  // namespace
}  // namespace trireme::flow
