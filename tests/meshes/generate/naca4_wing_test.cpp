// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "meshes/generate/naca4.hpp"
#include "meshes/quality/mesh_quality.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

struct Planform {
  const char* digits;
  double semispan, taper, sweep;
};

class Naca4Wing : public ::testing::TestWithParam<Planform> {
 protected:
  Naca4Options options(GlobalIndex target) const {
    Naca4Options options;
    options.body = NacaBody::wing;
    options.digits = GetParam().digits;
    options.semispan = GetParam().semispan;
    options.taper = GetParam().taper;
    options.sweep = GetParam().sweep;
    options.target_vertices = target;
    return options;
  }
};

TEST_P(Naca4Wing, IsValidWithEveryCell) {
  Naca4Options wing = options(12000);
  double volume = 0;
  for (const BrickCells cells : testing::all_brick_cells) {
    wing.extrusion.cells = cells;
    const auto mesh = generate_naca4(Communicator::self(), wing);
    const auto volumes = testing::measure_volumes(mesh);
    EXPECT_GT(volumes.smallest, 0.0);
    // Warped quadrilaterals of wing and far field do not quite equal the triangles over them.
    if (volume == 0) volume = volumes.total;
    EXPECT_NEAR(volumes.total, volume, 2e-3 * volume);
    const auto conformity = testing::check_conformity(mesh);
    EXPECT_EQ(conformity.faults, 0);
    EXPECT_EQ(conformity.faces_of_cell_and_facet, mesh.n_facets);
    Point total{};
    auto markers = testing::measure_markers(mesh);
    for (const auto& [name, marker] : markers) total = sum(total, marker.vector);
    EXPECT_LT(length(total), 1e-12 * markers["far_field"].area);
    EXPECT_NEAR(markers["symmetry"].area, -markers["symmetry"].vector[2], 1e-9 * markers["symmetry"].area);
    for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
      if (mesh.facet_marker[f] != 1) continue;
      for (GlobalIndex i = mesh.facet_offsets[f]; i < mesh.facet_offsets[f + 1]; ++i) {
        const GlobalIndex vertex = mesh.facet_vertices[static_cast<std::size_t>(i)];
        EXPECT_EQ(mesh.points[static_cast<std::size_t>(vertex)][2], 0.0);
      }
    }
  }
}

TEST_P(Naca4Wing, HasItsPlanform) {
  const auto mesh = generate_naca4(Communicator::self(), options(60000));
  const double semispan = GetParam().semispan, lean = std::tan(GetParam().sweep * M_PI / 180);
  double shadow = 0, outermost = 0;
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    if (mesh.facet_marker[f] != 0) continue;
    std::array<Point, 3> p;
    for (std::size_t i = 0; i < 3; ++i) {
      p[i] = mesh.points[static_cast<std::size_t>(mesh.facet_vertices[3 * f + i])];
      outermost = std::max(outermost, p[i][2]);
      const double fraction = std::min(p[i][2] / semispan, 1.0);
      const double chord = 1 - (1 - GetParam().taper) * fraction;
      EXPECT_GT(p[i][0], lean * semispan * fraction - 0.01 * chord);
      EXPECT_LT(p[i][0], lean * semispan * fraction + chord + 1e-9);
    }
    shadow += std::max(0.0, -triangle_area(p[0], p[1], p[2])[1]);
  }
  const double area = semispan * 0.5 * (1 + GetParam().taper);
  EXPECT_NEAR(shadow, area, 0.06 * area);  // and half the turn of the tip
  EXPECT_GT(outermost, semispan);
  EXPECT_LT(outermost, semispan + 0.13 * GetParam().taper);
}

TEST_P(Naca4Wing, HasCellsOfFairShape) {
  const MeshQuality quality =
      measure_quality(Communicator::self(), generate_naca4(Communicator::self(), options(60000)));
  EXPECT_EQ(quality.inverted_cells, 0);
  EXPECT_GT(quality.smallest_dihedral, 0.05);
  EXPECT_LT(quality.largest_dihedral, 179.7);
  EXPECT_LT(static_cast<double>(quality.cells_of_aspect.back()), 4e-3 * static_cast<double>(quality.n_cells));
}

INSTANTIATE_TEST_SUITE_P(Planforms, Naca4Wing,
                         ::testing::Values(Planform{"0012", 3, 1, 0}, Planform{"2412", 3, 0.5, 25},
                                           Planform{"0024", 1.5, 0.4, 30}, Planform{"4409", 10, 0.6, 10}));

}  // namespace
}  // namespace trireme::mesh
