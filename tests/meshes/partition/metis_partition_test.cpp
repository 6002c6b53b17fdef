// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/metis_partition.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace trireme::mesh {
namespace {

struct Graph {
  std::vector<GlobalIndex> offsets{0}, columns;
};

// The n x n x n lattice.
Graph lattice(GlobalIndex n) {
  Graph graph;
  for (GlobalIndex i = 0; i < n * n * n; ++i) {
    const GlobalIndex x = i % n, y = i / n % n, z = i / n / n;
    if (z > 0) graph.columns.push_back(i - n * n);
    if (y > 0) graph.columns.push_back(i - n);
    if (x > 0) graph.columns.push_back(i - 1);
    if (x + 1 < n) graph.columns.push_back(i + 1);
    if (y + 1 < n) graph.columns.push_back(i + n);
    if (z + 1 < n) graph.columns.push_back(i + n * n);
    graph.offsets.push_back(static_cast<GlobalIndex>(graph.columns.size()));
  }
  return graph;
}

std::vector<GlobalIndex> sizes_of(const std::vector<int>& parts, int n_parts) {
  std::vector<GlobalIndex> sizes(static_cast<std::size_t>(n_parts), 0);
  for (const int part : parts) {
    EXPECT_GE(part, 0);
    EXPECT_LT(part, n_parts);
    ++sizes[part];
  }
  return sizes;
}

TEST(MetisPartition, EveryPartHasAVertexWhenThereAreEnough) {
  // 35 vertices in 7 parts and 125 in 100 are known to come back with empty parts.
  Graph path;
  for (GlobalIndex v = 0; v < 35; ++v) {
    if (v > 0) path.columns.push_back(v - 1);
    if (v < 34) path.columns.push_back(v + 1);
    path.offsets.push_back(static_cast<GlobalIndex>(path.columns.size()));
  }
  const Graph box = lattice(5);
  using Case = std::pair<const Graph*, int>;
  for (const auto& [graph, n_parts] : {Case{&path, 7}, {&box, 100}, {&box, 124}, {&box, 2}, {&box, 64}}) {
    const auto sizes = sizes_of(metis_partition(graph->offsets, graph->columns, n_parts).parts, n_parts);
    EXPECT_GT(*std::min_element(sizes.begin(), sizes.end()), 0) << n_parts << " parts";
  }
}

TEST(MetisPartition, OnePartNoVertexAndMorePartsThanVertices) {
  const Graph box = lattice(2);
  EXPECT_EQ(metis_partition(box.offsets, box.columns, 1).parts, std::vector<int>(8, 0));
  EXPECT_TRUE(metis_partition(std::vector<GlobalIndex>{0}, {}, 4).parts.empty());
  const auto sizes = sizes_of(metis_partition(box.offsets, box.columns, 20).parts, 20);
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 1), 8);
}

TEST(MetisPartition, BalancesAndCutsLittle) {
  const Graph box = lattice(12);
  const auto parts = metis_partition(box.offsets, box.columns, 4).parts;
  const auto sizes = sizes_of(parts, 4);
  EXPECT_LT(*std::max_element(sizes.begin(), sizes.end()), 1.1 * 432);
  GlobalIndex cut = 0;
  for (std::size_t v = 0; v + 1 < box.offsets.size(); ++v) {
    for (GlobalIndex k = box.offsets[v]; k < box.offsets[v + 1]; ++k)
      cut += parts[v] != parts[box.columns[k]] ? 1 : 0;
  }
  // Two planes cut 288 of 4752 edges; a random partition cuts 3564.
  EXPECT_LT(cut / 2, 600);
  EXPECT_EQ(parts, metis_partition(box.offsets, box.columns, 4).parts) << "not deterministic";
}

TEST(MetisPartition, RepairsUnassignedVerticesAndEmptyParts) {
  std::vector<int> parts{-1, 0, 0, 0, 9, 0};
  repair_partition(parts, 4);
  const auto sizes = sizes_of(parts, 4);
  EXPECT_EQ(*std::min_element(sizes.begin(), sizes.end()), 1);
  std::vector<int> few{0, 0};
  repair_partition(few, 3);
  EXPECT_EQ(sizes_of(few, 3)[2], 0);
}

}  // namespace
}  // namespace trireme::mesh
