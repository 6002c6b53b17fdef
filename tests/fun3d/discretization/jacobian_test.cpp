// SPDX-License-Identifier: Apache-2.0
// The assembled Jacobian against differences of the first-order residual.
#include "fun3d/discretization/jacobian.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/comm/reduction.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

// An equation set, and what its channel has at the ends.
template <class Set, BoundaryKind inflow, BoundaryKind outflow>
struct Channel {
  using E = Set;
  static std::vector<BoundaryCondition> conditions() {
    std::vector<BoundaryCondition> all = test::channel_kinds();
    all[0] = inflow;
    all[1] = outflow;
    return all;
  }
};

template <class Case>
class JacobianOfResidual : public ::testing::Test {
 protected:
  using E = typename Case::E;
  static constexpr int N = E::n_unknowns;

  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 5);
  MeshPlan plan_{comm_, mesh_, Case::conditions(), GradientWeights::unweighted};
  typename E::Parameters parameters_ = test::sample_parameters<E>();
  Residual<E> residual_{comm_, plan_, parameters_, Order::first};
  Jacobian<E> jacobian_{plan_, parameters_, false};

  // Free stream plus amplitude times a smooth variation.
  std::vector<double> state(double amplitude) const {
    std::vector<double> q = test::smooth_state<E>(*mesh_, mesh_->n_owned);
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] = parameters_.free_stream[i % N] + amplitude * (q[i] - parameters_.free_stream[i % N]);
    }
    return q;
  }

  // J v with J filled at q; v is a function of position, so its ghosts are known.
  std::vector<double> product(const std::vector<double>& q, const std::vector<double>& v_local) {
    std::vector<double> result(q.size());
    residual_.evaluate(q, result);
    const BlockPattern& pattern = jacobian_.pattern();
    std::vector<double> own(pattern.own_columns().size() * N * N),
        ghost(pattern.ghost_columns().size() * N * N);
    const std::vector<double> no_sums(static_cast<std::size_t>(mesh_->n_owned), 0.0);
    jacobian_.fill(residual_.local_state(), no_sums, 1.0, own.data(), ghost.data());
    std::fill(result.begin(), result.end(), 0.0);
    const auto add = [&](std::span<const LocalIndex> offsets, std::span<const LocalIndex> columns,
                         const std::vector<double>& values) {
      for (LocalIndex row = 0; row < mesh_->n_owned; ++row) {
        for (LocalIndex slot = offsets[row]; slot < offsets[row + 1]; ++slot) {
          for (int i = 0; i < N; ++i) {
            for (int j = 0; j < N; ++j) {
              result[static_cast<std::size_t>(row) * N + i] +=
                  values[(static_cast<std::size_t>(slot) * N + j) * N + i] *
                  v_local[static_cast<std::size_t>(columns[slot]) * N + j];
            }
          }
        }
      }
    };
    add(pattern.own_offsets(), pattern.own_columns(), own);
    add(pattern.ghost_offsets(), pattern.ghost_columns(), ghost);
    return result;
  }

  // Largest difference between J v and the central difference of R along v, over the largest entry.
  double error(double amplitude) {
    const std::vector<double> q = state(amplitude), v = test::smooth_state<E>(*mesh_, mesh_->n_local());
    const std::vector<double> exact = product(q, v);
    const double h = 1e-6;
    std::vector<double> ahead(q), behind(q), r_ahead(q.size()), r_behind(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) {
      ahead[i] += h * v[i];
      behind[i] -= h * v[i];
    }
    residual_.evaluate(ahead, r_ahead);
    residual_.evaluate(behind, r_behind);
    double difference = 0, scale = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double slope = (r_ahead[i] - r_behind[i]) / (2 * h);
      difference = std::max(difference, std::abs(slope - exact[i]));
      scale = std::max(scale, std::abs(slope));
    }
    return comm::all_max(comm_, difference) / comm::all_max(comm_, scale);
  }
};

using Channels = ::testing::Types<
    Channel<IncompressibleEuler, BoundaryKind::far_field, BoundaryKind::far_field>,
    Channel<IncompressibleEuler, BoundaryKind::total_pressure_inlet, BoundaryKind::pressure_outlet>,
    Channel<CompressibleEuler, BoundaryKind::far_field, BoundaryKind::far_field>,
    Channel<CompressibleEuler, BoundaryKind::total_pressure_inlet, BoundaryKind::pressure_outlet>,
    Channel<CompressibleEuler, BoundaryKind::supersonic_inflow, BoundaryKind::supersonic_outflow>>;
TYPED_TEST_SUITE(JacobianOfResidual, Channels);

// In a uniform flow the frozen Roe matrix multiplies no jump: the Jacobian is the derivative.
TYPED_TEST(JacobianOfResidual, IsTheDerivativeInUniformFlow) {
  EXPECT_LT(this->error(0.0), 1e-8);
}

// Elsewhere the neglected derivative of |A| is proportional to the jumps, so the error is linear in the
// amplitude.
TYPED_TEST(JacobianOfResidual, NeglectsOnlyATermLinearInTheJumps) {
  const double whole = this->error(0.2), half = this->error(0.1);
  EXPECT_GT(whole, 1e-6);
  EXPECT_NEAR(whole / half, 2.0, 0.3);
  EXPECT_LT(whole, 0.1);
}

TYPED_TEST(JacobianOfResidual, AddsThePseudoTimeTermToTheDiagonalBlocksOnly) {
  using E = typename TypeParam::E;
  constexpr int N = E::n_unknowns;
  const auto& mesh_ = this->mesh_;
  auto& jacobian_ = this->jacobian_;
  auto& residual_ = this->residual_;
  const std::vector<double> q = this->state(0.3);
  std::vector<double> result(q.size());
  residual_.evaluate(q, result);
  const BlockPattern& pattern = jacobian_.pattern();
  std::vector<double> own(pattern.own_columns().size() * N * N),
      ghost(pattern.ghost_columns().size() * N * N);
  std::vector<double> with_term(own), ghost_with_term(ghost);
  const std::vector<double> sums(static_cast<std::size_t>(mesh_->n_owned), 2.0);
  jacobian_.fill(residual_.local_state(), sums, HUGE_VAL, own.data(), ghost.data());
  jacobian_.fill(residual_.local_state(), sums, 4.0, with_term.data(), ghost_with_term.data());
  EXPECT_EQ(ghost, ghost_with_term);
  for (LocalIndex row = 0; row < mesh_->n_owned; ++row) {
    State<N> at_row;
    for (int k = 0; k < N; ++k) at_row[k] = q[static_cast<std::size_t>(row) * N + k];
    Block<N> M;
    E::conserved_jacobian(this->parameters_, at_row, M);
    for (LocalIndex slot = pattern.own_offsets()[row]; slot < pattern.own_offsets()[row + 1]; ++slot) {
      for (int entry = 0; entry < N * N; ++entry) {
        const std::size_t i = static_cast<std::size_t>(slot) * N * N + entry;
        // Blocks are stored by columns.
        const double expected = pattern.own_columns()[slot] == row ? 0.5 * M[entry % N * N + entry / N] : 0.0;
        ASSERT_NEAR(with_term[i] - own[i], expected, 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace trireme::flow
