// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/regions.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Points that crowd together near the origin, on all ranks but the first.
std::vector<double> crowded(const comm::Communicator& comm, int n) {
  std::vector<double> points;
  if (comm.is_root() && comm.size() > 1) return points;
  std::mt19937 random(static_cast<unsigned>(comm.rank()));
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int k = 0; k < 3 * n; ++k) points.push_back(std::pow(uniform(random), 4));
  return points;
}

TEST(Regions, HoldAboutEqualNumbersOfPoints) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  const auto points = crowded(comm, 3000);
  const Regions regions(comm, points);
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  for (std::size_t p = 0; p + 2 < points.size(); p += 3)
    ++counts[static_cast<std::size_t>(regions.rank_of({points[p], points[p + 1], points[p + 2]}))];
  comm::all_sum_in_place(comm, std::span(counts));
  const GlobalIndex total = comm::all_sum(comm, static_cast<GlobalIndex>(points.size() / 3));
  for (const GlobalIndex count : counts)
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(total) / comm.size(), 3);
}

TEST(Regions, ABoxTouchesTheRegionsOfItsPoints) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  const Regions regions(comm, crowded(comm, 300));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-0.2, 1.2);
  for (int k = 0; k < 200; ++k) {
    Box box;
    for (int corner = 0; corner < 2; ++corner)
      box.add(Point{uniform(random), uniform(random), uniform(random)});
    std::vector<int> touched(static_cast<std::size_t>(comm.size()), 0);
    regions.for_each_touched(box, [&](int rank) { ++touched[static_cast<std::size_t>(rank)]; });
    for (const int times : touched) EXPECT_LE(times, 1);
    for (int at = 0; at < 27; ++at) {
      Point x = box.low;
      for (std::size_t d = 0; d < 3; ++d)
        x[d] += (box.high[d] - box.low[d]) * 0.5 * (at / (d == 0 ? 1 : d == 1 ? 3 : 9) % 3);
      EXPECT_EQ(touched[static_cast<std::size_t>(regions.rank_of(x))], 1);
    }
  }
}

TEST(Regions, NeedNoPoints) {
  const comm::Communicator comm(MPI_COMM_WORLD);
  const Regions regions(comm, {});
  EXPECT_GE(regions.rank_of({1, 2, 3}), 0);
  EXPECT_LT(regions.rank_of({1, 2, 3}), comm.size());
}

}  // namespace
}  // namespace trireme::mesh
