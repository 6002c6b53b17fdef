// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/distributed_mesh.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/read/su2.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

TEST(DistributedMesh, RangesCoverEverythingOnce) {
  for (const GlobalIndex n : {0, 1, 3, 5, 64, 67}) {
    for (const int parts : {1, 2, 3, 7}) {
      EXPECT_EQ(range_begin(n, parts, 0), 0);
      EXPECT_EQ(range_begin(n, parts, parts), n);
      for (GlobalIndex id = 0; id < n; ++id) {
        const int owner = range_owner(n, parts, id);
        EXPECT_LE(range_begin(n, parts, owner), id);
        EXPECT_LT(id, range_begin(n, parts, owner + 1));
      }
    }
  }
}

TEST(DistributedMesh, ScatterAndGatherAreInverse) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  for (const char* text : {testing::two_tetrahedra, testing::house}) {
    const RawMesh whole = read_su2(text, "mesh.su2");
    DistributedMesh mesh = scatter(comm, comm.is_root() ? RawMesh(whole) : RawMesh{});
    EXPECT_EQ(mesh.n_points, whole.n_points());
    EXPECT_EQ(mesh.n_cells, whole.n_cells());
    EXPECT_EQ(comm::all_sum(comm, static_cast<GlobalIndex>(mesh.points.size())), whole.n_points());
    EXPECT_EQ(comm::all_sum(comm, static_cast<GlobalIndex>(mesh.cell_types.size())), whole.n_cells());
    EXPECT_EQ(comm::all_sum(comm, static_cast<GlobalIndex>(mesh.facet_marker.size())), mesh.n_facets);
    EXPECT_EQ(mesh.marker_names.size(), whole.markers.size());
    EXPECT_EQ(mesh.cell_offsets.size(), mesh.cell_types.size() + 1);
    EXPECT_EQ(static_cast<std::size_t>(mesh.cell_offsets.back()), mesh.cell_vertices.size());

    const RawMesh again = gather(comm, mesh);
    if (!comm.is_root()) {
      EXPECT_EQ(again.n_points(), 0);
      continue;
    }
    EXPECT_EQ(again.points, whole.points);
    EXPECT_EQ(again.cell_types, whole.cell_types);
    EXPECT_EQ(again.cell_vertices, whole.cell_vertices);
    EXPECT_EQ(again.cell_offsets, whole.cell_offsets);
    ASSERT_EQ(again.markers.size(), whole.markers.size());
    for (std::size_t m = 0; m < whole.markers.size(); ++m) {
      EXPECT_EQ(again.markers[m].name, whole.markers[m].name);
      EXPECT_EQ(again.markers[m].facet_vertices, whole.markers[m].facet_vertices);
      EXPECT_EQ(again.markers[m].facet_offsets, whole.markers[m].facet_offsets);
    }
  }
}

}  // namespace
}  // namespace trireme::mesh
