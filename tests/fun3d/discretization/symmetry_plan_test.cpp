// SPDX-License-Identifier: Apache-2.0
// A part of a mesh with planes of symmetry has the residual of its whole, for any number of ranks: planes
// across an axis and at odd angles, one to three of them through a vertex, met by walls and open boundaries.
#include "fun3d/discretization/symmetry_plan.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/residual.hpp"
#include "meshes/core/check_mesh.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/threads/thread_count.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/fun3d/support/unfolded_mesh.hpp"

namespace trireme::flow {
namespace {

using mesh::Point;
using test::Turn;

// A box from the origin, its planes of symmetry, and where its points are moved to (linearly).
struct Part {
  std::string name;
  std::vector<std::string> planes;
  std::vector<Vector3> normals;  // after the move
  std::function<Point(const Point&)> move = [](const Point& x) { return x; };
  bool across_axes = true;
};

// z_min, y_min, x_min are planes of symmetry in this order; the rest is wall and far field.
std::vector<BoundaryCondition> conditions_of(const std::vector<std::string>& markers,
                                             const std::vector<std::string>& planes) {
  std::vector<BoundaryCondition> conditions;
  for (const std::string& marker : markers) {
    const bool is_plane = std::find(planes.begin(), planes.end(), marker) != planes.end();
    conditions.emplace_back(is_plane                                 ? BoundaryKind::symmetry
                            : marker == "y_max" || marker == "x_min" ? BoundaryKind::slip_wall
                                                                     : BoundaryKind::far_field);
  }
  return conditions;
}

std::vector<Part> parts() {
  const double c = std::cos(0.7), s = std::sin(0.7), c2 = std::cos(0.4), s2 = std::sin(0.4);
  const auto turn = [=](const Point& x) {
    const Point y{x[0], c * x[1] - s * x[2], s * x[1] + c * x[2]};
    return Point{c2 * y[0] - s2 * y[1], s2 * y[0] + c2 * y[1], y[2]};
  };
  const auto shear = [](const Point& x) { return Point{x[0], x[1] + 0.5 * x[2], std::sqrt(0.75) * x[2]}; };
  const Point turned_y = turn({0, 1, 0}), turned_z = turn({0, 0, 1});
  std::vector<Part> all{
      {"half", {"z_min"}, {{0, 0, 1}}},
      {"quarter", {"z_min", "y_min"}, {{0, 0, 1}, {0, 1, 0}}},
      {"eighth", {"z_min", "y_min", "x_min"}, {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}},
      {"turned half", {"z_min"}, {turned_z}, turn, false},
      {"turned quarter", {"z_min", "y_min"}, {turned_z, turned_y}, turn, false},
      // y and z sides of a sheared box are 60 degrees apart.
      {"sixth", {"z_min", "y_min"}, {{0, 0, 1}, {0, std::sqrt(0.75), -0.5}}, shear, false},
  };
  return all;
}

enum class Piece { part, whole };

std::shared_ptr<const mesh::FlowMesh> make_mesh(const comm::Communicator& comm, const Part& part,
                                                mesh::BoxCells cells, Piece piece) {
  mesh::BoxOptions options;
  options.nx = options.ny = options.nz = 3;
  options.cells = cells;
  options.perturbation = cells == mesh::BoxCells::tetrahedron ? 0.16 : 0.0;
  mesh::RawMesh raw = mesh::gather(comm, mesh::generate_box(comm, options));
  if (comm.is_root()) {
    for (Point& point : raw.points) point = part.move(point);
    if (piece == Piece::whole) test::unfold(raw, test::group_of(part.normals), part.planes);
    mesh::repair_and_check(raw, "the box");
  }
  return std::make_shared<const mesh::FlowMesh>(
      mesh::build_flow_mesh(comm, mesh::scatter(comm, std::move(raw)), mesh::PartitionOptions{}));
}

// The mean of a smooth flow and its images; the flow is displaced and sheared, so that no component is odd
// or even in a coordinate and would vanish.
template <class E>
State<E::n_unknowns> mirrored_state(std::span<const Turn> group, const double* x) {
  State<E::n_unknowns> mean{};
  for (const Turn& turn : group) {
    const Vector3 image = test::turned(turn, {x[0], x[1], x[2]});
    Vector3 at{0.3, 0.4, 0.5};
    for (std::size_t d = 0; d < 3; ++d) at[d] += image[d] + 0.6 * image[(d + 1) % 3];
    const auto q = test::smooth_state_at<E>(at.data());
    for (std::size_t k = 0; k < E::n_unknowns; ++k) {
      double value = q[k];
      if (k >= E::first_velocity && k < E::first_velocity + 3) {
        value = 0;
        for (std::size_t j = 0; j < 3; ++j)
          value += turn[3 * j + k - E::first_velocity] * q[E::first_velocity + j];
      }
      mean[k] += value / static_cast<double>(group.size());
    }
  }
  return mean;
}

// With a free stream that is its own image.
template <class E>
typename E::Parameters mirrored_parameters(std::span<const Turn> group) {
  auto parameters = test::sample_parameters<E>();
  double* velocity = &parameters.free_stream[E::first_velocity];
  Vector3 mean{};
  for (const Turn& turn : group) {
    const Vector3 image = test::turned(turn, {velocity[0], velocity[1], velocity[2]});
    for (std::size_t d = 0; d < 3; ++d) mean[d] += image[d] / static_cast<double>(group.size());
  }
  std::copy(mean.begin(), mean.end(), velocity);
  return parameters;
}

struct Found {
  std::vector<double> residual, sums, limiter, copies;
};

// By original number: the residual, the wave speed sums, the limiter, how many images fix the vertex.
template <class E>
Found evaluate(const comm::Communicator& comm, const Part& part, mesh::BoxCells cells, Piece piece,
               Order order, LimiterKind limiter, GradientWeights weights) {
  constexpr std::size_t N = E::n_unknowns;
  const auto group = test::group_of(part.normals);
  const auto mesh = make_mesh(comm, part, cells, piece);
  const MeshPlan plan(comm, mesh, conditions_of(mesh->marker_names, part.planes), weights);
  // A rank may have no vertex on a plane.
  EXPECT_EQ(comm::all_of(comm, plan.symmetry().empty()), piece == Piece::whole);
  std::vector<double> q, copies;
  for (LocalIndex vertex = 0; vertex < mesh->n_owned; ++vertex) {
    const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(vertex)];
    const auto state = mirrored_state<E>(group, x);
    q.insert(q.end(), state.begin(), state.end());
    copies.push_back(static_cast<double>(std::count_if(group.begin(), group.end(), [&](const Turn& turn) {
      const Vector3 at = test::turned(turn, {x[0], x[1], x[2]});
      return std::hypot(at[0] - x[0], at[1] - x[1], at[2] - x[2]) < 1e-9;
    })));
  }
  LimiterOptions options;
  options.type = limiter;
  Residual<E> residual(comm, plan, mirrored_parameters<E>(group), order, {}, options);
  std::vector<double> result(q.size()), sums(static_cast<std::size_t>(mesh->n_owned));
  residual.evaluate(q, result);
  residual.wave_speed_sums(q, sums);
  const auto ids =
      comm::all_gather(comm, std::span(mesh->original_id).first(static_cast<std::size_t>(mesh->n_owned)));
  const auto by_id = [&](std::span<const double> values, std::size_t width) {
    const auto all = comm::all_gather(comm, values);
    std::vector<double> sorted(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      sorted[static_cast<std::size_t>(ids[i / width]) * width + i % width] = all[i];
    return sorted;
  };
  Found found{by_id(result, N), by_id(sums, 1), {}, by_id(copies, 1)};
  if (limiter != LimiterKind::none) found.limiter = by_id(residual.limiter(), N);
  return found;
}

template <class E>
void expect_part_of_whole(const Part& part, mesh::BoxCells cells, Order order, LimiterKind limiter,
                          GradientWeights weights) {
  constexpr std::size_t N = E::n_unknowns;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const Found some = evaluate<E>(comm, part, cells, Piece::part, order, limiter, weights);
  const Found all = evaluate<E>(comm, part, cells, Piece::whole, order, limiter, weights);
  double largest = 0;
  for (const double value : some.residual) largest = std::max(largest, std::abs(value));
  ASSERT_GT(largest, 1e-3);
  for (std::size_t i = 0; i < some.residual.size(); ++i) {
    ASSERT_NEAR(some.residual[i] * some.copies[i / N], all.residual[i], 1e-13 * E::n_unknowns)
        << part.name << ", unknown " << i % N << " of vertex " << i / N << " on " << some.copies[i / N];
  }
  for (std::size_t i = 0; i < some.sums.size(); ++i)
    ASSERT_NEAR(some.sums[i] * some.copies[i], all.sums[i], 1e-13 * all.sums[i]) << part.name;
  for (std::size_t i = 0; i < some.limiter.size(); ++i)
    ASSERT_NEAR(some.limiter[i], all.limiter[i], 1e-11)
        << part.name << ", unknown " << i % N << " of vertex " << i / N << " on " << some.copies[i / N];
}

template <class E>
class SymmetryPlanOf : public ::testing::Test {};
using Sets = ::testing::Types<IncompressibleEuler, CompressibleEuler>;
TYPED_TEST_SUITE(SymmetryPlanOf, Sets);

TYPED_TEST(SymmetryPlanOf, GivesAPartTheFirstOrderResidualOfItsWhole) {
  for (const Part& part : parts()) {
    expect_part_of_whole<TypeParam>(part, mesh::BoxCells::tetrahedron, Order::first, LimiterKind::none,
                                    GradientWeights::unweighted);
  }
}

TYPED_TEST(SymmetryPlanOf, GivesAPartTheSecondOrderResidualOfItsWhole) {
  for (const Part& part : parts()) {
    expect_part_of_whole<TypeParam>(part, mesh::BoxCells::tetrahedron, Order::second, LimiterKind::none,
                                    GradientWeights::unweighted);
  }
  expect_part_of_whole<TypeParam>(parts()[2], mesh::BoxCells::hexahedron, Order::second, LimiterKind::none,
                                  GradientWeights::inverse_distance);
  expect_part_of_whole<TypeParam>(parts()[5], mesh::BoxCells::tetrahedron, Order::second, LimiterKind::none,
                                  GradientWeights::inverse_distance);
}

// Limiters work on single components of the velocity, so only planes across an axis leave them the same.
TYPED_TEST(SymmetryPlanOf, GivesAPartTheLimiterOfItsWhole) {
  for (const Part& part : parts()) {
    if (!part.across_axes) continue;
    for (const auto kind : {LimiterKind::barth_jespersen, LimiterKind::venkatakrishnan}) {
      expect_part_of_whole<TypeParam>(part, mesh::BoxCells::tetrahedron, Order::second, kind,
                                      GradientWeights::unweighted);
    }
  }
}

TYPED_TEST(SymmetryPlanOf, LeavesNoFlowAcross) {
  using E = TypeParam;
  constexpr std::size_t N = E::n_unknowns;
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const Part& part : parts()) {
    const auto mesh = make_mesh(comm, part, mesh::BoxCells::tetrahedron, Piece::part);
    std::vector<double> first;
    for (const int threads : {1, 3}) {
      const threads::ThreadCountScope scope(threads);
      const MeshPlan plan(comm, mesh, conditions_of(mesh->marker_names, part.planes),
                          GradientWeights::unweighted);
      LimiterOptions limiter;
      limiter.type = LimiterKind::venkatakrishnan;
      Residual<E> residual(comm, plan, test::sample_parameters<E>(), Order::second, {}, limiter);
      const std::vector<double> q = test::smooth_state<E>(*mesh, mesh->n_owned);
      std::vector<double> result(q.size());
      residual.evaluate(q, result);
      if (threads == 1) first = result;
      EXPECT_EQ(result, first) << threads << " threads";
      const MirroredVertices mirrored = plan.symmetry().vertices();
      for (LocalIndex b = 0; b < mirrored.size(); ++b) {
        const std::size_t row = static_cast<std::size_t>(mirrored.vertices[b]) * N + E::first_velocity;
        for (const Vector3& n : part.normals) {
          const double* x = &mesh->coordinates[3 * static_cast<std::size_t>(mirrored.vertices[b])];
          if (std::abs(dot(n, {x[0], x[1], x[2]})) > 1e-9) continue;
          EXPECT_NEAR(dot(n, {result[row], result[row + 1], result[row + 2]}),
                      mirrored.areas[b] * dot(n, {q[row], q[row + 1], q[row + 2]}), 1e-14);
        }
      }
    }
  }
}

}  // namespace
}  // namespace trireme::flow
