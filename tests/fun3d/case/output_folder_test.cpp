// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_folder.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::flow {
namespace {

namespace fs = std::filesystem;

class OutputFolder : public ::testing::Test {
 protected:
  OutputOptions options(const std::string& directory) {
    OutputOptions result;
    result.directory = folder_.file(directory);
    result.name = "wing";
    return result;
  }
  io::test::TemporaryFolder folder_{comm::Communicator::self()};
};

TEST_F(OutputFolder, ACheckChangesNothing) {
  const OutputOptions wanted = options("a/b");
  require_output_folder(wanted);
  EXPECT_FALSE(fs::exists(wanted.directory));
  make_output_folder(wanted);
  EXPECT_TRUE(fs::is_empty(wanted.directory));
  require_output_folder(wanted);
}

TEST_F(OutputFolder, AFileInTheWayIsFound) {
  std::ofstream(folder_.file("file")) << "";
  for (const char* directory : {"file", "file/below"}) {
    EXPECT_THROW(require_output_folder(options(directory)), Error) << directory;
    EXPECT_THROW(make_output_folder(options(directory)), Error) << directory;
  }
}

TEST_F(OutputFolder, RemovesTheResultsOfTheSameNameAlone) {
  const OutputOptions here = options("out");
  make_output_folder(here);
  for (const char* name : {"wing_history.csv", "wing_sections.csv", "wing_state.h5", "tail_history.csv"})
    std::ofstream(here.directory + "/" + name) << "old";
  const std::vector<std::string> expected{"wing_history.csv", "wing_sections.csv"};
  EXPECT_EQ(remove_earlier_results(here), expected);
  EXPECT_FALSE(fs::exists(here.path("_history.csv")));
  EXPECT_TRUE(fs::exists(here.path("_state.h5")));
  EXPECT_TRUE(fs::exists(here.directory + "/tail_history.csv"));
  EXPECT_TRUE(remove_earlier_results(here).empty());
}

}  // namespace
}  // namespace trireme::flow
