// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/csv_history.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

using Row = std::array<double, 3>;

class CsvHistoryTest : public ::testing::Test {
 protected:
  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void append_raw(const std::string& text) { std::ofstream(path_, std::ios::app) << text; }

  test::TemporaryFolder folder_{comm::Communicator::self()};
  std::string path_ = folder_.file("history.csv");
  std::vector<CsvColumn> columns_ = {{"step"}, {"residual"}, {"time", "s"}};
};

TEST_F(CsvHistoryTest, EveryRowIsOnDiskAtOnce) {
  CsvHistory history(path_, columns_);
  EXPECT_EQ(contents(), "step,residual,time [s]\n");
  history.append(Row{1, 0.1, 2.5});
  EXPECT_EQ(contents(), "step,residual,time [s]\n1,0.1,2.5\n");
}

TEST_F(CsvHistoryTest, NumbersReadBackExactly) {
  const Row row = {1.0 / 3.0, 1e-300, 123456789012345.6};
  CsvHistory(path_, columns_).append(row);
  std::istringstream text(contents());
  std::string line;
  std::getline(text, line);
  for (const double value : row) {
    std::getline(text, line, value == row.back() ? '\n' : ',');
    EXPECT_EQ(std::strtod(line.c_str(), nullptr), value);
  }
}

TEST_F(CsvHistoryTest, ResumeDropsWhatWillBeWrittenAgain) {
  {
    CsvHistory history(path_, columns_);
    for (int step = 0; step < 5; ++step) history.append(Row{double(step), 1, 1});
  }
  append_raw("5,1.2");  // killed within a row
  CsvHistory history = CsvHistory::resume(path_, columns_, 3);
  history.append(Row{3, 7, 7});
  EXPECT_EQ(contents(), "step,residual,time [s]\n0,1,1\n1,1,1\n2,1,1\n3,7,7\n");
}

TEST_F(CsvHistoryTest, ResumeStartsAMissingFile) {
  CsvHistory::resume(path_, columns_, 10).append(Row{10, 1, 1});
  EXPECT_EQ(contents(), "step,residual,time [s]\n10,1,1\n");
}

TEST_F(CsvHistoryTest, ResumeRefusesOtherColumns) {
  append_raw("step,lift\n1,2\n");
  try {
    CsvHistory::resume(path_, columns_, 3);
    FAIL() << "continued another history";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("step,lift"), std::string::npos);
  }
  EXPECT_EQ(contents(), "step,lift\n1,2\n");
}

TEST_F(CsvHistoryTest, FullDisksAndMissingFoldersAreIoErrors) {
  for (const std::string& path : {std::string("/dev/full"), folder_.file("no/history.csv")}) {
    try {
      CsvHistory history(path, columns_);
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), 5);
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace trireme::io
