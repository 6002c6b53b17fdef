// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/periodic_lattice.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

const std::vector<std::string> names{"a, b", "c, d", "e, f", "g, h"};

PeriodicLattice lattice_of(const std::vector<Point>& translations) {
  return build_periodic_lattice(translations, std::span(names).first(translations.size()));
}

TEST(PeriodicLattice, TakesIndependentTranslationsForItsBasis) {
  const auto lattice = lattice_of({{1, 0, 0}, {0.5, 2, 0}, {0, 0, -3}});
  ASSERT_EQ(lattice.basis.size(), 3u);
  EXPECT_EQ(lattice.of_pair, (std::vector<Shift>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(PeriodicLattice, FindsEqualOppositeAndSummedTranslations) {
  const double h = std::sqrt(0.75);
  const auto hexagon = lattice_of({{1, 0, 0}, {0.5, h, 0}, {-0.5, h + 1e-9, 0}, {-1, 0, 0}});
  EXPECT_EQ(hexagon.basis.size(), 2u);
  EXPECT_EQ(hexagon.of_pair, (std::vector<Shift>{{1, 0, 0}, {0, 1, 0}, {-1, 1, 0}, {-1, 0, 0}}));
}

TEST(PeriodicLattice, RefusesWhatDoesNotFit) {
  EXPECT_THROW(lattice_of({{0, 0, 0}}), Error);
  EXPECT_THROW(lattice_of({{1, 0, 0}, {0.5, 0, 0}}), Error);
  EXPECT_THROW(lattice_of({{1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 0}}), Error);
}

TEST(ImageKeys, HoldIdAndShift) {
  const ImageKeys keys(1000, {{1, 0, 0}, {0, 2, 0}, {0, 0, 4}});
  EXPECT_EQ(keys.key(17, {0, 0, 0}), 17);
  for (const Shift& shift : {Shift{1, 0, 0}, Shift{-1, 0, 0}, Shift{0, 3, -2}, Shift{-5, -5, 30}}) {
    const GlobalIndex key = keys.key(17, shift);
    EXPECT_FALSE(keys.is_home(key));
    EXPECT_EQ(keys.id(key), 17);
    EXPECT_EQ(keys.shift(key), shift);
    EXPECT_EQ(keys.seen_from(key, shift), 17);
  }
  EXPECT_EQ(keys.place(keys.key(3, {1, -1, 2}), {0.5, 0.5, 0.5}), (Point{1.5, -1.5, 8.5}));
}

}  // namespace
}  // namespace trireme::mesh
