// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "meshes/generate/bump.hpp"
#include "meshes/generate/cylinder.hpp"
#include "meshes/generate/naca4.hpp"
#include "meshes/generate/onera_m6.hpp"
#include "meshes/generate/wedge.hpp"
#include "tests/meshes/generate/plane_checks.hpp"

namespace trireme::mesh {
namespace {

using comm::Communicator;

template <class Generate, class Options>
void expect_same_for_every_rank_count(const Generate& generate, const Options& options) {
  const Communicator world(MPI_COMM_WORLD);
  EXPECT_TRUE(testing::is_part_of(generate(world, options), generate(Communicator::self(), options)));
}

class GeneratorRanks : public ::testing::TestWithParam<BrickCells> {};

TEST_P(GeneratorRanks, Bump) {
  BumpOptions options;
  options.extrusion.cells = GetParam();
  for (const GlobalIndex target : {12, 700}) {
    options.resolution.target_vertices = target;
    expect_same_for_every_rank_count(generate_bump, options);
  }
}

TEST_P(GeneratorRanks, Wedge) {
  WedgeOptions options;
  options.extrusion.cells = GetParam();
  expect_same_for_every_rank_count(generate_wedge, options);
}

TEST_P(GeneratorRanks, Cylinder) {
  CylinderOptions options;
  options.extrusion.cells = GetParam();
  options.extrusion.span_cells = 3;
  expect_same_for_every_rank_count(generate_cylinder, options);
}

TEST_P(GeneratorRanks, Naca4) {
  Naca4Options options;
  options.digits = "2412";
  options.target_vertices = 1500;
  options.extrusion.cells = GetParam();
  for (const NacaBody body : {NacaBody::aerofoil, NacaBody::wing}) {
    options.body = body;
    expect_same_for_every_rank_count(generate_naca4, options);
  }
}

TEST_P(GeneratorRanks, OneraM6) {
  OneraM6Options options;
  options.cells = GetParam();
  options.target_vertices = 1500;
  expect_same_for_every_rank_count(generate_onera_m6, options);
}

INSTANTIATE_TEST_SUITE_P(Cells, GeneratorRanks, ::testing::ValuesIn(testing::all_brick_cells));

}  // namespace
}  // namespace trireme::mesh
