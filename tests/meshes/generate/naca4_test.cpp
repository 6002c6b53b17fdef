// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/naca4.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "meshes/quality/mesh_quality.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

// Area of the plane between the outlines of layer 0 and of the last layer: each has as many points as lines.
double area_between(const DistributedMesh& mesh, GlobalIndex layers, GlobalIndex span_cells) {
  const GlobalIndex stride = (span_cells + 1) * (layers + 1);
  const auto polygon = [&](GlobalIndex layer) {
    double area = 0;
    const GlobalIndex lines = mesh.n_points / stride;
    for (GlobalIndex i = 0; i < lines; ++i) {
      const Point& a = mesh.points[static_cast<std::size_t>(i * stride + layer)];
      const Point& b = mesh.points[static_cast<std::size_t>((i + 1) % lines * stride + layer)];
      area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return std::abs(area);
  };
  return polygon(layers) - polygon(0);
}

GlobalIndex layers_of(const DistributedMesh& mesh) {
  // The first line leaves the trailing edge; its next copy begins where z changes.
  GlobalIndex n = 0;
  while (mesh.points[static_cast<std::size_t>(n)][2] == 0) ++n;
  return n - 1;
}

TEST(Naca4Aerofoil, IsValidWithEverySectionAndCell) {
  for (const char* digits : {"0012", "2412", "6224", "4706", "0004"}) {
    for (const BrickCells cells : testing::all_brick_cells) {
      Naca4Options options;
      options.digits = digits;
      options.extrusion.cells = cells;
      options.target_vertices = 3000;
      const auto mesh = generate_naca4(Communicator::self(), options);
      EXPECT_NEAR(static_cast<double>(mesh.n_points), 3000, 150);
      testing::expect_valid_extrusion(mesh, area_between(mesh, layers_of(mesh), 1), 0.1);
      const MeshQuality quality = measure_quality(Communicator::self(), mesh);
      EXPECT_EQ(quality.inverted_cells, 0);
      // Far from the aerofoil, cells are much longer than deep.
      EXPECT_GT(quality.smallest_dihedral, cells == BrickCells::tetrahedron ? 0.5 : 3) << digits;
    }
  }
}

TEST(Naca4Aerofoil, WallLiesOnTheSection) {
  for (const char* digits : {"0012", "4412"}) {
    Naca4Options options;
    options.digits = digits;
    options.target_vertices = 4000;
    const Naca4Section section(digits, options.trailing_edge);
    const auto mesh = generate_naca4(Communicator::self(), options);
    bool trailing_edge = false, leading_edge = false;
    for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
      if (mesh.facet_marker[f] != 0) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        const Point p = mesh.points[static_cast<std::size_t>(mesh.facet_vertices[3 * f + i])];
        // Foot of the normal of the camber line, by iteration.
        double s = p[0];
        for (int n = 0; n < 50; ++n) {
          const auto [ordinate, slope] = section.camber(s);
          s = p[0] + slope * (p[1] - ordinate);
        }
        s = std::clamp(s, 0.0, 1.0);
        EXPECT_NEAR(std::hypot(p[0] - s, p[1] - section.camber(s).ordinate), section.half_thickness(s), 1e-7);
        trailing_edge |= std::abs(p[0] - 1) < 1e-14 && std::abs(p[1]) < 1e-14;
        leading_edge |= std::abs(p[0]) < 1e-12 && std::abs(p[1]) < 1e-12;
      }
    }
    EXPECT_TRUE(trailing_edge && leading_edge);
  }
}

TEST(Naca4Aerofoil, LengthOfTheWallAndDistanceOfTheFarFieldAreRight) {
  Naca4Options options;
  options.target_vertices = 20000;
  options.extrusion.depth = 1;
  options.far_field_distance = 15;
  auto markers = testing::measure_markers(generate_naca4(Communicator::self(), options));
  // Circumference of the closed 0012 by fine sampling.
  const Naca4Section section("0012", NacaTrailingEdge::closed);
  double circumference = 0;
  for (int i = 0; i < 20000; ++i) {
    const double a = std::pow(i / 20000.0, 2), b = std::pow((i + 1) / 20000.0, 2);
    circumference += 2 * std::hypot(b - a, section.half_thickness(b) - section.half_thickness(a));
  }
  EXPECT_NEAR(markers["airfoil"].area, circumference, 5e-4);
  EXPECT_NEAR(markers["far_field"].area, 2 * M_PI * 15, 0.01 * 2 * M_PI * 15);
}

TEST(Naca4Aerofoil, StaysValidOverTheRangeOfItsOptions) {
  Naca4Options options;
  options.target_vertices = 2000;
  for (const double trailing : {0.0, 1.0}) {
    for (const double leading : {0.0, 0.7}) {
      for (const double wall : {0.02, 0.8, 2.0}) {
        for (const double distance : {2.0, 1000.0}) {
          for (const char* digits : {"0012", "6212"}) {
            options.digits = digits;
            options.trailing_edge_spacing = trailing;
            options.leading_edge_clustering = leading;
            options.wall_spacing = wall;
            options.far_field_distance = distance;
            EXPECT_GT(testing::measure_volumes(generate_naca4(Communicator::self(), options)).smallest, 0.0)
                << trailing << " " << leading << " " << wall << " " << distance << " " << digits;
          }
        }
      }
    }
  }
}

TEST(Naca4, ComesCloseToTheTarget) {
  Naca4Options options;
  for (const GlobalIndex target : {500, 1700, 3000, 8000, 20000}) {
    options.target_vertices = target;
    for (const NacaBody body : {NacaBody::aerofoil, NacaBody::wing}) {
      options.body = body;
      if (body == NacaBody::wing && target < 3000) continue;
      EXPECT_NEAR(static_cast<double>(generate_naca4(Communicator::self(), options).n_points),
                  static_cast<double>(target), 0.15 * static_cast<double>(target));
    }
  }
}

TEST(Naca4, RefusesWhatDoesNotFit) {
  const auto refuses = [](auto change) {
    Naca4Options options;
    change(options);
    EXPECT_THROW(generate_naca4(Communicator::self(), options), Error);
  };
  refuses([](Naca4Options& o) { o.digits = "12"; });
  refuses([](Naca4Options& o) { o.far_field_distance = 1; });
  refuses([](Naca4Options& o) { o.wall_spacing = std::nan(""); });
  refuses([](Naca4Options& o) { o.target_vertices = 50; });
  refuses([](Naca4Options& o) { o.extrusion.depth = 0; });
  refuses([](Naca4Options& o) { o.body = NacaBody::wing, o.sweep = 60; });
  refuses([](Naca4Options& o) { o.body = NacaBody::wing, o.taper = 0; });
  refuses([](Naca4Options& o) { o.body = NacaBody::wing, o.far_field_distance = 4; });
  refuses([](Naca4Options& o) { o.body = NacaBody::wing, o.digits = "4406"; });
  refuses([](Naca4Options& o) { o.body = NacaBody::wing, o.target_vertices = 400; });
}

}  // namespace
}  // namespace trireme::mesh
