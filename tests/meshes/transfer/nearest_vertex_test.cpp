// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/nearest_vertex.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <mpi.h>

#include "meshes/generate/box.hpp"
#include "meshes/partition/build_flow_mesh.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::mesh {
namespace {

// What a search through all vertices of all ranks finds: the nearest, of equally near ones the smallest id.
struct Vertex {
  Point place;
  GlobalIndex original, number;
};
GlobalIndex nearest_of_all(const std::vector<Vertex>& vertices, const Point& x) {
  const auto key = [&](const Vertex& v) {
    const Point d = difference(v.place, x);
    return std::pair(dot(d, d), v.original);
  };
  return std::min_element(vertices.begin(), vertices.end(),
                          [&](const Vertex& a, const Vertex& b) { return key(a) < key(b); })
      ->number;
}

struct Scene {
  comm::Communicator comm{MPI_COMM_WORLD};
  FlowMesh mesh;
  Regions regions;
  std::vector<Vertex> all;

  explicit Scene(const BoxOptions& box)
      : mesh(build_flow_mesh(comm, generate_box(comm, box), PartitionOptions{})),
        regions(comm, std::span(mesh.coordinates).first(3 * static_cast<std::size_t>(mesh.n_owned))) {
    std::vector<Vertex> owned;
    for (LocalIndex v = 0; v < mesh.n_owned; ++v)
      owned.push_back({mesh.place(v), mesh.original_id[static_cast<std::size_t>(v)], mesh.owned_begin + v});
    all = comm::all_gather(comm, owned);
  }

  // Each point is asked for on the rank of its region.
  void expect_nearest(const std::vector<Point>& anywhere) const {
    std::vector<Point> points;
    for (const Point& x : anywhere)
      if (regions.rank_of(x) == comm.rank()) points.push_back(x);
    const auto found = nearest_vertices(comm, regions, mesh, points);
    ASSERT_EQ(found.size(), points.size());
    for (std::size_t k = 0; k < points.size(); ++k) EXPECT_EQ(found[k], nearest_of_all(all, points[k]));
  }
};

TEST(NearestVertices, AreThoseOfASearchThroughAll) {
  const Scene scene({.nx = 5, .ny = 4, .nz = 3, .perturbation = 0.15});
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-0.5, 1.5);
  std::vector<Point> points;
  for (int k = 0; k < 400; ++k) {
    points.push_back({uniform(random), uniform(random), uniform(random)});
    if (k % 10 == 0) points.back() = scaled(20, points.back());
  }
  scene.expect_nearest(points);
}

TEST(NearestVertices, OfEquallyNearOnesTheSmallestIdCounts) {
  const Scene scene({.nx = 2, .ny = 2, .nz = 2});
  // The middles of the eight bricks lie between eight vertices each.
  std::vector<Point> middles;
  for (int brick = 0; brick < 8; ++brick)
    middles.push_back({0.25 + 0.5 * (brick & 1), 0.25 + 0.5 * (brick >> 1 & 1), 0.25 + 0.5 * (brick >> 2)});
  scene.expect_nearest(middles);
}

}  // namespace
}  // namespace trireme::mesh
