// SPDX-License-Identifier: Apache-2.0
// Files damaged at random are read or refused, on every rank alike, and never end the program: HDF5 itself
// crashes on some of them.
#include <csignal>
#include <fstream>
#include <iterator>
#include <numeric>
#include <unistd.h>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "solvers/io/hdf5_trial.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

class Hdf5Damage : public ::testing::Test {
 protected:
  // As checkpoints and meshes are: tables in groups, attributes of several kinds.
  std::string good_bytes() {
    const std::string path = folder_.file("good.h5");
    auto file = Hdf5File::create(path, world_);
    std::vector<double> values(world_.is_root() ? 60 : 0);
    std::iota(values.begin(), values.end(), 1.0);
    const std::vector<std::int64_t> ids(world_.is_root() ? 20 : 0, 7);
    file.write_rows("state/flow", values, 3, 0, 20);
    file.write_rows("state/id", ids, 1, 0, 20);
    file.write_rows("table", values, 1, 0, 60);
    file.write_attribute("/", "format", std::string("damaged on purpose"));
    file.write_attribute("state/flow", "cfl", 1.5);
    file.write_attribute("/", "version", std::int64_t{3});
    file.close();
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  // Everything in it, as a reader of checkpoints would. False when refused.
  bool can_read(const std::string& path) {
    try {
      auto file = Hdf5File::open(path, world_);
      file.has_attribute("/", "format");
      file.read_text_attribute("/", "format");
      file.read_int_attribute("/", "version");
      file.members("/");
      file.exists("state/flow");
      file.columns("state/flow");
      file.rows("table");
      file.read_real_attribute("state/flow", "cfl");
      file.read_rows<double>("state/flow", 0, 20, 3);
      file.read_rows<std::int64_t>("state/id", 0, 20, 1);
      file.read_rows<double>("table", 0, world_.is_root() ? 60 : 0, 1);
      file.close();
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::input || error.kind() == ErrorKind::io) << error.what();
      return false;
    }
    return true;
  }

  comm::Communicator world_{MPI_COMM_WORLD};
  test::TemporaryFolder folder_{world_};
};

TEST_F(Hdf5Damage, EndsInAnErrorOnAllRanksOrInNothing) {
  const std::string good = good_bytes(), path = folder_.file("damaged.h5");
  // Of the structure, which is where the values are not: what a reader notices.
  int refused = 0;
  const int rounds = 100 / world_.size();
  for (int round = 0; round < rounds; ++round) {
    if (world_.is_root()) {
      std::string bytes = good;
      std::uint64_t counter = static_cast<std::uint64_t>(round) << 16;
      const auto below = [&](std::size_t limit) {
        return static_cast<std::size_t>(mix_bits(++counter) % limit);
      };
      for (std::size_t k = below(12) + 1; k > 0; --k)
        bytes[below(bytes.size())] = static_cast<char>(below(256));
      std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }
    world_.barrier();
    const int here = can_read(path) ? 0 : 1;
    ASSERT_EQ(comm::all_sum(world_, static_cast<std::int64_t>(here)), here * world_.size()) << round;
    refused += here;
  }
  EXPECT_GT(refused, rounds / 10);
  EXPECT_LT(refused, rounds);
}

TEST_F(Hdf5Damage, ATrialThatCrashesIsAnErrorAndOneThatThrowsIsNot) {
  EXPECT_NO_THROW(try_in_child("file", 0, [] {}));
  EXPECT_NO_THROW(try_in_child("file", 0, [] { throw Error(ErrorKind::internal, "of the child's"); }));
  int here = 0;
  EXPECT_NO_THROW(try_in_child("file", 0, [&] { here = 1; }));
  EXPECT_EQ(here, 0) << "the trial works on a copy";
  for (const int signal : {SIGSEGV, SIGABRT, SIGXCPU}) {
    std::string text;
    try {
      try_in_child("wing.h5", 0, [&] { std::raise(signal); });
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      text = error.what();
    }
    EXPECT_NE(text.find("wing.h5"), std::string::npos) << signal << text;
  }
  EXPECT_THROW(try_in_child("wing.h5", 0, [] { _exit(1); }), Error) << "as memory checkers do";
  // Others kill a child for reasons that are not the file's.
  EXPECT_NO_THROW(try_in_child("file", 0, [] { std::raise(SIGKILL); }));
}

}  // namespace
}  // namespace trireme::io
