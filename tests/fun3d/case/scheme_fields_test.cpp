// SPDX-License-Identifier: Apache-2.0
// The fields that show where the scheme limits hold what the residual used, on ghosts too, and are those of
// one rank on any number of them. tests/fun3d/apps/read_outputs.py reads them from a file.
#include "fun3d/case/scheme_fields.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

using E = CompressibleEuler;

// Gas at rest of pressure 1 beyond the middle of the box and a hundredth of it before, where a limiter keeps
// extrapolated pressures positive and nothing else does.
std::vector<double> pressure_jump(const mesh::FlowMesh& mesh) {
  std::vector<double> q;
  for (LocalIndex vertex = 0; vertex < mesh.n_owned; ++vertex) {
    const double x = mesh.coordinates[3 * static_cast<std::size_t>(vertex)];
    q.insert(q.end(), {1.0, 0.0, 0.0, 0.0, x < 0.5 ? 0.01 : 1.0});
  }
  return q;
}

// By original id; -1 where this rank has no such vertex.
struct ById {
  std::vector<double> limiter, first_order_edges, degrees;
  GlobalIndex reported = 0;
};

ById fields_of(const comm::Communicator& comm, Order order, LimiterKind kind) {
  const auto mesh = test::box_mesh(comm, 5);
  const MeshPlan plan(comm, mesh, test::channel_kinds(), GradientWeights::unweighted);
  LimiterOptions options;
  options.type = kind;
  Residual<E> residual(comm, plan, E::Parameters{}, order, {}, options);
  const SchemeFields fields = scheme_fields(comm, residual, std::span<const double>(pressure_jump(*mesh)));
  const auto n = static_cast<std::size_t>(mesh->n_global);
  ById result{std::vector<double>(n, -1), std::vector<double>(n, -1), std::vector<double>(n, 0),
              residual.fallback_vertices().n_vertices};
  EXPECT_EQ(fields.limiter.size(), static_cast<std::size_t>(mesh->n_local()));
  EXPECT_EQ(fields.first_order_edges.size(), fields.limiter.size());
  for (std::size_t v = 0; v < fields.limiter.size(); ++v) {
    const auto id = static_cast<std::size_t>(mesh->original_id[v]);
    result.limiter[id] = fields.limiter[v];
    result.first_order_edges[id] = fields.first_order_edges[v];
  }
  for (const LocalIndex end : mesh->edges)
    result.degrees[static_cast<std::size_t>(mesh->original_id[static_cast<std::size_t>(end)])] += 1;
  return result;
}

void expect_same(const ById& part, const ById& whole) {
  for (std::size_t id = 0; id < whole.limiter.size(); ++id) {
    ASSERT_GE(whole.limiter[id], 0.0);
    if (part.limiter[id] < 0) continue;
    ASSERT_NEAR(part.limiter[id], whole.limiter[id], 1e-9) << id;
    ASSERT_EQ(part.first_order_edges[id], whole.first_order_edges[id]) << id;
  }
  EXPECT_EQ(part.reported, whole.reported);
}

class SchemeFieldsTest : public ::testing::Test {
 protected:
  const comm::Communicator world_{PETSC_COMM_WORLD}, self_ = comm::Communicator::self();
};

TEST_F(SchemeFieldsTest, WithALimiterItActsAtTheJumpAlone) {
  const ById whole = fields_of(self_, Order::second, LimiterKind::barth_jespersen);
  const auto [least, most] = std::minmax_element(whole.limiter.begin(), whole.limiter.end());
  EXPECT_LT(*least, 0.1);
  EXPECT_GE(*least, 0.0);
  EXPECT_EQ(*most, 1.0);
  EXPECT_EQ(std::count(whole.first_order_edges.begin(), whole.first_order_edges.end(), 0.0),
            static_cast<std::ptrdiff_t>(whole.limiter.size()));
  expect_same(fields_of(world_, Order::second, LimiterKind::barth_jespersen), whole);
}

TEST_F(SchemeFieldsTest, WithoutOneEdgesFallBackWhereTheReportSaysSo) {
  const ById whole = fields_of(self_, Order::second, LimiterKind::none);
  EXPECT_EQ(std::count(whole.limiter.begin(), whole.limiter.end(), 1.0),
            static_cast<std::ptrdiff_t>(whole.limiter.size()));
  EXPECT_GT(whole.reported, 0);
  EXPECT_EQ(std::count_if(whole.first_order_edges.begin(), whole.first_order_edges.end(),
                          [](double edges) { return edges > 0; }),
            whole.reported);
  expect_same(fields_of(world_, Order::second, LimiterKind::none), whole);
}

TEST_F(SchemeFieldsTest, AtFirstOrderEveryEdgeIsOfFirstOrder) {
  const ById whole = fields_of(self_, Order::first, LimiterKind::venkatakrishnan);
  EXPECT_EQ(std::count(whole.limiter.begin(), whole.limiter.end(), 0.0),
            static_cast<std::ptrdiff_t>(whole.limiter.size()));
  EXPECT_EQ(whole.first_order_edges, whole.degrees);
  expect_same(fields_of(world_, Order::first, LimiterKind::venkatakrishnan), whole);
}

}  // namespace
}  // namespace trireme::flow
