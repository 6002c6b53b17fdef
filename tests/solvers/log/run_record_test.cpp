// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/run_record.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"

namespace trireme::log {
namespace {

using nlohmann::json;

TEST(RunRecord, DottedPathsNest) {
  RunRecord record("trireme-test");
  record.set("time.total", 3.5);
  record.set("time.solve", 3.0);
  record.append("history", 1);
  record.append("history", 2);
  const json read = json::parse(record.text());
  EXPECT_EQ(read.at("program"), "trireme-test");
  EXPECT_EQ(read.at("time").at("total"), 3.5);
  EXPECT_EQ(read.at("time").at("solve"), 3.0);
  EXPECT_EQ(read.at("history"), json({1, 2}));
  EXPECT_TRUE(record.has("time.total"));
  EXPECT_FALSE(record.has("time.other"));
  EXPECT_TRUE(record.at("nothing.here").is_null());
}

TEST(RunRecord, AlwaysComesOut) {
  RunRecord record("trireme-test");
  record.set("residual", std::nan(""));
  record.set("path", "bytes \xff\xfe");
  const json read = json::parse(record.text());
  EXPECT_TRUE(read.at("residual").is_null());
  EXPECT_TRUE(read.at("path").is_string());
}

TEST(RunRecord, HoldsTheDeckAsResolved) {
  double mach = 0.5;
  std::string file = "12";
  std::vector<double> axis = {0, 1};
  bool viscous = false;
  std::map<std::string, std::string> boundary = {{"wing/upper.1", "slip_wall"}};
  options::Schema schema;
  schema.section("flow", "Flow.");
  schema.add("mach", mach, "Mach number");
  schema.add("file", file, "File");
  schema.add("axis", axis, "Axis");
  schema.add("viscous", viscous, "Viscous");
  schema.add_map("boundary", boundary, "Boundary");
  schema.set("flow.mach=0.84", "command line");
  RunRecord record("trireme-test");
  record.set_deck(schema);
  const json flow = json::parse(record.text()).at("deck").at("flow");
  EXPECT_EQ(flow.at("mach"), 0.84);
  EXPECT_EQ(flow.at("file"), "12");
  EXPECT_EQ(flow.at("axis"), json({0, 1}));
  EXPECT_EQ(flow.at("viscous"), false);
  EXPECT_EQ(flow.at("boundary").at("wing/upper.1"), "slip_wall");
  EXPECT_EQ(record.at("deck_origin"), json({{"flow.mach", "command line"}}));
}

TEST(RunRecord, KnowsBuildLibrariesAndMachine) {
  const comm::Communicator world(MPI_COMM_WORLD);
  RunRecord record("trireme-test");
  record.set_build();
  record.set_libraries();
  record.set_petsc_options();
  record.set_machine(world);
  for (const char* path : {"version", "commit", "build.compiler", "libraries.mpi", "libraries.petsc",
                           "libraries.hdf5", "machine.hostname"}) {
    EXPECT_TRUE(record.at(path).is_string()) << path;
    EXPECT_FALSE(record.at(path).get<std::string>().empty()) << path;
  }
  EXPECT_TRUE(record.at("petsc_options").is_string());
  EXPECT_EQ(record.at("ranks"), world.size());
  EXPECT_EQ(record.at("machine.places").size(),
            world.is_root() ? static_cast<std::size_t>(world.size()) : 0u);
}

TEST(RunRecord, WritesAFileOrSaysWhyNot) {
  const comm::Communicator world(MPI_COMM_WORLD);
  if (!world.is_root()) return;
  RunRecord record("trireme-test");
  const std::string path = ::testing::TempDir() + "trireme_run_record_test.json";
  record.write(path);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), record.text());
  std::remove(path.c_str());
  try {
    record.write("/no/such/folder/report.json");
    FAIL() << "written nowhere";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 5);
    EXPECT_NE(std::string(error.what()).find("/no/such/folder/report.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace trireme::log
