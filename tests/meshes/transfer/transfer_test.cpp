// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/transfer.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/meshes/periodic_box.hpp"

namespace trireme::mesh {
namespace {

const comm::Communicator& world() {
  static const comm::Communicator comm(MPI_COMM_WORLD);
  return comm;
}

constexpr std::array all_cells{BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron};

FlowMesh coarse_mesh(const comm::Communicator& comm, BoxCells cells) {
  return build_flow_mesh(
      comm, generate_box(comm, {.nx = 4, .ny = 3, .nz = 3, .cells = cells, .perturbation = 0.15}),
      PartitionOptions{});
}

// From 0 - margin to 1 + margin along each axis, distributed in another way than the coarse mesh.
FlowMesh fine_mesh(const comm::Communicator& comm, double margin) {
  return build_flow_mesh(comm,
                         generate_box(comm, {.nx = 7,
                                             .ny = 8,
                                             .nz = 5,
                                             .origin = {-margin, -margin, -margin},
                                             .extent = {1 + 2 * margin, 1 + 2 * margin, 1 + 2 * margin},
                                             .perturbation = 0.1,
                                             .seed = 9}),
                         {Ordering::natural, Partitioner::contiguous});
}

// Two unknowns a vertex: a linear one, and one that is not.
std::vector<double> field(const FlowMesh& mesh) {
  std::vector<double> values;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
    const double* x = mesh.coordinates.data() + 3 * static_cast<std::size_t>(v);
    values.push_back(1 + 2 * x[0] - x[1] + 0.3 * x[2]);
    values.push_back(std::sin(9 * x[0]) * std::cos(7 * x[1] + x[2]));
  }
  return values;
}

TEST(Transfer, LinearFieldsAreExactInside) {
  for (const BoxCells cells : all_cells) {
    const FlowMesh coarse = coarse_mesh(world(), cells), fine = fine_mesh(world(), 0);
    const Transfer transfer(world(), coarse, fine);
    EXPECT_EQ(transfer.n_outside(), 0);
    const auto found = transfer.interpolate(field(coarse), 2), expected = field(fine);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); k += 2) EXPECT_NEAR(found[k], expected[k], 1e-12);
  }
}

TEST(Transfer, OntoTheSameVerticesChangesNothing) {
  for (const BoxCells cells : all_cells) {
    const FlowMesh coarse = coarse_mesh(world(), cells);
    const auto values = field(coarse), found = transfer_values(world(), coarse, values, 2, coarse);
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(found[k], values[k], 1e-13);
  }
}

void expect_within(const comm::Communicator& comm, const std::vector<double>& found,
                   const std::vector<double>& values) {
  std::array<double, 2> low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  for (std::size_t k = 0; k < values.size(); ++k) {
    low[k % 2] = std::min(low[k % 2], values[k]);
    high[k % 2] = std::max(high[k % 2], values[k]);
  }
  comm::all_min_in_place(comm, std::span<double>(low));
  comm::all_max_in_place(comm, std::span<double>(high));
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_GE(found[k], low[k % 2] - 1e-14);
    EXPECT_LE(found[k], high[k % 2] + 1e-14);
  }
}

TEST(Transfer, OutsideTheCoarseMeshNothingLeavesItsRange) {
  for (const double margin : {0.01, 0.3, 30.0}) {
    const FlowMesh coarse = coarse_mesh(world(), BoxCells::tetrahedron), fine = fine_mesh(world(), margin);
    const Transfer transfer(world(), coarse, fine);
    EXPECT_GE(transfer.n_outside(), 9 * 8 * 6 - 8 * 6 * 4);
    const auto values = field(coarse), found = transfer.interpolate(values, 2);
    expect_within(world(), found, values);
  }
}

TEST(Transfer, WithoutCellsTheNearestVertexAndItsGradientServe) {
  FlowMesh coarse = coarse_mesh(world(), BoxCells::tetrahedron);
  coarse.cell_types.clear();
  coarse.cell_vertices.clear();
  coarse.cell_offsets = {0};
  const FlowMesh fine = fine_mesh(world(), -0.1);
  const Transfer transfer(world(), coarse, fine);
  EXPECT_EQ(transfer.n_outside(), fine.n_global);
  const auto values = field(coarse), found = transfer.interpolate(values, 2), expected = field(fine);
  expect_within(world(), found, values);
  // Inside the box neighbours surround most points, so that no clipping takes place.
  GlobalIndex exact = 0;
  for (std::size_t k = 0; k < found.size(); k += 2) exact += std::abs(found[k] - expected[k]) < 1e-12 ? 1 : 0;
  EXPECT_GT(comm::all_sum(world(), exact), fine.n_global * 9 / 10);
}

// Values of all ranks by original id.
std::vector<double> by_id(const comm::Communicator& comm, const FlowMesh& mesh,
                          const std::vector<double>& values) {
  const auto ids =
      comm::all_gather(comm, std::span(mesh.original_id).first(static_cast<std::size_t>(mesh.n_owned)));
  const auto all = comm::all_gather(comm, values);
  std::vector<double> sorted(all.size());
  for (std::size_t k = 0; k < all.size(); ++k)
    sorted[2 * static_cast<std::size_t>(ids[k / 2]) + k % 2] = all[k];
  return sorted;
}

TEST(Transfer, HasTheSameBitsForAnyNumberOfRanks) {
  const auto run = [](const comm::Communicator& comm, BoxCells cells, bool with_cells, double margin) {
    FlowMesh coarse = coarse_mesh(comm, cells);
    if (!with_cells) {
      coarse.cell_types.clear();
      coarse.cell_vertices.clear();
      coarse.cell_offsets = {0};
    }
    const FlowMesh fine = fine_mesh(comm, margin);
    return by_id(comm, fine, transfer_values(comm, coarse, field(coarse), 2, fine));
  };
  for (const BoxCells cells : all_cells)
    EXPECT_EQ(run(world(), cells, true, 0.2), run(comm::Communicator::self(), cells, true, 0.2));
  EXPECT_EQ(run(world(), BoxCells::prism, false, 0.2),
            run(comm::Communicator::self(), BoxCells::prism, false, 0.2));
}

// Vertices of a lattice lie on faces, edges and corners of a coarser lattice's cells: every tie there is.
TEST(Transfer, TiesDoNotDependOnTheNumberOfRanks) {
  const auto run = [](const comm::Communicator& comm) {
    const auto box = [&](std::int64_t n) {
      return build_flow_mesh(comm, generate_box(comm, {.nx = n, .ny = n, .nz = n}), PartitionOptions{});
    };
    const FlowMesh coarse = box(3), fine = box(6);
    return by_id(comm, fine, transfer_values(comm, coarse, field(coarse), 2, fine));
  };
  EXPECT_EQ(run(world()), run(comm::Communicator::self()));
}

TEST(Transfer, CrossesPeriodicCuts) {
  const testing::PeriodicBox box{{12, 12, 12}}, other{{7, 6, 5}};
  const auto waves = [&](const FlowMesh& mesh) {
    std::vector<double> values;
    for (LocalIndex v = 0; v < mesh.n_owned; ++v) {
      for (std::size_t d = 0; d < 2; ++d) {
        const double x = mesh.coordinates[3 * static_cast<std::size_t>(v) + d];
        values.push_back(std::sin(2 * std::numbers::pi * x / box.extent[d]));
      }
    }
    return values;
  };
  const auto run = [&](const comm::Communicator& comm) {
    const FlowMesh coarse = testing::periodic_mesh(comm, box), fine = testing::periodic_mesh(comm, other);
    const Transfer transfer(comm, coarse, fine);
    // The cuts are curved and not the same ones, so some vertices lie beyond: in images of cells.
    EXPECT_EQ(transfer.n_outside(), 0);
    const auto found = transfer.interpolate(waves(coarse), 2), expected = waves(fine);
    // A linear interpolant of a sine over a step h errs by (2 pi h)^2 / 8 at most: 0.034.
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 0.035);
    return by_id(comm, fine, found);
  };
  EXPECT_EQ(run(world()), run(comm::Communicator::self()));
}

// Without the periods the same vertices are outside: what the test above looks at does occur.
TEST(Transfer, KnowsImagesByThePeriodsOnly) {
  const testing::PeriodicBox box{{12, 12, 12}}, other{{7, 6, 5}};
  FlowMesh coarse = testing::periodic_mesh(world(), box);
  EXPECT_EQ(coarse.periods.size(), 3u);
  coarse.periods.clear();
  const Transfer transfer(world(), coarse, testing::periodic_mesh(world(), other));
  EXPECT_GT(transfer.n_outside(), 0);
}

// A displacement by half a period puts half of the vertices beyond the cut.
TEST(Transfer, ReachesAPeriodFar) {
  const testing::PeriodicBox box{{6, 5, 4}, BoxCells::prism},
      displaced{{4, 4, 4}, BoxCells::tetrahedron, {-0.5, 0.75, 0.3}};
  const FlowMesh coarse = testing::periodic_mesh(world(), box),
                 fine = testing::periodic_mesh(world(), displaced, {});
  EXPECT_EQ(Transfer(world(), coarse, fine).n_outside(), 0);
  const FlowMesh slab = testing::periodic_mesh(world(), box, {{"x_min", "x_max"}});
  const Transfer partly(world(), slab, fine);
  EXPECT_GT(partly.n_outside(), 0);
  EXPECT_LT(partly.n_outside(), fine.n_global);
}

TEST(Transfer, NeedsACoarseMesh) {
  const FlowMesh fine = fine_mesh(world(), 0);
  EXPECT_THROW(Transfer(world(), FlowMesh{}, fine), Error);
}

}  // namespace
}  // namespace trireme::mesh
