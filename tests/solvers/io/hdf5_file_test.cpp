// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/hdf5_file.hpp"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

class Hdf5FileTest : public ::testing::Test {
 protected:
  // Rank r has r rows, so rank 0 has none.
  GlobalIndex rows_here() const { return world_.rank(); }
  GlobalIndex begin_here() const { return comm::exclusive_scan_sum(world_, rows_here()); }
  GlobalIndex total() const { return comm::all_sum(world_, rows_here()); }

  template <class T>
  std::vector<T> table(GlobalIndex begin, GlobalIndex rows, int columns) const {
    std::vector<T> values;
    for (GlobalIndex row = begin; row < begin + rows; ++row) {
      for (int c = 0; c < columns; ++c) values.push_back(static_cast<T>(row * 7 + c));
    }
    return values;
  }

  template <class T>
  void round_trip(int columns) {
    const std::string path = folder_.file("table.h5");
    auto file = Hdf5File::create(path, world_);
    file.write_rows("group/inner/table", table<T>(begin_here(), rows_here(), columns), columns, begin_here(),
                    total());
    file.close();
    auto again = Hdf5File::open(path, world_);
    EXPECT_EQ(again.rows("group/inner/table"), total());
    EXPECT_EQ(again.columns("group/inner/table"), columns);
    EXPECT_EQ(again.read_rows<T>("group/inner/table", begin_here(), rows_here(), columns),
              table<T>(begin_here(), rows_here(), columns));
    EXPECT_EQ(again.read_rows<T>("group/inner/table", 0, total(), columns), table<T>(0, total(), columns))
        << "any rows can be read by any rank";
    again.close();
  }

  comm::Communicator world_{MPI_COMM_WORLD};
  test::TemporaryFolder folder_{world_};
};

TEST_F(Hdf5FileTest, RoundTripsEveryTypeWithEmptyRanks) {
  round_trip<double>(1);
  round_trip<double>(3);
  round_trip<float>(2);
  round_trip<std::int64_t>(1);
  round_trip<std::int32_t>(4);
  round_trip<std::uint8_t>(1);
}

TEST_F(Hdf5FileTest, RoundTripsATableWithoutRows) {
  const std::string path = folder_.file("empty.h5");
  auto file = Hdf5File::create(path, world_);
  file.write_rows("nothing", std::vector<double>(), 3, 0, 0);
  file.close();
  auto again = Hdf5File::open(path, world_);
  EXPECT_EQ(again.rows("nothing"), 0);
  EXPECT_TRUE(again.read_rows<double>("nothing", 0, 0, 3).empty());
}

TEST_F(Hdf5FileTest, AttributesOfAllKinds) {
  const std::string path = folder_.file("attributes.h5");
  auto file = Hdf5File::create(path, world_);
  file.create_group("scalars");
  file.write_attribute("/", "text", std::string("two words"));
  file.write_attribute("/", "empty", std::string());
  file.write_attribute("scalars", "large", std::numeric_limits<std::int64_t>::max());
  file.write_attribute("scalars", "real", 1.0 / 3.0);
  file.close();
  auto again = Hdf5File::open(path, world_);
  EXPECT_EQ(again.read_text_attribute("/", "text"), "two words");
  EXPECT_EQ(again.read_text_attribute("/", "empty"), "");
  EXPECT_EQ(again.read_int_attribute("scalars", "large"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(again.read_real_attribute("scalars", "real"), 1.0 / 3.0);
  EXPECT_TRUE(again.has_attribute("/", "text"));
  EXPECT_FALSE(again.has_attribute("/", "other"));
  EXPECT_THROW(again.read_int_attribute("/", "text"), Error);
  EXPECT_THROW(again.read_text_attribute("/", "other"), Error);
}

TEST_F(Hdf5FileTest, LooksAround) {
  const std::string path = folder_.file("members.h5");
  auto file = Hdf5File::create(path, world_);
  file.write_rows("b/two", std::vector<double>(), 1, 0, 0);
  file.write_rows("a", std::vector<double>(), 1, 0, 0);
  file.close();
  auto again = Hdf5File::open(path, world_);
  EXPECT_EQ(again.members("/"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(again.members("b"), (std::vector<std::string>{"two"}));
  EXPECT_TRUE(again.exists("b/two"));
  EXPECT_FALSE(again.exists("c/two"));
  EXPECT_FALSE(again.exists("b/three"));
}

TEST_F(Hdf5FileTest, NarrowerValuesAreWidenedNeverNarrowed) {
  const std::string path = folder_.file("types.h5");
  auto file = Hdf5File::create(path, world_);
  const GlobalIndex n = world_.size(), begin = world_.rank();
  file.write_rows("int32", std::vector<std::int32_t>{-5}, 1, begin, n);
  file.write_rows("double", std::vector<double>{0.1}, 1, begin, n);
  file.close();
  auto again = Hdf5File::open(path, world_);
  EXPECT_EQ(again.read_rows<std::int64_t>("int32", begin, 1, 1), (std::vector<std::int64_t>{-5}));
  EXPECT_THROW(again.read_rows<float>("double", begin, 1, 1), Error);
  EXPECT_THROW(again.read_rows<double>("int32", begin, 1, 1), Error);
  EXPECT_THROW(again.read_rows<std::int64_t>("double", begin, 1, 1), Error);
}

TEST_F(Hdf5FileTest, AFileHasItsNameOnlyOnceClosed) {
  const std::string path = folder_.file("late.h5");
  {
    auto file = Hdf5File::create(path, world_);
    file.write_rows("a", std::vector<double>(), 1, 0, 0);
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(std::filesystem::exists(path + ".partial"));
    world_.barrier();
  }
  world_.barrier();
  EXPECT_FALSE(std::filesystem::exists(path)) << "not closed, so discarded";
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
  world_.barrier();
  auto file = Hdf5File::create(path, world_);
  file.close();
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(Hdf5FileTest, RowsBeyond32BitsKeepTheirPlace) {
  // Only the last rows are written; the others take room on disk but no time.
  const GlobalIndex total = (GlobalIndex{1} << 31) + 100;
  const auto space = std::filesystem::space(std::filesystem::temp_directory_path());
  if (comm::any_of(world_, space.available < 2 * static_cast<std::uintmax_t>(total))) {
    GTEST_SKIP() << "less than 4 GB free for temporary files";
  }
  const std::string path = folder_.file("large.h5");
  const bool last = world_.rank() == world_.size() - 1;
  const GlobalIndex mine = last ? 60 : 0;
  const auto tail = table<std::uint8_t>(1, mine, 1);
  auto file = Hdf5File::create(path, world_);
  file.write_rows("large", tail, 1, total - mine, total);
  file.close();
  auto again = Hdf5File::open(path, world_);
  EXPECT_EQ(again.rows("large"), total);
  EXPECT_EQ(again.read_rows<std::uint8_t>("large", total - 60, 60, 1), table<std::uint8_t>(1, 60, 1));
}

TEST_F(Hdf5FileTest, WrongShapesAreRefusedOnAllRanks) {
  auto file = Hdf5File::create(folder_.file("shape.h5"), world_);
  const bool wrong_here = world_.rank() == world_.size() - 1;
  EXPECT_THROW(file.write_rows("a", std::vector<double>(wrong_here ? 4 : 0), 3, 0, 10), Error);
  EXPECT_THROW(file.write_rows("a", std::vector<double>(wrong_here ? 3 : 0), 3, 10, 10), Error);
}

}  // namespace
}  // namespace trireme::io
