// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/build_flow_mesh.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/generate/box.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/meshes/small_meshes.hpp"

namespace trireme::mesh {
namespace {

const comm::Communicator& world() {
  static const comm::Communicator comm(MPI_COMM_WORLD);
  return comm;
}

FlowMesh box_mesh(const comm::Communicator& comm, BoxCells cells, const PartitionOptions& options) {
  return build_flow_mesh(
      comm, generate_box(comm, {.target_vertices = 400, .cells = cells, .perturbation = 0.1}), options);
}

FlowMesh small_mesh(const comm::Communicator& comm, const char* text, const PartitionOptions& options) {
  RawMesh raw;
  if (comm.is_root()) {
    raw = read_su2(text, "mesh.su2");
    repair_and_check(raw, "mesh.su2");
  }
  return build_flow_mesh(comm, scatter(comm, std::move(raw)), options);
}

using OriginalEdge = std::pair<GlobalIndex, GlobalIndex>;

// Area vectors by original ends (pointing from the smaller id), for edges stored here.
std::map<OriginalEdge, Point> edges_by_id(const FlowMesh& mesh) {
  std::map<OriginalEdge, Point> edges;
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    GlobalIndex a = mesh.original_id[mesh.edges[2 * e]], b = mesh.original_id[mesh.edges[2 * e + 1]];
    Point n{mesh.edge_normals[3 * e], mesh.edge_normals[3 * e + 1], mesh.edge_normals[3 * e + 2]};
    if (a > b) {
      std::swap(a, b);
      n = scaled(-1, n);
    }
    EXPECT_TRUE(edges.emplace(OriginalEdge{a, b}, n).second) << "edge " << a << " " << b << " twice";
  }
  return edges;
}

void expect_sound(const comm::Communicator& comm, const FlowMesh& mesh) {
  const auto n_local = static_cast<std::size_t>(mesh.n_local());
  ASSERT_EQ(mesh.original_id.size(), n_local);
  ASSERT_EQ(mesh.global_id.size(), n_local);
  ASSERT_EQ(mesh.volumes.size(), n_local);
  ASSERT_EQ(mesh.coordinates.size(), 3 * n_local);
  ASSERT_EQ(mesh.halo->n_owned(), mesh.n_owned);
  ASSERT_EQ(mesh.halo->n_ghost(), mesh.n_ghost);
  // Original ids of owned vertices are a permutation of 0 .. n-1 over all ranks.
  std::vector<GlobalIndex> met(static_cast<std::size_t>(mesh.n_global), 0);
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) ++met.at(static_cast<std::size_t>(mesh.original_id[v]));
  comm::all_sum_in_place(comm, std::span(met));
  EXPECT_EQ(met, std::vector<GlobalIndex>(met.size(), 1));
  // Numbers are contiguous, ghosts ascend and belong to others.
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) EXPECT_EQ(mesh.global_id[v], mesh.owned_begin + v);
  for (LocalIndex g = mesh.n_owned; g < mesh.n_local(); ++g) {
    if (g > mesh.n_owned) {
      EXPECT_LT(mesh.global_id[g - 1], mesh.global_id[g]);
    }
    EXPECT_TRUE(mesh.global_id[g] < mesh.owned_begin || mesh.global_id[g] >= mesh.owned_begin + mesh.n_owned);
  }
  // Owners' values arrive at ghosts: ids, coordinates and volumes agree with what an exchange brings.
  std::vector<GlobalIndex> ids(mesh.original_id);
  std::fill(ids.begin() + mesh.n_owned, ids.end(), -1);
  comm::HaloExchange<GlobalIndex>(comm, mesh.halo, 1).start(std::span(ids)).finish();
  EXPECT_EQ(ids, mesh.original_id);
  std::vector<double> points(mesh.coordinates);
  std::fill(points.begin() + 3 * mesh.n_owned, points.end(), -1.0);
  comm::HaloExchange<double>(comm, mesh.halo, 3).start(std::span(points)).finish();
  EXPECT_EQ(points, mesh.coordinates);
  // Edges: first owned and smaller, ascending.
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    const LocalIndex first = mesh.edges[2 * e], second = mesh.edges[2 * e + 1];
    EXPECT_LT(first, second);
    EXPECT_LT(first, mesh.n_owned);
    EXPECT_LT(second, mesh.n_local());
    if (e > 0) {
      EXPECT_LT(std::pair(mesh.edges[2 * e - 2], mesh.edges[2 * e - 1]), std::pair(first, second));
    }
  }
  for (const LocalIndex v : mesh.cell_vertices) EXPECT_TRUE(v >= 0 && v < mesh.n_local());
  EXPECT_LT(mesh.closure_error, 1e-13);
}

const PartitionOptions natural_metis{Ordering::natural, Partitioner::metis};
const std::vector<PartitionOptions> all_options{natural_metis,
                                                {Ordering::rcm, Partitioner::metis},
                                                {Ordering::random, Partitioner::metis},
                                                {Ordering::natural, Partitioner::contiguous},
                                                {Ordering::rcm, Partitioner::contiguous}};

TEST(BuildFlowMesh, SumsOverRanksAreTheSerialOnes) {
  const auto self = comm::Communicator::self();
  for (const BoxCells cells : {BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron}) {
    const FlowMesh serial = box_mesh(self, cells, natural_metis);
    expect_sound(self, serial);
    for (const PartitionOptions& options : all_options) {
      const FlowMesh mesh = box_mesh(world(), cells, options);
      expect_sound(world(), mesh);
      EXPECT_EQ(mesh.n_global, serial.n_global);
      EXPECT_EQ(mesh.n_edges_global, serial.n_edges());
      EXPECT_EQ(comm::all_sum(world(), mesh.n_cells()), serial.n_cells());
      EXPECT_EQ(comm::all_sum(world(), std::accumulate(mesh.facet_owned.begin(), mesh.facet_owned.end(), 0)),
                serial.n_facets());
      const double volume = std::accumulate(mesh.volumes.begin(), mesh.volumes.begin() + mesh.n_owned, 0.0);
      EXPECT_NEAR(comm::all_sum(world(), volume), 1, 1e-12);
    }
  }
}

TEST(BuildFlowMesh, MetricsHaveTheSameBitsForAnyRankCountAndOrder) {
  const auto self = comm::Communicator::self();
  for (const BoxCells cells : {BoxCells::tetrahedron, BoxCells::prism, BoxCells::hexahedron}) {
    const FlowMesh serial = box_mesh(self, cells, natural_metis);
    const auto serial_edges = edges_by_id(serial);
    for (const PartitionOptions& options : all_options) {
      const FlowMesh mesh = box_mesh(world(), cells, options);
      for (LocalIndex v = 0; v < mesh.n_local(); ++v) {
        ASSERT_EQ(mesh.volumes[v], serial.volumes[mesh.original_id[v]]) << "vertex " << mesh.original_id[v];
      }
      for (const auto& [ends, normal] : edges_by_id(mesh)) {
        ASSERT_EQ(normal, serial_edges.at(ends)) << "edge " << ends.first << " " << ends.second;
      }
    }
  }
}

TEST(BuildFlowMesh, EveryEdgeIsWhereAnEndIsOwned) {
  const auto self = comm::Communicator::self();
  const auto serial_edges = edges_by_id(box_mesh(self, BoxCells::tetrahedron, natural_metis));
  const FlowMesh mesh = box_mesh(world(), BoxCells::tetrahedron, natural_metis);
  std::vector<bool> owned(static_cast<std::size_t>(mesh.n_global), false);
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) owned[mesh.original_id[v]] = true;
  std::size_t expected = 0;
  for (const auto& [ends, normal] : serial_edges) expected += owned[ends.first] || owned[ends.second] ? 1 : 0;
  EXPECT_EQ(edges_by_id(mesh).size(), expected);
}

TEST(BuildFlowMesh, FacetsCloseTheBoundaryAndKeepTheirMarkers) {
  const FlowMesh mesh = box_mesh(world(), BoxCells::hexahedron, natural_metis);
  ASSERT_EQ(mesh.marker_names.size(), 6u);
  std::vector<double> total(18, 0.0);
  for (LocalIndex f = 0; f < mesh.n_facets(); ++f) {
    if (!mesh.facet_owned[f]) continue;
    EXPECT_LT(mesh.facets[3 * f], mesh.n_owned);
    for (int d = 0; d < 3; ++d) total[3 * mesh.facet_marker[f] + d] += mesh.facet_normals[3 * f + d];
  }
  comm::all_sum_in_place(world(), std::span(total));
  for (int side = 0; side < 6; ++side) {
    for (int d = 0; d < 3; ++d) {
      const double expected = d != side / 2 ? 0 : side % 2 == 0 ? -1 : 1;
      EXPECT_NEAR(total[3 * side + d], expected, 1e-13) << mesh.marker_names[side];
    }
  }
}

TEST(BuildFlowMesh, NaturalOrderAscendsInOriginalIdAndRcmNarrowsTheBand) {
  const FlowMesh natural = box_mesh(world(), BoxCells::tetrahedron, natural_metis);
  for (LocalIndex v = 1; v < natural.n_owned; ++v)
    EXPECT_LT(natural.original_id[v - 1], natural.original_id[v]);
  // The box is numbered along its axes, which is narrow already; RCM must not be much wider.
  const FlowMesh rcm = box_mesh(world(), BoxCells::tetrahedron, {Ordering::rcm, Partitioner::metis});
  const auto bandwidth = [](const FlowMesh& mesh) {
    LocalIndex widest = 0;
    for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
      if (mesh.edges[2 * e + 1] < mesh.n_owned)
        widest = std::max(widest, mesh.edges[2 * e + 1] - mesh.edges[2 * e]);
    }
    return widest;
  };
  EXPECT_LE(bandwidth(rcm), 2 * bandwidth(natural));
}

TEST(BuildFlowMesh, TinyMeshesOnMoreRanksThanCells) {
  for (const PartitionOptions& options : all_options) {
    const FlowMesh mesh = small_mesh(world(), testing::two_tetrahedra, options);
    expect_sound(world(), mesh);
    EXPECT_EQ(mesh.n_global, 5);
    EXPECT_EQ(mesh.n_edges_global, 9);
    EXPECT_EQ(comm::all_sum(world(), mesh.n_cells()), 2);
    expect_sound(world(), small_mesh(world(), testing::house, options));
  }
}

TEST(BuildFlowMesh, ADualIsDistributedWithItsOwnMetrics) {
  // A dual as a file would give it, taken from the serial box, with edges reversed at random.
  const auto self = comm::Communicator::self();
  const FlowMesh serial = box_mesh(self, BoxCells::tetrahedron, natural_metis);
  RawDual dual;
  if (world().is_root()) {
    dual.volumes = serial.volumes;
    for (LocalIndex v = 0; v < serial.n_owned; ++v) {
      dual.points.push_back(
          {serial.coordinates[3 * v], serial.coordinates[3 * v + 1], serial.coordinates[3 * v + 2]});
    }
    for (LocalIndex e = serial.n_edges() - 1; e >= 0; --e) {
      const Point n{serial.edge_normals[3 * e], serial.edge_normals[3 * e + 1],
                    serial.edge_normals[3 * e + 2]};
      const GlobalIndex a = serial.edges[2 * e], b = serial.edges[2 * e + 1];
      const bool turned = e % 3 == 0;
      dual.edges.push_back(turned ? std::array{b, a} : std::array{a, b});
      dual.edge_normals.push_back(scaled(turned ? -1 : 1, n));
    }
    for (const std::string& name : serial.marker_names) dual.markers.push_back({name, {}, {}});
    for (LocalIndex f = 0; f < serial.n_facets(); ++f) {
      auto& marker = dual.markers[serial.facet_marker[f]];
      marker.facets.push_back({serial.facets[3 * f], serial.facets[3 * f + 1], serial.facets[3 * f + 2]});
      marker.facet_normals.push_back(
          {serial.facet_normals[3 * f], serial.facet_normals[3 * f + 1], serial.facet_normals[3 * f + 2]});
    }
  }
  const auto serial_edges = edges_by_id(serial);
  for (const PartitionOptions& options : all_options) {
    const FlowMesh mesh = build_flow_mesh(world(), RawDual(dual), options);
    expect_sound(world(), mesh);
    EXPECT_EQ(mesh.n_cells(), 0);
    EXPECT_EQ(mesh.n_edges_global, serial.n_edges());
    EXPECT_EQ(mesh.marker_names, serial.marker_names);
    for (LocalIndex v = 0; v < mesh.n_local(); ++v)
      ASSERT_EQ(mesh.volumes[v], serial.volumes[mesh.original_id[v]]);
    for (const auto& [ends, normal] : edges_by_id(mesh)) ASSERT_EQ(normal, serial_edges.at(ends));
    const LocalIndex n_owned_facets = std::accumulate(mesh.facet_owned.begin(), mesh.facet_owned.end(), 0);
    EXPECT_EQ(comm::all_sum(world(), n_owned_facets), serial.n_facets());
  }
}

void expect_refused(DistributedMesh&& mesh, const std::vector<std::string>& parts,
                    const PartitionOptions& options = natural_metis) {
  try {
    build_flow_mesh(world(), std::move(mesh), options);
    FAIL() << "accepted; expected: " << parts.front();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    for (const std::string& part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(BuildFlowMesh, AMissingFacetIsAnErrorOnAllRanks) {
  DistributedMesh mesh = generate_box(world(), {.target_vertices = 100});
  // One facet of the whole mesh vanishes, on the rank that has the first.
  if (mesh.facet_begin == 0 && !mesh.facet_marker.empty()) {
    mesh.facet_vertices.erase(mesh.facet_vertices.begin(), mesh.facet_vertices.begin() + 3);
    mesh.facet_offsets.pop_back();
    mesh.facet_marker.pop_back();
  }
  // The facet that vanished is the one of the corner at the origin.
  expect_refused(std::move(mesh), {"around point 0 (x 0, y 0, z 0) do not close", "x_min"});
}

TEST(BuildFlowMesh, TheWorstVertexOfAnOpenBoundaryIsNamed) {
  // All facets of the side x = 0 look inward; the corner with most of them for its surface is the worst.
  DistributedMesh mesh = generate_box(world(), {.nx = 2, .ny = 2, .nz = 2});
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    if (mesh.facet_marker[f] == 0) std::swap(mesh.facet_vertices[3 * f], mesh.facet_vertices[3 * f + 1]);
  }
  expect_refused(std::move(mesh),
                 {"around point 24 (x 0, y 1, z 1) do not close", "marker x_min, y_max, z_max there"});
}

TEST(BuildFlowMesh, AFacetOfVerticesThatNoCellJoinsIsRefusedOnAnyRankCount) {
  for (const PartitionOptions& options : all_options) {
    DistributedMesh mesh = generate_box(world(), {.nx = 5, .ny = 5, .nz = 5});
    // The first facet, at the origin, now reaches to the opposite corner.
    if (mesh.facet_begin == 0 && !mesh.facet_marker.empty()) mesh.facet_vertices[1] = 215;
    expect_refused(std::move(mesh), {"a facet of marker x_min joins point", "point 215 (x 1, y 1, z 1)"},
                   options);
  }
}

TEST(BuildFlowMesh, MetricsThatAreNoNumbersAreInputErrors) {
  const auto refuse = [](auto&& damage) {
    RawDual dual;
    if (world().is_root()) {
      dual.points = {{0, 0, 0}, {1, 0, 0}};
      dual.volumes = {1, 1};
      dual.edges = {{0, 1}};
      dual.edge_normals = {{1, 0, 0}};
      dual.markers = {{"all", {{0, 0, 0}, {1, 1, 1}}, {{-1, 0, 0}, {1, 0, 0}}}};
      damage(dual);
    }
    try {
      build_flow_mesh(world(), std::move(dual), natural_metis);
      return ErrorKind{};
    } catch (const Error& error) {
      return error.kind();
    }
  };
  EXPECT_EQ(refuse([](RawDual&) {}), ErrorKind{}) << "the sound dual is refused";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refuse([&](RawDual& dual) { dual.edge_normals[0][1] = nan; }), ErrorKind::input);
  EXPECT_EQ(refuse([&](RawDual& dual) { dual.markers[0].facet_normals[1][2] = nan; }), ErrorKind::input);
  EXPECT_EQ(refuse([&](RawDual& dual) { dual.edge_normals[0][0] = HUGE_VAL; }), ErrorKind::input);
  EXPECT_EQ(refuse([&](RawDual& dual) { dual.volumes[1] = nan; }), ErrorKind::input);
  EXPECT_EQ(refuse([&](RawDual& dual) { dual.volumes[1] = HUGE_VAL; }), ErrorKind::input);
}

}  // namespace
}  // namespace trireme::mesh
