// SPDX-License-Identifier: Apache-2.0
// What a restart file gives back, and what it refuses.
#include "fun3d/case/restart_file.hpp"

#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "tests/fun3d/support/sample_flow.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::flow {
namespace {

constexpr char settings[] = "flow.mach: 0.5\n";

class Restart : public ::testing::Test {
 protected:
  RestartFile file(const mesh::FlowMesh& mesh, const std::string& now = settings,
                   const std::string& equations = "incompressible_euler") const {
    return RestartFile(comm_, mesh, equations, 4, now);
  }
  PseudoTransientState sample_loop() const {
    PseudoTransientState loop;
    loop.steps = 5;
    loop.initial_residual = 0.25;
    return loop;
  }
  void write(PseudoTransientState loop) const {
    const std::vector<WatchedStep> watched{{0.1 / 3, 0.01}, {0.2 / 3, 0.02}};
    file(*mesh_).write(path_, test::smooth_state(*mesh_, mesh_->n_owned), limiter(), loop, watched);
  }
  std::vector<double> limiter() const {
    std::vector<double> phi = test::smooth_state(*mesh_, mesh_->n_owned);
    for (double& value : phi) value = 0.5 * value;
    return phi;
  }
  // The error of reading with the given file object; every rank must get the same.
  void expect_refused(const RestartFile& reader, const std::string& reason) const {
    try {
      reader.read(path_);
      ADD_FAILURE() << "read, though " << reason;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(path_), std::string::npos) << error.what();
    }
  }

  comm::Communicator comm_{PETSC_COMM_WORLD};
  io::test::TemporaryFolder folder_{comm_};
  std::string path_ = folder_.file("flow_state.h5");
  std::shared_ptr<const mesh::FlowMesh> mesh_ = test::box_mesh(comm_, 4);
};

TEST_F(Restart, GivesBackWhatWasWritten) {
  write(sample_loop());
  const RestartData data = file(*mesh_).read(path_);
  EXPECT_EQ(data.state, test::smooth_state(*mesh_, mesh_->n_owned));
  EXPECT_TRUE(data.limiter.empty());
  EXPECT_EQ(data.loop.steps, 5);
  EXPECT_EQ(data.loop.initial_residual, 0.25);
  EXPECT_TRUE(data.changes.empty());
  EXPECT_EQ(data.place.finer, 0);
  EXPECT_TRUE(data.place.coarser.empty());
  ASSERT_EQ(data.watched.size(), 2u);
  EXPECT_EQ(data.watched[0].lift, 0.1 / 3);
  EXPECT_EQ(data.watched[1].drag, 0.02);
}

TEST_F(Restart, CarriesTheLimiterOnlyWhereItIsFrozen) {
  PseudoTransientState loop = sample_loop();
  loop.limiter_frozen = true;
  write(loop);
  EXPECT_EQ(file(*mesh_).read(path_).limiter, limiter());
}

TEST_F(Restart, KnowsItsPlaceInASequenceOfMeshes) {
  const LevelEnd first{"a.su2", "converged", 100, 7, 70, 1, 123.5, 0.25};
  const LevelEnd second{"b.su2", "step limit reached", 1000, 9, 5'000'000'000, 0, 1.0 / 3, 0.5};
  const SequencePlace place{.finer = 2, .coarser = {first, second}};
  EXPECT_EQ(place.steps_behind(), 16);
  EXPECT_EQ(place.seconds_behind(), 0.75);
  file(*mesh_).write(path_, test::smooth_state(*mesh_, mesh_->n_owned), {}, sample_loop(), {}, place);
  EXPECT_EQ(RestartFile::finer_meshes(comm_, path_, "incompressible_euler"), 2);
  EXPECT_THROW(RestartFile::finer_meshes(comm_, path_, "compressible_euler"), Error);
  const SequencePlace read = file(*mesh_).read(path_).place;
  EXPECT_EQ(read.finer, 2);
  ASSERT_EQ(read.coarser.size(), 2u);
  EXPECT_EQ(read.coarser[0].mesh, "a.su2");
  EXPECT_EQ(read.coarser[0].vertices, 100);
  EXPECT_EQ(read.coarser[0].rejections, 1);
  EXPECT_EQ(read.coarser[1].reason, "step limit reached");
  EXPECT_EQ(read.coarser[1].steps, 9);
  EXPECT_EQ(read.coarser[1].linear_iterations, 5'000'000'000);
  EXPECT_EQ(read.coarser[1].drop, 1.0 / 3);
  EXPECT_EQ(read.coarser[1].seconds, 0.5);
}

TEST_F(Restart, NamesOptionsThatChanged) {
  write(sample_loop());
  const RestartData data = file(*mesh_, "flow.mach: 0.84\n").read(path_);
  EXPECT_EQ(data.changes, std::vector<std::string>{"flow.mach: 0.5 -> 0.84"});
}

TEST_F(Restart, RefusesAnotherMesh) {
  write(sample_loop());
  expect_refused(file(*test::box_mesh(comm_, 5)), "vertices");
  expect_refused(file(*test::box_mesh(comm_, 4, mesh::BoxCells::tetrahedron, 0.15)), "coordinates");
  expect_refused(file(*test::box_mesh(comm_, 4, mesh::BoxCells::hexahedron)), "edges");
}

TEST_F(Restart, RefusesOtherEquations) {
  write(sample_loop());
  expect_refused(file(*mesh_, settings, "compressible_euler"), "incompressible_euler");
}

TEST_F(Restart, RefusesOtherVersions) {
  io::CheckpointWriter writer(path_, comm_, "trireme-fun3d incompressible_euler", mesh_->n_global,
                              std::span(mesh_->original_id).first(static_cast<std::size_t>(mesh_->n_owned)));
  writer.scalar("restart_version", std::int64_t{99});
  writer.commit();
  expect_refused(file(*mesh_), "version 99");
}

TEST_F(Restart, RefusesAStateWithoutItsHistory) {
  io::CheckpointWriter writer(path_, comm_, "trireme-fun3d incompressible_euler", mesh_->n_global,
                              std::span(mesh_->original_id).first(static_cast<std::size_t>(mesh_->n_owned)));
  writer.commit();
  expect_refused(file(*mesh_), "without the history");
}

// One byte of the field, found by the bits of a value that only it holds.
TEST_F(Restart, RefusesDamage) {
  write(sample_loop());
  if (comm_.is_root()) {
    std::string bytes;
    {
      std::ostringstream text;
      text << std::ifstream(path_, std::ios::binary).rdbuf();
      bytes = text.str();
    }
    const double value = test::smooth_state(*mesh_, 1)[0];
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  comm_.barrier();
  expect_refused(file(*mesh_), "damaged");
}

}  // namespace
}  // namespace trireme::flow
