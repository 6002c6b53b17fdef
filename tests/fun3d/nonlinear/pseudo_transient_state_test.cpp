// SPDX-License-Identifier: Apache-2.0
#include "fun3d/nonlinear/pseudo_transient_state.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::flow {
namespace {

class StateInAFile : public ::testing::Test {
 protected:
  PseudoTransientState sample() const {
    PseudoTransientState state;
    state.steps = 17;
    state.linear_iterations = 5'000'000'000;
    state.rejections = 3;
    state.seconds = 12.5;
    state.initial_residual = 0.1 / 3;
    state.cfl = {.initial_norm = 1e-3 / 7, .cfl = 1e4 / 3, .cut = 1e-2};
    state.forcing = {.norm = 1e-5 / 3, .tolerance = 0.07};
    state.first_order = true;
    state.limiter_frozen = true;
    state.phase_steps = 11;
    state.least_residual = 2e-4 / 3;
    state.steps_without_gain = 5;
    return state;
  }
  template <class Write>
  std::string write(Write&& fill) const {
    const std::string path = folder_.file("state.h5");
    io::CheckpointWriter writer(path, comm_, "test", 0, {});
    fill(writer);
    writer.commit();
    return path;
  }
  PseudoTransientState read(const std::string& path) const {
    return PseudoTransientState::load(io::CheckpointReader(path, comm_, "test"), path);
  }

  comm::Communicator comm_{PETSC_COMM_WORLD};
  io::test::TemporaryFolder folder_{comm_};
};

TEST_F(StateInAFile, ComesBackBitByBit) {
  const PseudoTransientState written = sample();
  const PseudoTransientState state = read(write([&](io::CheckpointWriter& writer) { written.save(writer); }));
  EXPECT_EQ(state.steps, written.steps);
  EXPECT_EQ(state.linear_iterations, written.linear_iterations);
  EXPECT_EQ(state.rejections, written.rejections);
  EXPECT_EQ(state.seconds, written.seconds);
  EXPECT_EQ(state.initial_residual, written.initial_residual);
  EXPECT_EQ(state.cfl.initial_norm, written.cfl.initial_norm);
  EXPECT_EQ(state.cfl.cfl, written.cfl.cfl);
  EXPECT_EQ(state.cfl.cut, written.cfl.cut);
  EXPECT_EQ(state.forcing.norm, written.forcing.norm);
  EXPECT_EQ(state.forcing.tolerance, written.forcing.tolerance);
  EXPECT_EQ(state.first_order, written.first_order);
  EXPECT_EQ(state.limiter_frozen, written.limiter_frozen);
  EXPECT_EQ(state.phase_steps, written.phase_steps);
  EXPECT_EQ(state.least_residual, written.least_residual);
  EXPECT_EQ(state.steps_without_gain, written.steps_without_gain);
}

TEST_F(StateInAFile, IsRefusedWhenANumberInItIsAnother) {
  const std::string path = write([&](io::CheckpointWriter& writer) { sample().save(writer); });
  if (comm_.is_root()) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    std::string bytes = text.str();
    const double value = sample().initial_residual;
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream(path, std::ios::binary) << bytes;
  }
  comm_.barrier();
  try {
    read(path);
    ADD_FAILURE() << "a changed number was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("checksum"), std::string::npos) << error.what();
  }
}

TEST_F(StateInAFile, IsRefusedWhenANumberIsMissing) {
  const std::string path =
      write([](io::CheckpointWriter& writer) { writer.scalar("steps", std::int64_t{1}); });
  EXPECT_THROW(read(path), Error);
}

}  // namespace
}  // namespace trireme::flow
