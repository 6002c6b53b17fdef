// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/refine_mesh.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/generate/box.hpp"
#include "meshes/generate/wedge.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "meshes/quality/mesh_quality.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "tests/meshes/same_mesh.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

const char square[] = R"(NDIME= 2
NELEM= 3
9 0 1 4 3
5 1 2 5
5 1 5 4
NPOIN= 6
0 0
1 0
2 0.25
0 1
1 1
2 1.5
NMARK= 2
MARKER_TAG= bottom
MARKER_ELEMS= 2
3 0 1
3 1 2
MARKER_TAG= rest
MARKER_ELEMS= 4
3 2 5
3 5 4
3 4 3
3 3 0
)";

RawMesh checked(const char* text) {
  RawMesh mesh = read_su2(text, "mesh.su2");
  repair_and_check(mesh, "mesh.su2");
  return mesh;
}

DistributedMesh spread(const comm::Communicator& comm, const char* text) {
  return scatter(comm, comm.is_root() ? checked(text) : RawMesh{});
}

TEST(RefineMesh, CountsAndKeepsTheBoundary) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const DistributedMesh fine = refine_uniformly(comm, spread(comm, testing::house));
  // 9 corners, 16 edges, 6 quadrilaterals, 1 hexahedron.
  EXPECT_EQ(fine.n_points, 32);
  EXPECT_EQ(fine.n_cells, 8 + 10);
  EXPECT_EQ(fine.n_facets, 36);
  EXPECT_NEAR(measure_quality(comm, fine).volume, 4.0 / 3, 1e-14);
  EXPECT_EQ(measure_quality(comm, fine).inverted_cells, 0);
  const RawMesh whole = gather(comm, fine);
  if (!comm.is_root()) return;
  // The same mesh as a foreign file would have to be: nothing to repair, nothing to refuse.
  RawMesh again = whole;
  repair_and_check(again, "fine");
  EXPECT_TRUE(again.notes.empty());
  testing::expect_same_mesh(again, whole);
  EXPECT_EQ(whole.markers[0].n_facets(), 20);
  EXPECT_EQ(whole.markers[1].n_facets(), 16);
  for (const GlobalIndex v : whole.markers[1].facet_vertices) EXPECT_GE(whole.points[v][2], 1);
  // Old points keep their ids; new ones follow by their edges' ends: 0 1, then 0 3.
  EXPECT_EQ(whole.points[8], (Point{0.5, 0.5, 2}));
  EXPECT_EQ(whole.points[9], (Point{0.5, 0, 0}));
  EXPECT_EQ(whole.points[10], (Point{0, 0.5, 0}));
  EXPECT_EQ(whole.points[31], (Point{0.5, 0.5, 0.5}));
}

TEST(RefineMesh, EveryShapeIsRefinedAlikeOnAnyNumberOfRanks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const auto cells : {BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron}) {
    BoxOptions box;
    box.cells = cells;
    box.target_vertices = 30;
    box.perturbation = 0.1;
    const comm::Communicator self = comm::Communicator::self();
    const double volume = measure_quality(self, generate_box(self, box)).volume;
    DistributedMesh mesh = generate_box(comm, box);
    RawMesh coarse = gather(comm, mesh);
    mesh = refine_uniformly(comm, refine_uniformly(comm, std::move(mesh)));
    const MeshQuality quality = measure_quality(comm, mesh);
    EXPECT_EQ(quality.inverted_cells, 0);
    EXPECT_NEAR(quality.volume, volume, 1e-12);
    RawMesh whole = gather(comm, mesh);
    if (comm.is_root()) {
      DistributedMesh alone = scatter(self, std::move(coarse));
      alone = refine_uniformly(self, refine_uniformly(self, std::move(alone)));
      testing::expect_same_mesh(gather(self, alone), whole);
      repair_and_check(whole, "fine");
      EXPECT_TRUE(whole.notes.empty()) << whole.notes[0];
    }
    EXPECT_LT(build_flow_mesh(comm, std::move(mesh), {}).closure_error, 1e-13);
  }
}

TEST(RefineMesh, APlaneMeshStaysOneLayer) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const DistributedMesh fine = refine_uniformly(comm, spread(comm, square));
  EXPECT_EQ(fine.dimension, 2);
  EXPECT_EQ(fine.n_cells, 12);
  // 6 corners, 8 edges, 1 quadrilateral, in two planes.
  EXPECT_EQ(fine.n_points, 30);
  RawMesh whole = gather(comm, fine);
  if (comm.is_root()) {
    for (const Point& point : whole.points) EXPECT_TRUE(point[2] == 0 || point[2] == 1);
    ASSERT_EQ(whole.markers.size(), 4u);
    EXPECT_EQ(whole.markers[0].n_facets(), 4);
    EXPECT_EQ(whole.markers[1].n_facets(), 8);
    EXPECT_EQ(whole.markers[2].n_facets(), 12);
    repair_and_check(whole, "fine");
    EXPECT_TRUE(whole.notes.empty());
  }
  EXPECT_NEAR(measure_quality(comm, fine).volume, 2.125, 1e-14);
}

TEST(RefineMesh, GeneratedPlaneMeshesStayOneLayerUnlessTheyAreTetrahedra) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const BrickCells cells :
       {BrickCells::prism, BrickCells::hexahedron, BrickCells::mixed, BrickCells::tetrahedron}) {
    WedgeOptions options;
    options.resolution.target_vertices = 100;
    options.extrusion.cells = cells;
    DistributedMesh coarse = generate_wedge(comm, options);
    EXPECT_EQ(coarse.dimension, 2);
    const GlobalIndex n_coarse = coarse.n_cells;
    const double volume = measure_quality(comm, coarse).volume;
    const DistributedMesh fine = refine_uniformly(comm, std::move(coarse));
    const bool layer = cells != BrickCells::tetrahedron;
    EXPECT_EQ(fine.dimension, layer ? 2 : 3);
    EXPECT_EQ(fine.n_cells, (layer ? 4 : 8) * n_coarse);
    const double depth = options.extrusion.depth;
    for (const Point& point : fine.points) {
      EXPECT_TRUE(!layer || point[2] == 0 || point[2] == depth) << point[2];
    }
    const MeshQuality quality = measure_quality(comm, fine);
    EXPECT_EQ(quality.inverted_cells, 0);
    EXPECT_NEAR(quality.volume, volume, 1e-12);
    RawMesh whole = gather(comm, fine);
    if (comm.is_root()) {
      repair_and_check(whole, "fine");
      EXPECT_TRUE(whole.notes.empty());
    }
  }
}

TEST(RefineMesh, TheOctahedronIsCutAlongItsShortestDiagonal) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  // Opposite edges 0 3 and 1 2 lie closest together; then the cell is listed from another corner.
  for (const char* corners : {"10 0 1 2 3", "10 1 2 0 3", "10 3 2 1 0"}) {
    std::string text = std::string("NDIME= 3\nNELEM= 1\n") + corners +
                       "\nNPOIN= 4\n0 0 0\n2 0.1 0.2\n0 2 0.3\n1.9 1.8 0.1\nNMARK= 1\nMARKER_TAG= all\n"
                       "MARKER_ELEMS= 4\n5 0 1 2\n5 0 1 3\n5 0 2 3\n5 1 2 3\n";
    const RawMesh fine = gather(comm, refine_uniformly(comm, spread(comm, text.c_str())));
    if (!comm.is_root()) continue;
    // Points 4 to 9 are the midpoints of 01, 02, 03, 12, 13, 23.
    for (std::size_t cell = 4; cell < 8; ++cell) {
      const auto first = fine.cell_vertices.begin() + fine.cell_offsets[cell];
      EXPECT_EQ(std::count(first, first + 4, 6), 1);
      EXPECT_EQ(std::count(first, first + 4, 7), 1);
    }
  }
}

TEST(RefineMesh, AFacetThatIsNoFaceIsRefused) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  RawMesh raw = read_su2(testing::two_tetrahedra, "mesh.su2");
  raw.markers[0].facet_vertices[2] = 4;  // 0 1 4: nothing joins 0 to 4
  try {
    refine_uniformly(comm, scatter(comm, std::move(raw)));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("the facet of points 0 1 4 of marker 'all'"), std::string::npos);
  }
}

}  // namespace
}  // namespace trireme::mesh
