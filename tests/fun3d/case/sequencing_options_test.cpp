// SPDX-License-Identifier: Apache-2.0
// Which meshes a deck's section sequencing means, and what it refuses.
#include "fun3d/case/sequencing_options.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::flow {
namespace {

TEST(Sequencing, IsOffByDefault) {
  mesh::MeshOptions mesh;
  mesh.file = "wing.su2";
  const auto sources = mesh_sequence(mesh, {});
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_EQ(sources[0].name, "wing.su2");
  EXPECT_NO_THROW(SequencingOptions{}.validate(mesh));
}

TEST(Sequencing, GeneratesFewerVerticesOnceRefinementsAreUsedUp) {
  mesh::MeshOptions mesh;
  mesh.target_vertices = 8000;
  mesh.refine = 1;
  SequencingOptions sequencing;
  sequencing.levels = 3;
  sequencing.coarsening = 4;
  const auto sources = mesh_sequence(mesh, sequencing);
  ASSERT_EQ(sources.size(), 4u);
  const int refine[] = {0, 0, 0, 1};
  const std::int64_t vertices[] = {500, 2000, 8000, 8000};
  for (int level = 0; level < 4; ++level) {
    EXPECT_EQ(sources[level].options.refine, refine[level]) << level;
    EXPECT_EQ(sources[level].options.target_vertices, vertices[level]) << level;
  }
  EXPECT_EQ(sources[0].name, "about 500 vertices");
  EXPECT_EQ(sources[3].name, "about 8000 vertices, refined once");
}

TEST(Sequencing, TakesFilesAsTheyAreTheCoarsestFirst) {
  mesh::MeshOptions mesh;
  mesh.file = "fine.su2";
  mesh.refine = 2;
  mesh.split_to_tets = true;
  SequencingOptions sequencing;
  sequencing.meshes = {"coarse.su2", "medium.su2"};
  const auto sources = mesh_sequence(mesh, sequencing);
  ASSERT_EQ(sources.size(), 3u);
  EXPECT_EQ(sources[0].options.file, "coarse.su2");
  EXPECT_EQ(sources[1].options.file, "medium.su2");
  EXPECT_EQ(sources[1].options.refine, 0);
  EXPECT_TRUE(sources[1].options.split_to_tets);
  EXPECT_EQ(sources[2].name, "fine.su2, refined 2 times");
}

TEST(Sequencing, RefusesWhatItCannotMake) {
  mesh::MeshOptions file;
  file.file = "wing.su2";
  file.refine = 1;
  SequencingOptions sequencing;
  sequencing.levels = 1;
  EXPECT_NO_THROW(sequencing.validate(file));
  sequencing.levels = 2;
  EXPECT_THROW(sequencing.validate(file), Error) << "a file has no coarser mesh than itself";
  mesh::MeshOptions generated;
  generated.target_vertices = 400;
  EXPECT_THROW(sequencing.validate(generated), Error) << "too few vertices";
  generated.target_vertices = 512;
  EXPECT_NO_THROW(sequencing.validate(generated));
  sequencing.meshes = {"coarse.su2"};
  EXPECT_THROW(sequencing.validate(generated), Error) << "two ways at once";
}

TEST(Sequencing, LeavesCoarserMeshesEarly) {
  PseudoTimeOptions own;
  own.residual_drop = 1e8;
  own.max_steps = 7;
  own.cfl_max = 123;
  SequencingOptions sequencing;
  const PseudoTimeOptions coarse = sequencing.on_coarser_meshes(own);
  EXPECT_EQ(coarse.residual_drop, sequencing.residual_drop);
  EXPECT_EQ(coarse.max_steps, sequencing.max_steps);
  EXPECT_EQ(coarse.cfl_max, 123);
  own.residual_drop = 10;
  EXPECT_EQ(sequencing.on_coarser_meshes(own).residual_drop, 10);
}

}  // namespace
}  // namespace trireme::flow
