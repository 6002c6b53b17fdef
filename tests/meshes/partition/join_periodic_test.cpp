// SPDX-License-Identifier: Apache-2.0
// What build_flow_mesh makes of periodic sides: one vertex for all points that are identified, images for
// ghosts, metrics that close, the same bits for any number of ranks; and the errors of sides that are no
// copies.
#include "meshes/partition/join_periodic.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/core/check_mesh.hpp"
#include "meshes/read/su2.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/halo_exchange.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/meshes/periodic_box.hpp"

namespace trireme::mesh {
namespace {

using testing::PeriodicBox;

const comm::Communicator& world() {
  static const comm::Communicator comm(MPI_COMM_WORLD);
  return comm;
}

Point at(const std::vector<double>& coordinates, LocalIndex vertex) {
  const double* x = coordinates.data() + 3 * static_cast<std::size_t>(vertex);
  return {x[0], x[1], x[2]};
}

// Edges of each cell shape around a brick's corner when all sides are periodic.
GlobalIndex edges_per_brick(BoxCells cells) {
  return cells == BoxCells::tetrahedron ? 7 : cells == BoxCells::prism ? 4 : 3;
}

// An edge as its owned end sees it. Bits of numbers are compared, so all of it is numbers.
struct Arc {
  GlobalIndex from, to;
  Point vector, normal;
  auto key() const { return std::tie(from, to, vector, normal); }
};

std::vector<Arc> all_arcs(const comm::Communicator& comm, const FlowMesh& mesh) {
  std::vector<Arc> arcs;
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) {
    const LocalIndex a = mesh.edges[2 * e], b = mesh.edges[2 * e + 1];
    const Point vector = difference(at(mesh.coordinates, b), at(mesh.coordinates, a));
    const Point normal = at(mesh.edge_normals, e);
    arcs.push_back({mesh.original_id[a], mesh.original_id[b], vector, normal});
    if (b < mesh.n_owned)
      arcs.push_back({mesh.original_id[b], mesh.original_id[a], scaled(-1, vector), scaled(-1, normal)});
  }
  auto all = comm::all_gather(comm, arcs);
  std::sort(all.begin(), all.end(), [](const Arc& a, const Arc& b) { return a.key() < b.key(); });
  return all;
}

void expect_sound(const comm::Communicator& comm, const FlowMesh& mesh, const PeriodicBox& box) {
  EXPECT_LT(mesh.closure_error, 1e-13);
  double volume = std::accumulate(mesh.volumes.begin(), mesh.volumes.begin() + mesh.n_owned, 0.0);
  const double whole = box.extent[0] * box.extent[1] * box.extent[2];
  EXPECT_NEAR(comm::all_sum(comm, volume), whole, 1e-12 * whole);
  std::vector<GlobalIndex> met(static_cast<std::size_t>(mesh.n_global), 0);
  for (LocalIndex v = 0; v < mesh.n_owned; ++v) ++met.at(static_cast<std::size_t>(mesh.original_id[v]));
  comm::all_sum_in_place(comm, std::span(met));
  EXPECT_EQ(met, std::vector<GlobalIndex>(met.size(), 1));
  EXPECT_TRUE(std::is_sorted(mesh.global_id.begin() + mesh.n_owned, mesh.global_id.end()));

  // Ghosts are their owners displaced by whole periods; ids and volumes are the owners'.
  std::vector<double> points(mesh.coordinates);
  std::fill(points.begin() + 3 * mesh.n_owned, points.end(), HUGE_VAL);
  comm::HaloExchange<double>(comm, mesh.halo, 3).start(std::span(points)).finish();
  for (LocalIndex g = mesh.n_owned; g < mesh.n_local(); ++g) {
    for (std::size_t d = 0; d < 3; ++d) {
      const double periods = (at(mesh.coordinates, g)[d] - at(points, g)[d]) / box.extent[d];
      EXPECT_NEAR(periods, std::round(periods), 1e-13);
      EXPECT_LT(std::abs(periods), 1.5);
    }
    for (LocalIndex other = mesh.n_owned; other < g; ++other)
      EXPECT_FALSE(mesh.global_id[other] == mesh.global_id[g] &&
                   at(mesh.coordinates, other) == at(mesh.coordinates, g))
          << "an image twice";
  }
  std::vector<GlobalIndex> ids(mesh.original_id);
  std::fill(ids.begin() + mesh.n_owned, ids.end(), -1);
  comm::HaloExchange<GlobalIndex>(comm, mesh.halo, 1).start(std::span(ids)).finish();
  EXPECT_EQ(ids, mesh.original_id);
  for (LocalIndex e = 0; e < mesh.n_edges(); ++e) EXPECT_LT(mesh.edges[2 * e], mesh.n_owned);
}

// One, two and more cells wide: vertices that are their own neighbours, that are neighbours twice, others.
const std::vector<PeriodicBox> boxes{{{1, 1, 1}, BoxCells::tetrahedron}, {{2, 2, 2}, BoxCells::tetrahedron},
                                     {{3, 3, 3}, BoxCells::tetrahedron}, {{1, 2, 3}, BoxCells::tetrahedron},
                                     {{3, 2, 1}, BoxCells::prism},       {{1, 2, 3}, BoxCells::hexahedron}};

TEST(JoinPeriodic, AWhollyPeriodicBoxHasNoBoundary) {
  for (const PeriodicBox& box : boxes) {
    const FlowMesh mesh = testing::periodic_mesh(world(), box);
    expect_sound(world(), mesh, box);
    const GlobalIndex bricks = box.bricks[0] * box.bricks[1] * box.bricks[2];
    EXPECT_EQ(mesh.n_global, bricks);
    EXPECT_EQ(mesh.n_edges_global, bricks * edges_per_brick(box.cells));
    EXPECT_EQ(mesh.n_facets(), 0);
    EXPECT_TRUE(mesh.marker_names.empty());
  }
}

TEST(JoinPeriodic, OtherSidesKeepTheirFacetsAndMarkers) {
  const PeriodicBox box{{3, 2, 4}, BoxCells::prism};
  for (const auto& pair : testing::all_periodic) {
    // Copied out, since clang 14 lets no lambda use a structured binding.
    const std::string first = pair.first, second = pair.second;
    const FlowMesh mesh = testing::periodic_mesh(world(), box, {pair});
    expect_sound(world(), mesh, box);
    EXPECT_EQ(mesh.marker_names.size(), 4u);
    EXPECT_EQ(std::count(mesh.marker_names.begin(), mesh.marker_names.end(), first), 0);
    // The facets that ranks integrate are those of the file: the sides' areas add up to nothing, and their
    // number is that of the box without periodic sides.
    const FlowMesh plain = testing::periodic_mesh(world(), box, {});
    const auto count = [&](const FlowMesh& of) {
      GlobalIndex n = 0;
      for (LocalIndex f = 0; f < of.n_facets(); ++f) {
        const std::string& name = of.marker_names[static_cast<std::size_t>(of.facet_marker[f])];
        n += of.facet_owned[f] && name != first && name != second ? 1 : 0;
      }
      return comm::all_sum(world(), n);
    };
    EXPECT_EQ(count(mesh), count(plain));
  }
}

TEST(JoinPeriodic, TheSameBitsForAnyNumberOfRanks) {
  const auto self = comm::Communicator::self();
  for (const PeriodicBox& box : boxes) {
    const FlowMesh serial = testing::periodic_mesh(self, box), mesh = testing::periodic_mesh(world(), box);
    std::vector<double> volume(static_cast<std::size_t>(serial.n_global));
    for (LocalIndex v = 0; v < serial.n_owned; ++v) volume[serial.original_id[v]] = serial.volumes[v];
    for (LocalIndex v = 0; v < mesh.n_local(); ++v) ASSERT_EQ(mesh.volumes[v], volume[mesh.original_id[v]]);
    const auto expected = all_arcs(self, serial), found = all_arcs(world(), mesh);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) ASSERT_EQ(found[k].key(), expected[k].key());
  }
}

TEST(JoinPeriodic, CellsAndFacetsAreDrawnWhereTheFileHasThem) {
  // Sums of coordinates tell cells apart.
  const auto sorted = [](std::vector<double> sums) {
    auto all = comm::all_gather(world(), sums);
    std::sort(all.begin(), all.end());
    return all;
  };
  for (const auto& pairs : {testing::all_periodic, {{"x_min", "x_max"}}}) {
    for (const PeriodicBox& box : boxes) {
      const auto centres = [&](const FlowMesh& mesh) {
        std::vector<double> sums;
        for (LocalIndex c = 0; c < mesh.n_cells(); ++c) {
          double total = 0;
          for (LocalIndex k = mesh.cell_offsets[c]; k < mesh.cell_offsets[c + 1]; ++k) {
            const Point x = at(mesh.coordinates, mesh.cell_vertices[k]);
            total += x[0] + 7 * x[1] + 31 * x[2];
          }
          sums.push_back(total);
        }
        for (LocalIndex f = 0; f < mesh.n_facets(); ++f) {
          const std::string& name = mesh.marker_names[static_cast<std::size_t>(mesh.facet_marker[f])];
          if (!mesh.facet_owned[f] || name.starts_with("x") || pairs.size() > 1) continue;
          double total = 0;
          for (int i = 0; i < 3; ++i) {
            const Point x = at(mesh.coordinates, mesh.facets[3 * f + i]);
            total += x[0] + 7 * x[1] + 31 * x[2];
          }
          sums.push_back(1000 + total);
        }
        return sorted(sums);
      };
      const auto expected = centres(testing::periodic_mesh(world(), box, {}));
      const auto found = centres(testing::periodic_mesh(world(), box, pairs));
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], expected[k], 1e-11);
    }
  }
}

TEST(JoinPeriodic, DisplacingTheMeshChangesMetricsByRoundingOnly) {
  const PeriodicBox here{{3, 2, 2}}, there{{3, 2, 2}, BoxCells::tetrahedron, {100, -40, 7}};
  const FlowMesh a = testing::periodic_mesh(world(), here), b = testing::periodic_mesh(world(), there);
  ASSERT_EQ(a.n_owned, b.n_owned);
  ASSERT_EQ(a.edges, b.edges);
  for (LocalIndex v = 0; v < a.n_owned; ++v) EXPECT_NEAR(a.volumes[v], b.volumes[v], 1e-13);
  for (std::size_t k = 0; k < a.edge_normals.size(); ++k)
    EXPECT_NEAR(a.edge_normals[k], b.edge_normals[k], 1e-13);
}

void expect_refused(DistributedMesh&& mesh, const std::map<std::string, std::string>& pairs,
                    const std::vector<std::string>& parts) {
  PartitionOptions options;
  options.periodic = pairs;
  try {
    build_flow_mesh(world(), std::move(mesh), options);
    FAIL() << "accepted; expected: " << parts.front();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    for (const std::string& part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

DistributedMesh plain_box() {
  return generate_box(world(), {.nx = 3, .ny = 3, .nz = 3});
}

TEST(JoinPeriodic, NamesThatDoNotFitAreRefused) {
  expect_refused(plain_box(), {{"x_min", "outlet"}}, {"no marker outlet", "x_min, x_max, y_min"});
  expect_refused(plain_box(), {{"x_min", "x_max"}, {"y_min", "x_max"}}, {"names marker x_max twice"});
  expect_refused(plain_box(), {{"x_min", "x_min"}}, {"names marker x_min twice"});
}

TEST(JoinPeriodic, SidesThatAreNoCopiesAreRefused) {
  // A rotated copy.
  expect_refused(
      plain_box(), {{"x_min", "y_max"}},
      {"the markers x_min, y_max are not periodic", "x_min extends over (0, 1, 1)", "y_max over (1, 0, 1)"});
  // Another number of points: a side of one box against that of a finer one.
  {
    DistributedMesh mesh = plain_box();
    for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
      // One facet of x_max, inside the side, belongs to y_max: no point is lost.
      if (mesh.facet_begin + static_cast<GlobalIndex>(f) == 18) mesh.facet_marker[f] = 3;
    }
    expect_refused(std::move(mesh), {{"x_min", "x_max"}},
                   {"the facet at points", "of marker x_min has no partner on marker x_max"});
  }
  {
    DistributedMesh mesh = plain_box();
    for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
      // The corner triangle of x_max with a point of its own leaves the marker.
      const GlobalIndex id = mesh.facet_begin + static_cast<GlobalIndex>(f);
      if (id >= 22 && id < 24) mesh.facet_marker[f] = 3;
    }
    expect_refused(std::move(mesh), {{"x_min", "x_max"}}, {"x_min has 16 points, x_max has 15"});
  }
  // A point that is displaced along the side by a tenth of a brick.
  {
    DistributedMesh mesh = plain_box();
    const GlobalIndex moved = 3 + 4 * (1 + 4 * 2);  // x = 1, y = 1/3, z = 2/3
    for (std::size_t k = 0; k < mesh.points.size(); ++k)
      if (mesh.point_begin + static_cast<GlobalIndex>(k) == moved) mesh.points[k][1] += 1.0 / 30;
    expect_refused(std::move(mesh), {{"x_min", "x_max"}},
                   {"point 39 (x 1, y 0.366666667, z 0.666666667) of marker x_max has no partner on marker "
                    "x_min",
                    "going back by (1, 0, 0)"});
  }
}

TEST(JoinPeriodic, SmallDifferencesOfTheCopiesAreRepaired) {
  DistributedMesh mesh = plain_box();
  for (std::size_t k = 0; k < mesh.points.size(); ++k)
    if (mesh.point_begin + static_cast<GlobalIndex>(k) == 39) mesh.points[k][1] += 1e-3 / 3;
  PartitionOptions options;
  options.periodic = testing::all_periodic;
  const FlowMesh joined = build_flow_mesh(world(), std::move(mesh), options);
  EXPECT_EQ(joined.n_global, 27);
  EXPECT_LT(joined.closure_error, 1e-13);
}

// Three pairs of sides, whose translations depend on one another: six corners become two vertices.
TEST(JoinPeriodic, AHexagonTilesThePlane) {
  RawMesh raw;
  if (world().is_root()) {
    std::string text = "NDIME= 2\nNELEM= 6\n";
    for (int k = 0; k < 6; ++k) text += fmt::format("5 0 {} {}\n", 1 + k, 1 + (k + 1) % 6);
    text += "NPOIN= 7\n0.1 0.05\n";
    for (int k = 0; k < 6; ++k)
      text += fmt::format("{} {}\n", std::cos(k * std::numbers::pi / 3), std::sin(k * std::numbers::pi / 3));
    text += "NMARK= 6\n";
    for (int k = 0; k < 6; ++k)
      text += fmt::format("MARKER_TAG= side_{}\nMARKER_ELEMS= 1\n3 {} {}\n", k, 1 + k, 1 + (k + 1) % 6);
    raw = read_su2(text, "hexagon.su2");
    repair_and_check(raw, "hexagon.su2");
  }
  PartitionOptions options;
  options.periodic = {{"side_0", "side_3"}, {"side_4", "side_1"}, {"side_2", "side_5"}};
  const FlowMesh mesh = build_flow_mesh(world(), scatter(world(), std::move(raw)), options);
  EXPECT_EQ(mesh.n_global, 2 * 3);
  // On a torus edges are vertices and triangles together, in two planes, and one leads across from each.
  EXPECT_EQ(mesh.n_edges_global, 2 * (3 + 6) + 3);
  EXPECT_EQ(mesh.periods.size(), 2u);
  EXPECT_EQ(mesh.marker_names, (std::vector<std::string>{"extrusion_min", "extrusion_max"}));
  EXPECT_LT(mesh.closure_error, 1e-13);
  const double volume = std::accumulate(mesh.volumes.begin(), mesh.volumes.begin() + mesh.n_owned, 0.0);
  EXPECT_NEAR(comm::all_sum(world(), volume), 1.5 * std::sqrt(3.0), 1e-12);
}

// A side in two markers, each with its partner: two pairs of one translation.
TEST(JoinPeriodic, ASideMayBeSeveralMarkers) {
  const auto join = [](bool divided) {
    DistributedMesh mesh = plain_box();
    PartitionOptions options;
    options.periodic = testing::all_periodic;
    if (divided) {
      mesh.marker_names.insert(mesh.marker_names.end(), {"low_min", "low_max"});
      options.periodic["low_min"] = "low_max";
      for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
        const GlobalIndex id = mesh.facet_begin + static_cast<GlobalIndex>(f);
        if (id < 36 && id % 18 < 6) mesh.facet_marker[f] = id < 18 ? 6 : 7;
      }
    }
    return build_flow_mesh(world(), std::move(mesh), options);
  };
  const FlowMesh whole = join(false), divided = join(true);
  EXPECT_EQ(divided.n_global, 27);
  EXPECT_EQ(divided.volumes, whole.volumes);
  EXPECT_EQ(divided.edge_normals, whole.edge_normals);
  EXPECT_EQ(divided.n_facets(), 0);
}

TEST(JoinPeriodic, ADualHasNoPeriodicSides) {
  PartitionOptions options;
  options.periodic = {{"a", "b"}};
  EXPECT_THROW(build_flow_mesh(world(), RawDual{}, options), Error);
}

// A plane mesh becomes one layer of cells, whose two planes may be periodic.
TEST(JoinPeriodic, ThePlanesOfAnExtrusionMayBePeriodic) {
  RawMesh raw;
  if (world().is_root()) {
    raw = read_su2(R"(NDIME= 2
NELEM= 4
9 0 1 4 3
9 1 2 5 4
5 3 4 6
5 4 5 6
NPOIN= 7
0 0
1 0
2 0
0 1
1 1
2 1
1 2
NMARK= 4
MARKER_TAG= left
MARKER_ELEMS= 1
3 0 3
MARKER_TAG= right
MARKER_ELEMS= 1
3 2 5
MARKER_TAG= bottom
MARKER_ELEMS= 2
3 0 1
3 1 2
MARKER_TAG= roof
MARKER_ELEMS= 2
3 3 6
3 6 5
)",
                   "mesh.su2");
    repair_and_check(raw, "mesh.su2");
  }
  PartitionOptions options;
  options.periodic = {{"left", "right"}, {"extrusion_min", "extrusion_max"}};
  const FlowMesh mesh = build_flow_mesh(world(), scatter(world(), std::move(raw)), options);
  EXPECT_EQ(mesh.n_global, 5);
  EXPECT_LT(mesh.closure_error, 1e-13);
  EXPECT_EQ(mesh.marker_names, (std::vector<std::string>{"bottom", "roof"}));
  EXPECT_EQ(comm::all_sum(world(), mesh.n_cells()), 4);
}

}  // namespace
}  // namespace trireme::mesh
