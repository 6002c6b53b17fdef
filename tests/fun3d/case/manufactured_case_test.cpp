// SPDX-License-Identifier: Apache-2.0
// Sources, boundary values and error norms of a run whose solution is known, on any number of ranks.
#include "fun3d/case/manufactured_case.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/case/manufactured_options.hpp"
#include "fun3d/physics/manufactured_solution.hpp"
#include "solvers/base/error.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;
constexpr std::size_t N = E::n_unknowns;

class ManufacturedCases : public ::testing::Test {
 protected:
  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 4);
  BoundaryPlan boundary_{*mesh_, std::vector<BoundaryCondition>(6, BoundaryKind::exact)};
  E::Parameters parameters_ = test::sample_parameters<E>();
};

TEST_F(ManufacturedCases, PrescribeTheExactStateAtBoundaryVertices) {
  const ManufacturedCase<E> known(*mesh_, boundary_, parameters_, manufactured_solution(parameters_));
  ASSERT_EQ(known.exact().size(), static_cast<std::size_t>(mesh_->n_owned) * N);
  const auto vertices = boundary_.exact().vertices;
  ASSERT_EQ(known.forcing().exact_state.size(), vertices.size() * N);
  for (std::size_t b = 0; b < vertices.size(); ++b) {
    for (std::size_t k = 0; k < N; ++k) {
      EXPECT_EQ(known.forcing().exact_state[b * N + k],
                known.exact()[static_cast<std::size_t>(vertices[b]) * N + k]);
    }
  }
}

// The free stream needs no source; velocity along x that grows with x needs one of mass, density times slope.
TEST_F(ManufacturedCases, SourcesAreTheDivergenceOfTheFlux) {
  const double slope = 0.3;
  const ManufacturedCase<E> known(*mesh_, boundary_, parameters_, [&](const Vector<Field>& x) {
    return State<5, Field>{2.0, slope * x[0], 0.0, 0.0, 1.0};
  });
  for (std::size_t v = 0; v < static_cast<std::size_t>(mesh_->n_owned); ++v) {
    const double volume = mesh_->volumes[v], x = mesh_->coordinates[3 * v];
    EXPECT_NEAR(known.forcing().source[v * N], 2 * slope * volume, 1e-15);
    EXPECT_NEAR(known.forcing().source[v * N + 1], 2 * 2 * slope * slope * x * volume, 1e-15);
    EXPECT_EQ(known.forcing().source[v * N + 2], 0);
  }
}

TEST_F(ManufacturedCases, ErrorNormsAreMeansOverTheVolumeAndTheLargest) {
  const ManufacturedCase<E> known(*mesh_, boundary_, parameters_, manufactured_solution(parameters_));
  std::vector<double> state = known.exact();
  for (const ErrorNorms& norms : known.errors(comm_, state)) {
    EXPECT_EQ(norms.l1, 0);
    EXPECT_EQ(norms.l2, 0);
    EXPECT_EQ(norms.linf, 0);
  }
  // Minus two where x is below a half, by mirror symmetry of a regular box half of the volume; else nothing.
  const auto regular = test::box_mesh(comm_, 5, mesh::BoxCells::hexahedron, 0);
  const BoundaryPlan boundary(*regular, std::vector<BoundaryCondition>(6, BoundaryKind::exact));
  const ManufacturedCase<E> halves(*regular, boundary, parameters_, manufactured_solution(parameters_));
  state = halves.exact();
  for (std::size_t v = 0; v < static_cast<std::size_t>(regular->n_owned); ++v) {
    if (regular->coordinates[3 * v] < 0.5) state[v * N + 3] -= 2;
  }
  const std::vector<ErrorNorms> norms = halves.errors(comm_, state);
  EXPECT_NEAR(norms[3].l1, 1, 1e-12);
  EXPECT_NEAR(norms[3].l2, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(norms[3].linf, 2, 1e-12);
  EXPECT_EQ(norms[0].linf, 0);
}

TEST(ManufacturedOptionsTest, RefuseExactBoundariesOfAnUnknownFlow) {
  const std::vector<BoundaryCondition> conditions{BoundaryKind::slip_wall, BoundaryKind::exact};
  ManufacturedOptions options;
  EXPECT_THROW(options.require_for(conditions), Error);
  EXPECT_NO_THROW(options.require_for(std::span(conditions).first(1)));
  options.solution = ManufacturedChoice::trigonometric;
  EXPECT_NO_THROW(options.require_for(conditions));
}

}  // namespace
}  // namespace trireme::flow
