// SPDX-License-Identifier: Apache-2.0
// What must not matter does not: the same wing mirrored, turned, numbered anew, with split markers, has the
// same forces to nine digits once the solution is converged deeply. The whole wing has twice those of its
// half only up to the error of the mesh, since the symmetry plane is a weak condition with one-sided
// gradients.
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
#include "tests/verify/onera_m6_mesh_a.hpp"

namespace trireme::flow {
namespace {

using mesh::Point;
using mesh::RawMesh;

struct Coefficients {
  double lift, drag;
};

// Compressible flow of first order: deep convergence without a limiter on a mesh as coarse as this needs it.
template <class E>
FlowCase deep_case() {
  FlowCase flow_case = verify::mesh_a_case("");
  if constexpr (std::is_same_v<E, CompressibleEuler>) {
    flow_case.flow.mach = 0.5;
    flow_case.flow.order = Order::first;
  }
  flow_case.pseudo_time.residual_drop = 1e11;
  flow_case.pseudo_time.drop_measure = DropMeasure::after_step;
  return flow_case;
}

// The wing on rank 0, changed there.
template <class E>
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
  test::FlowRunOf<E> run(comm, flow_mesh, kinds, flow_case);
  EXPECT_EQ(run.run().reason, EndReason::converged);
  return {run.steps.back().forces.lift, run.steps.back().forces.drag};
}

void move_points(RawMesh& mesh, const std::function<Point(const Point&)>& move) {
  for (Point& point : mesh.points) point = move(point);
}

template <class E>
class Invariance : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Coefficients found = solve<E>(deep_case<E>(), [](RawMesh&) {});
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

using Sets = ::testing::Types<IncompressibleEuler, CompressibleEuler>;
TYPED_TEST_SUITE(Invariance, Sets);

TYPED_TEST(Invariance, Mirrored) {
  using E = TypeParam;
  this->expect_same(solve<E>(deep_case<E>(), [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], x[1], -x[2]}; });
  }));
  FlowCase upside_down = deep_case<E>();
  upside_down.flow.angle_of_attack *= -1;
  this->expect_same(solve<E>(upside_down,
                             [](RawMesh& mesh) {
                               move_points(mesh, [](const Point& x) { return Point{x[0], -x[1], x[2]}; });
                             }),
                    -1);
}

TYPED_TEST(Invariance, WithTheSpanAlongY) {
  using E = TypeParam;
  FlowCase flow_case = deep_case<E>();
  flow_case.flow.up_axis = UpAxis::z;
  this->expect_same(solve<E>(flow_case, [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], -x[2], x[1]}; });
  }));
  // Which is the same as the left wing with the span along +y.
  this->expect_same(solve<E>(flow_case, [](RawMesh& mesh) {
    move_points(mesh, [](const Point& x) { return Point{x[0], x[2], x[1]}; });
  }));
}

// About the span, and before that about the direction of lift: the one is seen as angle of attack, the other
// as sideslip.
TYPED_TEST(Invariance, Turned) {
  using E = TypeParam;
  using mesh::cross, mesh::dot, mesh::scaled, mesh::sum;
  FlowCase flow_case = deep_case<E>();
  const double attack = flow_case.flow.angle_of_attack * std::numbers::pi / 180, slip = 0.4, turn = 0.7;
  const Point lift{-std::sin(attack), std::cos(attack), 0};
  flow_case.flow.angle_of_attack += turn * 180 / std::numbers::pi;
  flow_case.flow.sideslip = slip * 180 / std::numbers::pi;
  this->expect_same(solve<E>(flow_case, [&](RawMesh& mesh) {
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
  using E = TypeParam;
  this->expect_same(solve<E>(deep_case<E>(), [](RawMesh& mesh) {
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
  using E = TypeParam;
  this->expect_same(solve<E>(deep_case<E>(), [](RawMesh& mesh) {
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

TYPED_TEST(Invariance, TheWholeWingHasTwiceTheForcesOfItsHalf) {
  using E = TypeParam;
  const Coefficients whole = solve<E>(deep_case<E>(), [](RawMesh& mesh) {
    const GlobalIndex n = mesh.n_points();
    std::vector<GlobalIndex> image(static_cast<std::size_t>(n));
    for (std::size_t p = 0; p < image.size(); ++p) {
      const Point at = mesh.points[p];
      image[p] = std::abs(at[2]) < 1e-12 ? static_cast<GlobalIndex>(p) : mesh.n_points();
      if (image[p] >= n) mesh.points.push_back({at[0], at[1], -at[2]});
    }
    const auto append_images = [&](std::vector<GlobalIndex>& vertices, std::vector<GlobalIndex>& offsets) {
      const std::size_t n_items = offsets.size() - 1, n_vertices = vertices.size();
      for (std::size_t k = 0; k < n_vertices; ++k)
        vertices.push_back(image[static_cast<std::size_t>(vertices[k])]);
      for (std::size_t i = 0; i < n_items; ++i)
        offsets.push_back(offsets.back() + offsets[i + 1] - offsets[i]);
    };
    append_images(mesh.cell_vertices, mesh.cell_offsets);
    const auto types = mesh.cell_types;
    mesh.cell_types.insert(mesh.cell_types.end(), types.begin(), types.end());
    std::erase_if(mesh.markers, [](const auto& marker) { return marker.name == "symmetry"; });
    for (auto& marker : mesh.markers) append_images(marker.facet_vertices, marker.facet_offsets);
  });
  EXPECT_NEAR(whole.lift / 2, this->lift_, 0.02 * this->lift_);
  EXPECT_NEAR(whole.drag / 2, this->drag_, 0.06 * this->drag_);
}

}  // namespace
}  // namespace trireme::flow
