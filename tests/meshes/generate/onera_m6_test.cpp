// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/onera_m6.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "meshes/generate/onera_m6_section.hpp"
#include "meshes/generate/onera_m6_shape.hpp"
#include "meshes/quality/mesh_quality.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/generate/mesh_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;
constexpr double semispan = onera_m6::semispan;

DistributedMesh whole_mesh(GlobalIndex target, LengthUnit unit = LengthUnit::semispan) {
  OneraM6Options options;
  options.target_vertices = target;
  options.unit = unit;
  return generate_onera_m6(Communicator::self(), options);
}

class OneraM6OfSize : public ::testing::TestWithParam<GlobalIndex> {};

TEST_P(OneraM6OfSize, IsValidAndCloseToTheTarget) {
  const GlobalIndex target = GetParam();
  const auto mesh = whole_mesh(target);
  EXPECT_NEAR(static_cast<double>(mesh.n_points), static_cast<double>(target),
              0.05 * static_cast<double>(target));
  const MeshQuality quality = measure_quality(Communicator::self(), mesh);
  EXPECT_EQ(quality.inverted_cells, 0);
  EXPECT_GT(quality.smallest_dihedral, 0.5);
  EXPECT_LT(quality.largest_dihedral, 179);
  EXPECT_LT(quality.largest_aspect_ratio, 200);
  EXPECT_LT(static_cast<double>(quality.cells_of_aspect.back()), 1e-3 * static_cast<double>(mesh.n_cells));
}

TEST_P(OneraM6OfSize, IsConformingAndCoveredByItsMarkers) {
  const auto mesh = whole_mesh(GetParam());
  const auto conformity = testing::check_conformity(mesh);
  EXPECT_EQ(conformity.faults, 0);
  EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
}

INSTANTIATE_TEST_SUITE_P(Sizes, OneraM6OfSize, ::testing::Values(3000, 20000, 60000, 150000));

TEST(OneraM6, IsValidAtEveryCount) {
  // Every way in which columns, rows and layers round.
  for (GlobalIndex target = 500; target < 30000; target += target / 24) {
    const auto mesh = whole_mesh(target);
    EXPECT_GT(testing::measure_volumes(mesh).smallest, 0.0) << target;
    EXPECT_NEAR(static_cast<double>(mesh.n_points), static_cast<double>(target),
                (target < 3000 ? 0.2 : 0.1) * static_cast<double>(target));
  }
}

TEST(OneraM6, StaysValidOverTheRangeOfItsOptions) {
  OneraM6Options options;
  options.target_vertices = 12000;
  const auto smallest = [&options] {
    return testing::measure_volumes(generate_onera_m6(Communicator::self(), options)).smallest;
  };
  for (const double distance : {2.0, 30.0, 1000.0}) {
    options.far_field_distance = distance;
    EXPECT_GT(smallest(), 0.0) << "far_field_distance " << distance;
  }
  options.far_field_distance = 10;
  for (const double trailing : {0.0, 0.3, 1.0}) {
    for (const double leading : {0.0, 0.7}) {
      for (const double tip : {0.0, 0.05, 1.0}) {
        for (const double wall : {0.1, 0.8, 2.0}) {
          options.trailing_edge_spacing = trailing;
          options.leading_edge_clustering = leading;
          options.tip_spacing = tip;
          options.wall_spacing = wall;
          EXPECT_GT(smallest(), 0.0) << trailing << " " << leading << " " << tip << " " << wall;
        }
      }
    }
  }
}

TEST(OneraM6, WallLiesOnTheWing) {
  const auto mesh = whole_mesh(20000, LengthUnit::root_chord);
  int at_trailing_edge = 0;
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    if (mesh.marker_names[static_cast<std::size_t>(mesh.facet_marker[f])] != "wing") continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const Point p = mesh.points[static_cast<std::size_t>(mesh.facet_vertices[3 * f + i])];
      const double fraction = std::min(p[2] / semispan, 1.0), front = onera_m6::leading_edge(fraction);
      const double chord = onera_m6::trailing_edge(fraction) - front, along = (p[0] - front) / chord;
      const double beyond = std::max(p[2] - semispan, 0.0);
      ASSERT_GE(along, -1e-12);
      ASSERT_LE(along, 1 + 1e-12);
      const double thickness = chord * onera_m6_half_thickness(std::clamp(along, 0.0, 1.0));
      EXPECT_NEAR(std::hypot(p[1], beyond), thickness, 1e-6);
      if (std::abs(along - 1) < 1e-12) ++at_trailing_edge;
    }
  }
  EXPECT_GT(at_trailing_edge, 0);
}

TEST(OneraM6, MarkersHaveTheirAreas) {
  const auto mesh = whole_mesh(150000, LengthUnit::root_chord);
  auto markers = testing::measure_markers(mesh);
  ASSERT_EQ(markers.size(), 3u);
  // The wing's shadow on the chord plane: upper facets, which look into the wing.
  double shadow = 0, highest = 0;
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    if (mesh.facet_marker[f] != 0) continue;
    const auto corner = [&](std::size_t i) {
      return mesh.points[static_cast<std::size_t>(mesh.facet_vertices[3 * f + i])];
    };
    const Point area = triangle_area(corner(0), corner(1), corner(2));
    shadow += std::max(0.0, -area[1]);
    for (std::size_t i = 0; i < 3; ++i) highest = std::max(highest, corner(i)[1]);
  }
  // Half the turn of the tip section adds the integral of its half thickness along the chord.
  double rounding = 0;
  const double tip_chord = onera_m6::tip_trailing_edge - onera_m6::tip_leading_edge;
  for (int i = 0; i < 1000; ++i)
    rounding += tip_chord * tip_chord * onera_m6_half_thickness((i + 0.5) / 1000) / 1000;
  EXPECT_NEAR(shadow, onera_m6::planform_area + rounding, 2e-3);
  EXPECT_NEAR(highest, 0.04865, 1e-3);
  // Closed volume: the vectors of all markers add to nothing; the symmetry plane is flat.
  Point total{};
  for (const auto& [name, marker] : markers) total = sum(total, marker.vector);
  EXPECT_NEAR(length(total), 0, 1e-10);
  EXPECT_NEAR(markers["symmetry"].area, -markers["symmetry"].vector[2], 1e-9);
  // Half an ellipsoid of about 10 semispans.
  EXPECT_NEAR(markers["far_field"].area, 2 * M_PI * std::pow(10 * semispan, 2),
              0.02 * markers["far_field"].area);
}

TEST(OneraM6, SymmetryPlaneIsExactlyFlatAndTheMeshMirroredInTheChordPlane) {
  const auto mesh = whole_mesh(5000);
  std::map<std::array<double, 3>, int> points;
  for (const Point& p : mesh.points) ++points[{p[0], std::abs(p[1]), p[2]}];
  for (const auto& [p, count] : points) {
    EXPECT_EQ(count, p[1] == 0 ? 1 : 2);
    EXPECT_GE(p[2], 0.0);
  }
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    if (mesh.facet_marker[f] != 1) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(mesh.points[static_cast<std::size_t>(mesh.facet_vertices[3 * f + i])][2], 0.0);
    }
  }
}

TEST(OneraM6, UnitScalesTheMesh) {
  const auto chords = whole_mesh(3000, LengthUnit::root_chord), spans = whole_mesh(3000);
  for (std::size_t i = 0; i < chords.points.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(chords.points[i][axis], semispan * spans.points[i][axis], 1e-13);
    }
  }
}

TEST(OneraM6, IsValidWithOtherCells) {
  OneraM6Options options;
  options.target_vertices = 12000;
  for (const BrickCells cells : {BrickCells::prism, BrickCells::hexahedron, BrickCells::mixed}) {
    options.cells = cells;
    const auto mesh = generate_onera_m6(Communicator::self(), options);
    EXPECT_GT(testing::measure_volumes(mesh).smallest, 0.0);
    const auto conformity = testing::check_conformity(mesh);
    EXPECT_EQ(conformity.faults, 0);
    EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
  }
}

TEST(OneraM6, RefusesTooFewVertices) {
  OneraM6Options options;
  options.target_vertices = 100;
  EXPECT_THROW(generate_onera_m6(Communicator::self(), options), Error);
}

}  // namespace
}  // namespace trireme::mesh
