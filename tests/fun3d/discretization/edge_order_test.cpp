// SPDX-License-Identifier: Apache-2.0
// Orders of edges: groups share no vertex and keep every vertex's order, colours share none either, the order
// as read is the one in which cells mention edges.
#include "fun3d/discretization/edge_order.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "fun3d/discretization/shared_edges.hpp"
#include "tests/fun3d/support/sample_flow.hpp"

namespace trireme::flow {
namespace {

class EdgeOrders : public ::testing::Test {
 protected:
  comm::Communicator comm_{PETSC_COMM_WORLD};
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 5);

  // Every third edge writes one end only.
  std::vector<VisitedEdge> edges() const {
    std::vector<VisitedEdge> list;
    for (LocalIndex edge = 0; edge < mesh_->n_edges(); ++edge) {
      const std::uint8_t both = writes_first | writes_second;
      list.push_back({edge, edge % 3 == 0 ? (edge % 2 == 0 ? writes_first : writes_second) : both});
    }
    return list;
  }
  std::vector<LocalIndex> written(const VisitedEdge& edge) const {
    std::vector<LocalIndex> ends;
    if (edge.writes & writes_first) ends.push_back(mesh_->edges[2 * edge.number]);
    if (edge.writes & writes_second) ends.push_back(mesh_->edges[2 * edge.number + 1]);
    return ends;
  }
};

TEST_F(EdgeOrders, GroupsShareNoWrittenVertexAndKeepEveryVertexsOrder) {
  const std::vector<VisitedEdge> list = edges();
  for (const LocalIndex window : {1, 4, 64}) {
    constexpr int width = 8;
    const auto result = grouped(list, mesh_->edges, mesh_->n_local(), width, window);
    ASSERT_EQ(result.size() % width, 0u);
    std::vector<LocalIndex> latest(static_cast<std::size_t>(mesh_->n_local()), -1);
    std::vector<int> count(list.size(), 0);
    for (std::size_t at = 0; at < result.size(); at += width) {
      std::set<LocalIndex> in_group;
      for (std::size_t e = at; e < at + width; ++e) {
        if (result[e].writes == 0) continue;
        EXPECT_EQ(result[e].writes, list[result[e].number].writes);
        ++count[result[e].number];
        for (const LocalIndex vertex : written(result[e])) {
          EXPECT_TRUE(in_group.insert(vertex).second);
          EXPECT_LT(latest[vertex], result[e].number);
          latest[vertex] = result[e].number;
        }
      }
    }
    EXPECT_TRUE(std::all_of(count.begin(), count.end(), [](int c) { return c == 1; }));
    // Not by leaving most lanes empty.
    if (window == 64) {
      EXPECT_LT(result.size(), list.size() + list.size() / 3);
    }
  }
}

TEST_F(EdgeOrders, AnEdgelessListHasNoGroups) {
  EXPECT_TRUE(grouped({}, mesh_->edges, mesh_->n_local(), 8, 64).empty());
}

TEST_F(EdgeOrders, ColoursShareNoWrittenVertex) {
  const std::vector<VisitedEdge> list = edges();
  std::size_t n_edges = 0;
  for (const auto& colour : coloured(list, mesh_->edges, mesh_->n_local())) {
    std::set<LocalIndex> in_colour;
    for (const VisitedEdge& edge : colour)
      for (const LocalIndex vertex : written(edge)) EXPECT_TRUE(in_colour.insert(vertex).second);
    n_edges += colour.size();
  }
  EXPECT_EQ(n_edges, list.size());
}

TEST_F(EdgeOrders, PlacesAsReadFollowTheCells) {
  const std::vector<LocalIndex> places = places_as_read(*mesh_);
  std::vector<LocalIndex> sorted = places;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t e = 0; e < sorted.size(); ++e) ASSERT_EQ(sorted[e], static_cast<LocalIndex>(e));
  if (mesh_->n_cells() == 0) return;
  // The edges of the first cell come before all others.
  const std::set<LocalIndex> corners(mesh_->cell_vertices.begin(),
                                     mesh_->cell_vertices.begin() + mesh_->cell_offsets[1]);
  LocalIndex n_first = 0, last_of_first = -1;
  for (LocalIndex edge = 0; edge < mesh_->n_edges(); ++edge) {
    if (!corners.contains(mesh_->edges[2 * edge]) || !corners.contains(mesh_->edges[2 * edge + 1])) continue;
    ++n_first;
    last_of_first = std::max(last_of_first, places[edge]);
  }
  EXPECT_EQ(last_of_first, n_first - 1);
}

}  // namespace
}  // namespace trireme::flow
