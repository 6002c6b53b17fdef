// SPDX-License-Identifier: Apache-2.0
// Cuts through the walls of a box, whose outline is known.
#include "fun3d/case/section_curves.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/comm/gather.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

constexpr std::size_t stride = 4;  // x, y, z and one value

double linear(const double* x) {
  return 2 * x[0] + 3 * x[1] - x[2];
}

// The cut of the walls at z = position, of all ranks, on every rank.
SectionCut cut_at(const comm::Communicator& comm, const mesh::FlowMesh& mesh, std::vector<std::uint8_t> wall,
                  double position) {
  SectionPlanes planes;
  planes.positions = {position};
  planes.fractions = {position};
  SectionCut cut = cut_walls(mesh, surface_polygons(mesh), wall, planes, 1, [&](LocalIndex v, double* out) {
    *out = linear(&mesh.coordinates[3 * static_cast<std::size_t>(v)]);
  });
  cut.segments = comm::all_gather(comm, cut.segments);
  cut.values = comm::all_gather(comm, cut.values);
  return cut;
}

double length(const SectionCut& cut, const SectionCurve& curve) {
  double sum = 0;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const double* a = &cut.values[stride * curve.points[i - 1]];
    const double* b = &cut.values[stride * curve.points[i]];
    sum += std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  return sum;
}

// Largest |y - wanted| of the points well between the ends.
double distance_from(const SectionCut& cut, const SectionCurve& curve, double y) {
  double worst = 0;
  for (const std::size_t row : curve.points) {
    const double* x = &cut.values[stride * row];
    if (x[0] > 0.01 && x[0] < 0.99) worst = std::max(worst, std::abs(x[1] - y));
  }
  return worst;
}

TEST(SectionCurves, AClosedContourHasTwoSides) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {mesh::BoxCells::tetrahedron, mesh::BoxCells::hexahedron, mesh::BoxCells::prism}) {
    const auto mesh = test::box_mesh(comm, 4, cells, 0.0);
    for (const double position : {0.37, 0.5}) {  // the second passes through vertices
      const SectionCut cut = cut_at(comm, *mesh, {1, 1, 1, 1, 0, 0}, position);
      const auto curves = trace_section(cut.segments, cut.values, stride);
      ASSERT_EQ(curves.size(), 2u);
      EXPECT_EQ(curves[0].side, SectionCurve::Side::upper);
      EXPECT_EQ(curves[1].side, SectionCurve::Side::lower);
      EXPECT_NEAR(length(cut, curves[0]) + length(cut, curves[1]), 4.0, 1e-12);
      // The flow is inside: it lies above the wall y = 0.
      EXPECT_NEAR(distance_from(cut, curves[0], 0.0), 0.0, 1e-12);
      EXPECT_NEAR(distance_from(cut, curves[1], 1.0), 0.0, 1e-12);
      for (const SectionCurve& curve : curves) {
        EXPECT_NEAR(curve.leading_edge, 0.0, 1e-12);
        EXPECT_NEAR(curve.chord, 1.0, 1e-12);
        EXPECT_NEAR(cut.values[stride * curve.points.front()], 0.0, 1e-12);
        EXPECT_NEAR(cut.values[stride * curve.points.back()], 1.0, 1e-12);
        for (const std::size_t row : curve.points) {
          const double* x = &cut.values[stride * row];
          EXPECT_NEAR(x[2], position, 1e-12);
          EXPECT_NEAR(x[3], linear(x), 1e-12);
        }
      }
    }
  }
}

TEST(SectionCurves, AnOpenContourHasOneSide) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4, mesh::BoxCells::tetrahedron, 0.0);
  for (const bool bottom : {true, false}) {
    const SectionCut cut =
        cut_at(comm, *mesh,
               {0, 0, static_cast<std::uint8_t>(bottom), static_cast<std::uint8_t>(!bottom), 0, 0}, 0.37);
    const auto curves = trace_section(cut.segments, cut.values, stride);
    ASSERT_EQ(curves.size(), 1u);
    EXPECT_EQ(curves[0].side, bottom ? SectionCurve::Side::upper : SectionCurve::Side::lower);
    EXPECT_NEAR(length(cut, curves[0]), 1.0, 1e-12);
    EXPECT_TRUE(std::is_sorted(
        curves[0].points.begin(), curves[0].points.end(),
        [&](std::size_t a, std::size_t b) { return cut.values[stride * a] < cut.values[stride * b]; }));
  }
}

TEST(SectionCurves, BodiesApartAreContoursApart) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  const SectionCut cut = cut_at(comm, *mesh, {0, 0, 1, 1, 0, 0}, 0.37);
  const auto curves = trace_section(cut.segments, cut.values, stride);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].contour, 0);
  EXPECT_EQ(curves[1].contour, 1);
  EXPECT_NE(curves[0].side, curves[1].side);
}

TEST(SectionCurves, NothingIsCutOutsideOfTheWalls) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const auto mesh = test::box_mesh(comm, 4);
  EXPECT_TRUE(cut_at(comm, *mesh, {1, 1, 1, 1, 0, 0}, 1.5).segments.empty());
  EXPECT_TRUE(trace_section({}, {}, stride).empty());
}

}  // namespace
}  // namespace trireme::flow
