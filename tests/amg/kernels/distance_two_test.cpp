// SPDX-License-Identifier: Apache-2.0
#include "amg/kernels/distance_two.hpp"

#include <gtest/gtest.h>

#include "amg/coarsen/distance_two_graph.hpp"
#include "tests/amg/kernels/dense_interpolation.hpp"

namespace trireme::amg::kernels {
namespace {

TEST(DistanceTwo, CountsPathsAsTheReferenceDoes) {
  for (const int num_paths : {1, 2})
    for (const auto& [n, rows] : test::interpolation_cases()) {
      const test::SplitLevel level(n, rows);
      RowWorkspace workspace(1);
      const CouplingGraph graph = coupling_graph(level.view, level.couplings.strong);
      const auto found = distance_two_graph(graph, level.types, level.coarse, num_paths, workspace);
      const std::vector<double> paths = test::dense(found.paths.diagonal);
      std::vector<double> expected(paths.size(), 0.0);
      std::vector<LocalIndex> coarse;
      for (std::size_t i = 0; i < level.types.size(); ++i)
        if (level.types[i] == PointType::coarse) coarse.push_back(static_cast<LocalIndex>(i));
      const DistanceTwoInput input{&level.couplings.strong,
                                   static_cast<LocalIndex>(n),
                                   coarse,
                                   level.types.data(),
                                   level.coarse.place.data(),
                                   {},
                                   {}};
      distance_two_reference(input, num_paths, static_cast<LocalIndex>(coarse.size()), expected.data());
      EXPECT_EQ(paths, expected);
      EXPECT_EQ(found.strong.columns, found.paths.diagonal.columns);
    }
}

TEST(DistanceTwo, TwoPathsAreFewerThanOne) {
  const test::SplitLevel level(210, test::laplacian(7, 6, 5, test::Stencil::star));
  RowWorkspace workspace(1);
  const CouplingGraph graph = coupling_graph(level.view, level.couplings.strong);
  const auto one = distance_two_graph(graph, level.types, level.coarse, 1, workspace),
             two = distance_two_graph(graph, level.types, level.coarse, 2, workspace);
  EXPECT_LT(two.paths.diagonal.columns.size(), one.paths.diagonal.columns.size());
  EXPECT_GT(two.paths.diagonal.columns.size(), 0u);
}

}  // namespace
}  // namespace trireme::amg::kernels
