// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/check_distributed.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "meshes/generate/box.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

DistributedMesh box(const comm::Communicator& comm) {
  BoxOptions options;
  options.nx = options.ny = options.nz = 3;
  options.cells = BoxCells::hexahedron;
  return generate_box(comm, options);
}

// Changes the corners of one cell on the rank that holds it.
template <class F>
void change_cell(DistributedMesh& mesh, GlobalIndex cell, F&& change) {
  const GlobalIndex local = cell - mesh.cell_begin;
  if (local < 0 || local >= static_cast<GlobalIndex>(mesh.cell_types.size())) return;
  change(mesh.cell_vertices.data() + mesh.cell_offsets[static_cast<std::size_t>(local)]);
}

void expect_refused(const comm::Communicator& comm, const DistributedMesh& mesh, const std::string& part) {
  try {
    check_distributed_cells(comm, mesh, "box.trimesh");
    FAIL() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(CheckDistributed, NamesTheFirstBadCellOnEveryRank) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  DistributedMesh mesh = box(comm);
  check_distributed_cells(comm, mesh, "box.trimesh");
  change_cell(mesh, 20, [](GlobalIndex* v) { std::swap(v[4], v[5]); });
  expect_refused(comm, mesh, "box.trimesh: cell 20 (hexahedron) near");
  expect_refused(comm, mesh, "is folded or twisted (the other cells are sound)");
  change_cell(mesh, 7, [](GlobalIndex* v) { v[3] = v[2]; });
  expect_refused(comm, mesh, "box.trimesh: cell 7 (hexahedron) near");
  expect_refused(comm, mesh, "has a point twice (one of 2 cells that are not sound)");
  change_cell(mesh, 3, [](GlobalIndex* v) { std::swap_ranges(v, v + 4, v + 4); });
  expect_refused(comm, mesh, "has a negative volume (one of 3 cells");
}

TEST(CheckDistributed, PointsWithoutAPlaceAreNotAccepted) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  DistributedMesh mesh = box(comm);
  if (!mesh.points.empty() && mesh.point_begin == 0)
    mesh.points[0][0] = std::numeric_limits<double>::quiet_NaN();
  expect_refused(comm, mesh, "box.trimesh: cell 0");
}

}  // namespace
}  // namespace trireme::mesh
