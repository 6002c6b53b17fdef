// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/atomic_write.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string error_of(const std::string& path, const std::string& text) {
  try {
    atomic_write(path, text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  return {};
}

class AtomicWrite : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_{comm::Communicator::self()};
};

TEST_F(AtomicWrite, WritesAndReplaces) {
  const std::string path = folder_.file("a.txt");
  atomic_write(path, "first");
  EXPECT_EQ(contents(path), "first");
  const std::string bytes("zero \0 byte", 11);
  atomic_write(path, bytes);
  EXPECT_EQ(contents(path), bytes);
  EXPECT_FALSE(std::filesystem::exists(path + std::string(partial_suffix)));
}

TEST_F(AtomicWrite, SaysWhyItCannotWrite) {
  const std::string missing = error_of(folder_.file("no/a.txt"), "x");
  EXPECT_NE(missing.find("no/a.txt"), std::string::npos);
  EXPECT_NE(missing.find("No such file"), std::string::npos) << missing;
  EXPECT_NE(error_of("/dev/full", "x").find("No space left"), std::string::npos);
}

TEST_F(AtomicWrite, KnowsBeforehandWhetherItCouldWrite) {
  const std::string path = folder_.file("a.txt");
  require_writable(path);
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(path).parent_path()));
  atomic_write(path, "old");
  require_writable(path);
  EXPECT_EQ(contents(path), "old");
  EXPECT_THROW(require_writable(folder_.file("no/a.txt")), Error);
  EXPECT_THROW(require_writable(std::filesystem::path(path).parent_path().string()), Error);
  EXPECT_NO_THROW(require_writable("/dev/null"));
}

TEST_F(AtomicWrite, AFailureLeavesTheOldFile) {
  const std::string path = folder_.file("a.txt");
  atomic_write(path, "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of(path, std::string(100000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(error.empty());
  EXPECT_EQ(contents(path), "old");
  EXPECT_FALSE(std::filesystem::exists(path + std::string(partial_suffix)));
}

TEST_F(AtomicWrite, DevicesAreWrittenDirectly) {
  atomic_write("/dev/null", "text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace trireme::io
