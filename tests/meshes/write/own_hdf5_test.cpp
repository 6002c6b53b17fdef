// SPDX-License-Identifier: Apache-2.0
// The project's own format, written and read on any number of ranks.
#include "meshes/write/own_hdf5.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/read/own_hdf5.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::mesh {
namespace {

class OwnHdf5 : public ::testing::Test {
 protected:
  OwnHdf5() {
    std::string folder;
    if (comm_.is_root()) {
      folder = (std::filesystem::temp_directory_path() / "trireme_own_hdf5.XXXXXX").string();
      if (mkdtemp(folder.data()) == nullptr) folder.clear();
    }
    comm::broadcast(comm_, folder);
    folder_ = folder;
  }
  ~OwnHdf5() override {
    comm_.barrier();
    if (comm_.is_root()) std::filesystem::remove_all(folder_);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void expect_refused(const std::string& file, const std::string& part) {
    try {
      read_own_hdf5(comm_, file);
      FAIL() << "accepted; expected: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  comm::Communicator comm_{MPI_COMM_WORLD};
  std::filesystem::path folder_;
};

TEST_F(OwnHdf5, CellsComeBackInTheSameRanges) {
  for (const BoxCells cells : {BoxCells::tetrahedron, BoxCells::prism}) {
    const DistributedMesh mesh =
        generate_box(comm_, {.target_vertices = 60, .cells = cells, .perturbation = 0.1});
    write_own_hdf5(comm_, path("box.trimesh"), mesh);
    const auto again = std::get<DistributedMesh>(read_own_hdf5(comm_, path("box.trimesh")));
    EXPECT_EQ(again.n_points, mesh.n_points);
    EXPECT_EQ(again.point_begin, mesh.point_begin);
    EXPECT_EQ(again.points, mesh.points);
    EXPECT_EQ(again.n_cells, mesh.n_cells);
    EXPECT_EQ(again.cell_begin, mesh.cell_begin);
    EXPECT_EQ(again.cell_types, mesh.cell_types);
    EXPECT_EQ(again.cell_vertices, mesh.cell_vertices);
    EXPECT_EQ(again.cell_offsets, mesh.cell_offsets);
    EXPECT_EQ(again.n_facets, mesh.n_facets);
    EXPECT_EQ(again.facet_begin, mesh.facet_begin);
    EXPECT_EQ(again.facet_vertices, mesh.facet_vertices);
    EXPECT_EQ(again.facet_offsets, mesh.facet_offsets);
    EXPECT_EQ(again.facet_marker, mesh.facet_marker);
    EXPECT_EQ(again.marker_names, mesh.marker_names);
    EXPECT_EQ(again.dimension, mesh.dimension);
  }
}

TEST_F(OwnHdf5, FewerPointsThanRanksLeaveEmptyRanges) {
  RawMesh raw;
  if (comm_.is_root()) {
    raw.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    raw.cell_types = {CellType::tetrahedron};
    raw.cell_vertices = {0, 1, 2, 3};
    raw.cell_offsets = {0, 4};
    raw.markers.push_back({"all", {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}, {0, 3, 6, 9, 12}});
  }
  const DistributedMesh mesh = scatter(comm_, std::move(raw));
  write_own_hdf5(comm_, path("one.trimesh"), mesh);
  const auto again = std::get<DistributedMesh>(read_own_hdf5(comm_, path("one.trimesh")));
  EXPECT_EQ(again.points, mesh.points);
  EXPECT_EQ(again.cell_vertices, mesh.cell_vertices);
  EXPECT_EQ(again.facet_vertices, mesh.facet_vertices);
}

RawDual small_dual() {
  RawDual dual;
  dual.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  dual.volumes = {0.1, 0.2, 0.3};
  dual.edges = {{0, 1}, {2, 1}};
  dual.edge_normals = {{1, 2, 3}, {4, 5, 6}};
  dual.markers = {{"solid_1", {{0, 1, 2}}, {{0, 0, 1}}}, {"far_field", {{0, 2, 1}}, {{0, 0, -1}}}};
  return dual;
}

TEST_F(OwnHdf5, ADualComesBackOnTheRoot) {
  const RawDual dual = comm_.is_root() ? small_dual() : RawDual{};
  write_own_hdf5(comm_, path("dual.h5"), dual);
  const auto again = std::get<RawDual>(read_own_hdf5(comm_, path("dual.h5")));
  EXPECT_EQ(again.points, dual.points);
  EXPECT_EQ(again.volumes, dual.volumes);
  EXPECT_EQ(again.edges, dual.edges);
  EXPECT_EQ(again.edge_normals, dual.edge_normals);
  ASSERT_EQ(again.markers.size(), dual.markers.size());
  for (std::size_t m = 0; m < dual.markers.size(); ++m) {
    EXPECT_EQ(again.markers[m].name, dual.markers[m].name);
    EXPECT_EQ(again.markers[m].facets, dual.markers[m].facets);
    EXPECT_EQ(again.markers[m].facet_normals, dual.markers[m].facet_normals);
  }
}

TEST_F(OwnHdf5, EveryRealOfADualMustBeFinite) {
  const auto refuse = [&](auto&& damage, const std::string& part) {
    RawDual dual = small_dual();
    damage(dual);
    write_own_hdf5(comm_, path("bad.h5"), dual);
    expect_refused(path("bad.h5"), part);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = HUGE_VAL;
  refuse([&](RawDual& dual) { dual.points[2][0] = nan; }, "x in row 2 of data set 'points' is nan");
  refuse([&](RawDual& dual) { dual.volumes[1] = nan; }, "the value in row 1 of data set 'volumes' is nan");
  refuse([&](RawDual& dual) { dual.edge_normals[1][2] = nan; },
         "z in row 1 of data set 'edge_normals' is nan");
  refuse([&](RawDual& dual) { dual.edge_normals[0][1] = infinite; },
         "y in row 0 of data set 'edge_normals' is inf");
  refuse([&](RawDual& dual) { dual.markers[1].facet_normals[0][1] = nan; },
         "y in row 1 of data set 'facet_normals' is nan");
  refuse([&](RawDual& dual) { dual.edges[1] = {2, 2}; }, "edge 1 joins vertex 2 to itself");
}

TEST_F(OwnHdf5, DataSetsOfTheSameThingsHaveTheSameLength) {
  io::Hdf5File file = io::Hdf5File::create(path("long.h5"), comm_);
  file.write_attribute("/", "format", std::string("trireme mesh"));
  file.write_attribute("/", "version", std::int64_t{1});
  file.write_attribute("/", "kind", std::string("dual"));
  file.write_attribute("/", "marker_names", std::string("all\n"));
  const GlobalIndex mine = comm_.is_root() ? 1 : 0;
  const auto write = [&](const char* name, auto value, std::int64_t columns, GlobalIndex rows) {
    const std::vector<decltype(value)> values(static_cast<std::size_t>(mine * rows * columns), value);
    file.write_rows(name, values, columns, 0, rows);
  };
  write("points", 0.0, 3, 2);
  write("volumes", 1.0, 1, 2);
  write("edges", GlobalIndex{0}, 2, 1);
  write("edge_normals", 1.0, 3, 2);
  write("facets", GlobalIndex{0}, 3, 1);
  write("facet_normals", 1.0, 3, 1);
  write("facet_marker", std::int32_t{0}, 1, 1);
  file.close();
  expect_refused(path("long.h5"), "data set 'edge_normals' has 2 rows");

  DistributedMesh mesh = generate_box(comm_, {.target_vertices = 60});
  mesh.dimension = 7;
  write_own_hdf5(comm_, path("seven.trimesh"), mesh);
  expect_refused(path("seven.trimesh"), "attribute 'dimension' is 7");
}

TEST_F(OwnHdf5, BadFilesAreTheSameErrorOnAllRanks) {
  expect_refused(path("missing.trimesh"), "cannot open mesh file");
  if (comm_.is_root()) std::ofstream(path("text.trimesh")) << "NDIME= 3\n";
  comm_.barrier();
  expect_refused(path("text.trimesh"), "text.trimesh");

  io::Hdf5File other = io::Hdf5File::create(path("other.h5"), comm_);
  other.write_attribute("/", "format", std::string("something else"));
  other.close();
  expect_refused(path("other.h5"), "is no mesh of this project");

  DistributedMesh mesh = generate_box(comm_, {.target_vertices = 60});
  const DistributedMesh good = mesh;
  if (comm_.rank() == comm_.size() - 1) mesh.points.back()[1] = std::numeric_limits<double>::quiet_NaN();
  write_own_hdf5(comm_, path("nan.trimesh"), mesh);
  expect_refused(path("nan.trimesh"),
                 "y in row " + std::to_string(good.n_points - 1) + " of data set 'points' is nan");

  mesh = good;
  if (comm_.rank() == comm_.size() - 1) mesh.cell_vertices.back() = good.n_points;
  write_own_hdf5(comm_, path("id.trimesh"), mesh);
  expect_refused(path("id.trimesh"), "names vertex " + std::to_string(good.n_points));

  mesh = good;
  mesh.marker_names.pop_back();
  write_own_hdf5(comm_, path("marker.trimesh"), mesh);
  expect_refused(path("marker.trimesh"), "names marker 5");

  if (comm_.is_root()) {
    write_own_hdf5(comm::Communicator::self(), path("cut.trimesh"),
                   generate_box(comm::Communicator::self(), {.target_vertices = 60}));
    std::filesystem::resize_file(path("cut.trimesh"), 3000);
  }
  comm_.barrier();
  expect_refused(path("cut.trimesh"), "cut.trimesh");
}

}  // namespace
}  // namespace trireme::mesh
