// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/output_descriptor.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

class OutputDescriptorTest : public ::testing::Test {
 protected:
  OutputDescriptorTest() { std::ofstream{path_}; }
  test::TemporaryFolder folder_{comm::Communicator::self()};
  std::string path_ = folder_.file("data");
};

TEST_F(OutputDescriptorTest, WritesAtItsPlaces) {
  OutputDescriptor first(path_, path_), second(path_, path_);
  second.write_at("world", 5, 6);
  first.write_at("hello ", 6, 0);
  OutputDescriptor moved = std::move(first);
  moved.write_at("H", 1, 0);
  moved.write_at(nullptr, 0, 1000);
  moved.sync();
  std::ostringstream text;
  text << std::ifstream(path_).rdbuf();
  EXPECT_EQ(text.str(), "Hello world");
}

TEST_F(OutputDescriptorTest, ReservingKeepsTheSize) {
  OutputDescriptor file(path_, path_);
  file.reserve(1 << 20);
  EXPECT_EQ(std::filesystem::file_size(path_), 0u);
}

TEST_F(OutputDescriptorTest, SaysWhatFails) {
  const auto error_of = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(error_of([&] {
              OutputDescriptor(folder_.file("none"), "shown");
            }).find("shown: cannot write this file (No such"),
            std::string::npos);
  OutputDescriptor full("/dev/full", "full");
  EXPECT_NE(error_of([&] { full.write_at("x", 1, 0); }).find("No space left"), std::string::npos);
  OutputDescriptor file(path_, path_);
  EXPECT_NE(error_of([&] { file.reserve(std::int64_t{1} << 60); }).find("No space left"), std::string::npos);
}

}  // namespace
}  // namespace trireme::io
