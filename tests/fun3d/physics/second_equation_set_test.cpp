// SPDX-License-Identifier: Apache-2.0
// A second equation set with as many unknowns as the first is one more line in the list of sets: the loops
// are compiled here, unchanged, for a list of two.
#include "fun3d/physics/equation_sets.hpp"

namespace trireme::flow {

// The same equations under another name, so that its numbers are known.
struct SecondSet : IncompressibleEuler {
  static constexpr std::string_view name = "second_set";
};
static_assert(EquationSet<SecondSet>);

}  // namespace trireme::flow

#undef TRIREME_FOR_EACH_EQUATION_SET
#define TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE) \
  INSTANTIATE(IncompressibleEuler)                 \
  INSTANTIATE(SecondSet)

#include <gtest/gtest.h>

#include "fun3d/discretization/fallback.cpp"
#include "fun3d/discretization/limiter.cpp"
#include "fun3d/discretization/residual.cpp"
#include "fun3d/kernels/boundary_spectral_radius.cpp"
#include "fun3d/kernels/edge_extrema.cpp"
#include "fun3d/kernels/edge_fallback.cpp"
#include "fun3d/kernels/edge_flux.cpp"
#include "fun3d/kernels/edge_gradient.cpp"
#include "fun3d/kernels/edge_limiter.cpp"
#include "fun3d/kernels/edge_spectral_radius.cpp"
#include "fun3d/kernels/mirrored_stencil.cpp"
#include "fun3d/kernels/open_flux.cpp"
#include "fun3d/kernels/pseudo_time.cpp"
#include "fun3d/kernels/symmetry_condition.cpp"
#include "fun3d/kernels/wall_flux.cpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

template <class E>
std::vector<double> residual_of_sample() {
  const comm::Communicator comm = comm::Communicator::self();
  const auto mesh = test::box_mesh(comm, 4);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  const std::vector<double> q = test::smooth_state(*mesh, mesh->n_owned);
  std::vector<double> result(q.size());
  Residual<E>(comm, plan, test::sample_parameters(), Order::second).evaluate(q, result);
  return result;
}

TEST(SecondEquationSet, RunsThroughTheSameLoops) {
  EXPECT_EQ(residual_of_sample<SecondSet>(), residual_of_sample<IncompressibleEuler>());
}

}  // namespace
}  // namespace trireme::flow
