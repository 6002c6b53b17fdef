// SPDX-License-Identifier: Apache-2.0
#include "meshes/refine/refinement_pattern.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "meshes/core/cell_geometry.hpp"

namespace trireme::mesh {
namespace {

// A regular cell of each shape, in the project's corner order.
CellCorners regular(CellType type) {
  switch (type) {
    case CellType::tetrahedron:
      return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    case CellType::pyramid:
      return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}}};
    case CellType::prism:
      return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
    default:
      return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  }
}

std::array<Point, most_nodes> node_points(CellType type) {
  const CellCorners corners = regular(type);
  std::array<Point, most_nodes> points{};
  std::copy_n(corners.begin(), cell_size(type), points.begin());
  const auto edges = cell_edges(type);
  for (std::size_t e = 0; e < edges.size(); ++e)
    points[edge_node(type, static_cast<int>(e))] =
        midpoint(corners[edges[e].first], corners[edges[e].second]);
  const auto faces = cell_faces(type);
  for (std::size_t f = 0; f < faces.size(); ++f)
    points[face_node(type, static_cast<int>(f))] = face_mean(faces[f], corners);
  points[centre_node(type)] = corner_mean(type, corners);
  return points;
}

// The children fill the cell: their volumes are positive and sum to its own, and every face of a child is
// that of exactly one other or lies in a face of the cell, whose area they cover.
void expect_filled(CellType type, std::span<const ChildCell> children) {
  const auto nodes = node_points(type);
  double volume = 0, outside = 0;
  std::map<std::set<int>, std::vector<Point>> faces;
  for (const ChildCell& child : children) {
    CellCorners corners{};
    for (int i = 0; i < cell_size(child.type); ++i) corners[i] = nodes[child.nodes[i]];
    EXPECT_GT(cell_volume(child.type, corners), 0.01);
    volume += cell_volume(child.type, corners);
    for (const CellFace& face : cell_faces(child.type)) {
      std::set<int> key;
      for (int i = 0; i < face.size; ++i) key.insert(child.nodes[face.corners[i]]);
      EXPECT_EQ(key.size(), static_cast<std::size_t>(face.size));
      faces[key].push_back(face_area(face, corners));
    }
  }
  const CellCorners corners = regular(type);
  EXPECT_NEAR(volume, cell_volume(type, corners), 1e-14);
  for (const auto& [key, areas] : faces) {
    ASSERT_LE(areas.size(), 2u);
    if (areas.size() == 2) {
      EXPECT_NEAR(length(sum(areas[0], areas[1])), 0, 1e-15);
    } else {
      outside += length(areas[0]);
    }
  }
  double surface = 0;
  for (const CellFace& face : cell_faces(type)) surface += length(face_area(face, corners));
  EXPECT_NEAR(outside, surface, 1e-14);
}

TEST(RefinementPattern, ChildrenFillTheirCell) {
  for (int type = 0; type < n_cell_types; ++type) {
    for (int diagonal = 0; diagonal < n_diagonals; ++diagonal) {
      const auto children = refined_cell(static_cast<CellType>(type), diagonal);
      EXPECT_EQ(children.size(), type == static_cast<int>(CellType::pyramid) ? 10u : 8u);
      expect_filled(static_cast<CellType>(type), children);
    }
  }
}

TEST(RefinementPattern, TheDiagonalIsTheOneAskedFor) {
  const auto nodes = node_points(CellType::tetrahedron);
  for (int diagonal = 0; diagonal < n_diagonals; ++diagonal) {
    const auto& [first, second] = octahedron_diagonals[diagonal];
    const CellCorners corners = regular(CellType::tetrahedron);
    const Point ends[2] = {midpoint(corners[first[0]], corners[first[1]]),
                           midpoint(corners[second[0]], corners[second[1]])};
    const auto children = refined_cell(CellType::tetrahedron, diagonal);
    for (std::size_t i = 4; i < 8; ++i) {
      EXPECT_EQ(nodes[children[i].nodes[0]], ends[0]);
      EXPECT_EQ(nodes[children[i].nodes[1]], ends[1]);
    }
  }
}

TEST(RefinementPattern, ALayerStaysOne) {
  for (const CellType type : {CellType::prism, CellType::hexahedron}) {
    EXPECT_EQ(refined_layer_cell(type).size(), 4u);
    expect_filled(type, refined_layer_cell(type));
    for (const ChildCell& child : refined_layer_cell(type)) {
      EXPECT_EQ(child.type, type);
      const auto nodes = node_points(type);
      for (int i = 0; i < cell_size(type); ++i)
        EXPECT_EQ(nodes[child.nodes[i]][2], i < cell_size(type) / 2 ? 0 : 1);
    }
  }
  EXPECT_TRUE(refined_layer_cell(CellType::tetrahedron).empty());
  EXPECT_TRUE(refined_layer_cell(CellType::pyramid).empty());
}

}  // namespace
}  // namespace trireme::mesh
