// SPDX-License-Identifier: Apache-2.0
// What must not matter does not: the same wing mirrored, turned, numbered anew, with split markers, has the
// same forces to nine digits once the solution is converged deeply, and the whole wing twice those of its
// half.
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/generate/onera_m6.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "tests/fun3d/support/unfolded_mesh.hpp"
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

using mesh::Point;
using mesh::RawMesh;

struct Coefficients {
  double lift, drag;
};

// An equation set with an order of the scheme.
template <class Set, Order scheme_order>
struct Scheme {
  using E = Set;
  static constexpr Order order = scheme_order;
};

template <class S>
FlowCase deep_case(LimiterKind limiter = LimiterKind::none) {
  FlowCase flow_case = verify::mesh_a_case("");
  flow_case.flow.order = S::order;
  flow_case.limiter.type = limiter;
  flow_case.limiter.venkatakrishnan_constant = 10;
  flow_case.start_up.freeze_limiter_after_stall = 0;  // a frozen one depends on the path
  if constexpr (std::is_same_v<typename S::E, CompressibleEuler>) flow_case.flow.mach = 0.5;
  flow_case.pseudo_time.residual_drop = 1e11;
  flow_case.pseudo_time.drop_measure = DropMeasure::after_step;
  return flow_case;
}

// The wing on rank 0, changed there.
template <class S>
Coefficients solve(const FlowCase& flow_case, const std::function<void(RawMesh&)>& change) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  mesh::OneraM6Options wing;
  wing.target_vertices = 1500;
  RawMesh raw = mesh::gather(comm, mesh::generate_onera_m6(comm, wing));
  if (comm.is_root()) {
    change(raw);
    mesh::repair_and_check(raw, "the changed wing");
  }
  const auto flow_mesh = std::make_shared<const mesh::FlowMesh>(
      mesh::build_flow_mesh(comm, mesh::scatter(comm, std::move(raw)), flow_case.mesh.partition));
  const auto kinds = resolve_boundaries(flow_mesh->marker_names, flow_case.boundary);
  test::FlowRunOf<typename S::E> run(comm, flow_mesh, kinds, flow_case);
  EXPECT_EQ(run.run().reason, EndReason::converged);
  return {run.steps.back().forces.lift, run.steps.back().forces.drag};
}

void move_points(RawMesh& mesh, const std::function<Point(const Point&)>& move) {
  for (Point& point : mesh.points) point = move(point);
}

template <class S>
class Invariance : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Coefficients found = solve<S>(deep_case<S>(), [](RawMesh&) {});
    lift_ = found.lift;
    drag_ = found.drag;
    ASSERT_GT(lift_, 0.05);
    ASSERT_GT(drag_, 0.001);
  }
  static void expect_same(const Coefficients& found, double lift_sign = 1) {
    EXPECT_NEAR(lift_sign * found.lift, lift_, 1e-9 * lift_);
    EXPECT_NEAR(found.drag, drag_, 1e-9 * lift_);
  }
  static inline double lift_ = 0, drag_ = 0;
};

using Schemes =
    ::testing::Types<Scheme<IncompressibleEuler, Order::second>, Scheme<CompressibleEuler, Order::second>,
                     Scheme<IncompressibleEuler, Order::first>, Scheme<CompressibleEuler, Order::first>>;
TYPED_TEST_SUITE(Invariance, Schemes);

TYPED_TEST(Invariance, Mirrored) {
  using S = TypeParam;
  this->expect_same(solve<S>(deep_case<S>(), [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], x[1], -x[2]}; });
  }));
  FlowCase upside_down = deep_case<S>();
  upside_down.flow.angle_of_attack *= -1;
  this->expect_same(solve<S>(upside_down,
                             [](RawMesh& mesh) {
                               move_points(mesh, [](const Point& x) { return Point{x[0], -x[1], x[2]}; });
                             }),
                    -1);
}

TYPED_TEST(Invariance, WithTheSpanAlongY) {
  using S = TypeParam;
  FlowCase flow_case = deep_case<S>();
  flow_case.flow.up_axis = UpAxis::z;
  this->expect_same(solve<S>(flow_case, [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], -x[2], x[1]}; });
  }));
  // Which is the same as the left wing with the span along +y.
  this->expect_same(solve<S>(flow_case, [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], x[2], x[1]}; });
  }));
}

// About the span, and before that about the direction of lift: the one is seen as angle of attack, the other
// as sideslip.
TYPED_TEST(Invariance, Turned) {
  using S = TypeParam;
  using mesh::cross, mesh::dot, mesh::scaled, mesh::sum;
  FlowCase flow_case = deep_case<S>();
  const double attack = flow_case.flow.angle_of_attack * std::numbers::pi / 180, slip = 0.4, turn = 0.7;
  const Point lift{-std::sin(attack), std::cos(attack), 0};
  flow_case.flow.angle_of_attack += turn * 180 / std::numbers::pi;
  flow_case.flow.sideslip = slip * 180 / std::numbers::pi;
  this->expect_same(solve<S>(flow_case, [&](RawMesh& mesh) {
    move_points(mesh, [&](const Point& x) {
      // Rodrigues' rotation about `lift` that takes the free stream towards +z.
      const Point turned = sum(sum(scaled(std::cos(slip), x), scaled(-std::sin(slip), cross(lift, x))),
                               scaled((1 - std::cos(slip)) * dot(lift, x), lift));
      return Point{std::cos(turn) * turned[0] - std::sin(turn) * turned[1],
                   std::sin(turn) * turned[0] + std::cos(turn) * turned[1], turned[2]};
    });
  }));
}

TYPED_TEST(Invariance, NumberedAtRandom) {
  using S = TypeParam;
  this->expect_same(solve<S>(deep_case<S>(), [](RawMesh& mesh) {
    std::mt19937_64 random(11);
    std::vector<GlobalIndex> new_id(mesh.points.size());
    std::iota(new_id.begin(), new_id.end(), GlobalIndex{0});
    std::shuffle(new_id.begin(), new_id.end(), random);
    const std::vector<Point> points = mesh.points;
    for (std::size_t p = 0; p < points.size(); ++p)
      mesh.points[static_cast<std::size_t>(new_id[p])] = points[p];
    for (GlobalIndex& v : mesh.cell_vertices) v = new_id[static_cast<std::size_t>(v)];
    for (auto& marker : mesh.markers) {
      for (GlobalIndex& v : marker.facet_vertices) v = new_id[static_cast<std::size_t>(v)];
    }
    // Cells in another order, and each listed from another corner: an even permutation of a tetrahedron's.
    std::vector<std::size_t> order(mesh.cell_types.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    const std::vector<GlobalIndex> cells = mesh.cell_vertices;
    for (std::size_t c = 0; c < order.size(); ++c) {
      const GlobalIndex* old = &cells[4 * order[c]];
      const std::array<GlobalIndex, 4> listed{old[1], old[2], old[0], old[3]};
      std::copy(listed.begin(), listed.end(),
                mesh.cell_vertices.begin() + static_cast<std::ptrdiff_t>(4 * c));
    }
  }));
}

TYPED_TEST(Invariance, WithSplitMarkers) {
  using S = TypeParam;
  this->expect_same(solve<S>(deep_case<S>(), [](RawMesh& mesh) {
    std::vector<RawMesh::Marker> split;
    for (const auto& marker : mesh.markers) {
      std::array<RawMesh::Marker, 3> parts;
      for (std::size_t i = 0; i < 3; ++i) parts[i].name = marker.name + "_" + std::to_string(i);
      for (std::size_t f = 0; f + 1 < marker.facet_offsets.size(); ++f) {
        RawMesh::Marker& part = parts[f % 3];
        for (GlobalIndex k = marker.facet_offsets[f]; k < marker.facet_offsets[f + 1]; ++k)
          part.facet_vertices.push_back(marker.facet_vertices[static_cast<std::size_t>(k)]);
        part.facet_offsets.push_back(static_cast<GlobalIndex>(part.facet_vertices.size()));
      }
      split.insert(split.end(), parts.begin(), parts.end());
    }
    mesh.markers = std::move(split);
  }));
}

void unfold_wing(RawMesh& mesh) {
  const Vector3 normal{0, 0, 1};
  const std::string plane = "symmetry";
  test::unfold(mesh, test::group_of({&normal, 1}), {&plane, 1});
}

TYPED_TEST(Invariance, TheWholeWingHasTwiceTheForcesOfItsHalf) {
  using S = TypeParam;
  const Coefficients whole = solve<S>(deep_case<S>(), unfold_wing);
  this->expect_same({whole.lift / 2, whole.drag / 2});
}

// With a limiter that spares enough for deep convergence, and still acts.
TEST(Symmetry, TheWholeWingHasTwiceTheForcesOfItsHalfWithALimiter) {
  const auto compare = []<class S>(S) {
    const FlowCase limited = deep_case<S>(LimiterKind::venkatakrishnan);
    const Coefficients half = solve<S>(limited, [](RawMesh&) {}), whole = solve<S>(limited, unfold_wing);
    EXPECT_NEAR(whole.lift / 2, half.lift, 1e-9 * half.lift);
    EXPECT_NEAR(whole.drag / 2, half.drag, 1e-9 * half.lift);
    const Coefficients unlimited = solve<S>(deep_case<S>(), [](RawMesh&) {});
    EXPECT_GT(std::abs(unlimited.lift - half.lift), 1e-5 * half.lift);
  };
  compare(Scheme<IncompressibleEuler, Order::second>{});
  compare(Scheme<CompressibleEuler, Order::second>{});
}

}  // namespace
}  // namespace trireme::flow
