// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/periodic_classes.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

// A few points a rank, so that chains of links lead through all of them.
constexpr GlobalIndex points_a_rank = 3;

class PeriodicClasses : public ::testing::Test {
 protected:
  comm::Communicator world_{MPI_COMM_WORLD};
  RangeDirectory points_{world_, points_a_rank};

  // Those links of all that this rank holds.
  std::vector<ClassLabel> label(const std::vector<ShiftedLink>& all) const {
    std::vector<ShiftedLink> held;
    for (const ShiftedLink& link : all)
      if (points_.holder(link.link.point) == world_.rank()) held.push_back(link);
    return label_periodic_classes(world_, points_, held);
  }
  void expect_label(const std::vector<ClassLabel>& labels, GlobalIndex point, GlobalIndex first,
                    const Shift& shift) const {
    if (points_.holder(point) != world_.rank()) return;
    const ClassLabel& found = labels[static_cast<std::size_t>(point - points_.begin())];
    EXPECT_EQ(found.first, first) << "point " << point;
    EXPECT_EQ(found.shift, shift) << "point " << point;
  }
};

TEST_F(PeriodicClasses, PointsWithoutLinksAreTheirOwn) {
  const auto labels = label({});
  for (GlobalIndex p = 0; p < points_.total(); ++p) expect_label(labels, p, p, {0, 0, 0});
}

TEST_F(PeriodicClasses, ShiftsAddUpAlongChains) {
  // Every second point, each linked to the one below or above: the smallest id names the class.
  std::vector<ShiftedLink> links;
  for (GlobalIndex p = 2; p < points_.total(); p += 2) {
    if (p % 4 == 0)
      links.push_back({{p, p - 2}, {1, 0, 2}});
    else
      links.push_back({{p - 2, p}, {-1, 0, -2}});
  }
  const auto labels = label(links);
  for (GlobalIndex p = 0; p < points_.total(); ++p) {
    const auto n = static_cast<std::int32_t>(p / 2);
    if (p % 2 == 0)
      expect_label(labels, p, 0, {n, 0, 2 * n});
    else
      expect_label(labels, p, p, {0, 0, 0});
  }
}

TEST_F(PeriodicClasses, SeveralWaysThatAgreeAreOne) {
  // The corners of a side that is periodic both ways: the last point is reached by either.
  const GlobalIndex last = points_.total() - 1;
  const auto labels = label({{{1, 0}, {1, 0, 0}}, {{last, 1}, {0, 1, 0}}, {{last, 0}, {1, 1, 0}}});
  expect_label(labels, 0, 0, {0, 0, 0});
  expect_label(labels, 1, 0, {1, 0, 0});
  expect_label(labels, last, 0, {1, 1, 0});
}

TEST_F(PeriodicClasses, RefuseAPointThatIsItsOwnImage) {
  const GlobalIndex last = points_.total() - 1;
  try {
    label({{{1, 0}, {1, 0, 0}}, {{last, 1}, {1, 0, 0}}, {{last, 0}, {1, 0, 0}}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("to an image of itself"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trireme::mesh
