// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/checkpoint.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"
#include "solvers/threads/parallel_for.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

constexpr GlobalIndex rows = 101;

double value_of(GlobalIndex id, int c) {
  return std::sin(static_cast<double>(id) + 0.1 * c);
}

// The ids of one of several layouts: round robin, all on the last rank, blocks from behind.
std::vector<GlobalIndex> ids_of(const comm::Communicator& comm, int layout) {
  std::vector<GlobalIndex> ids;
  for (GlobalIndex id = rows - 1; id >= 0; --id) {
    const GlobalIndex owner = layout == 0   ? id % comm.size()
                              : layout == 1 ? comm.size() - 1
                                            : comm.size() - 1 - id * comm.size() / rows;
    if (owner == comm.rank()) ids.push_back(id);
  }
  return ids;
}

std::vector<double> values_of(const std::vector<GlobalIndex>& ids, int components) {
  std::vector<double> values;
  for (const GlobalIndex id : ids) {
    for (int c = 0; c < components; ++c) values.push_back(value_of(id, c));
  }
  return values;
}

std::vector<double> table_rows(GlobalIndex begin, GlobalIndex end) {
  std::vector<GlobalIndex> ids(static_cast<std::size_t>(end - begin));
  std::iota(ids.begin(), ids.end(), begin);
  return values_of(ids, 3);
}

class CheckpointTest : public ::testing::Test {
 protected:
  void write(const comm::Communicator& comm, int layout, const std::string& kind = "test") {
    const auto ids = ids_of(comm, layout);
    CheckpointWriter writer(path_, comm, kind, rows, ids);
    auto state = values_of(ids, 4);
    state.push_back(-99);  // a ghost behind the owned values
    writer.field("state", state, 4);
    writer.field("volume", values_of(ids, 1), 1);
    // Seven rows, all on the first rank or evenly.
    const auto [begin, end] = layout == 1 ? threads::IndexRange<GlobalIndex>{comm.is_root() ? 0 : 7, 7}
                                          : threads::thread_range(GlobalIndex{7}, comm.rank(), comm.size());
    writer.table("visits", table_rows(begin, end), 3, begin, 7);
    writer.scalar("step", std::int64_t{17});
    writer.scalar("cfl", 1e3 / 3);
    writer.scalar("mesh", std::string("wing.su2"));
    writer.commit();
  }
  void expect_readable(const comm::Communicator& comm, int layout) {
    CheckpointReader reader(path_, comm, "test");
    const auto ids = ids_of(comm, layout);
    EXPECT_EQ(reader.rows(), rows);
    EXPECT_EQ(reader.field("state", 4, ids), values_of(ids, 4));
    EXPECT_EQ(reader.field("volume", 1, ids), values_of(ids, 1));
    const auto [begin, end] = threads::thread_range(GlobalIndex{7}, comm.rank(), comm.size());
    EXPECT_EQ(reader.table_names(), std::vector<std::string>{"visits"});
    EXPECT_EQ(reader.table_rows("visits"), 7);
    EXPECT_EQ(reader.table_columns("visits"), 3);
    EXPECT_EQ(reader.table("visits", 3), table_rows(begin, end));
    EXPECT_EQ(reader.integer("step"), 17);
    EXPECT_EQ(reader.real("cfl"), 1e3 / 3);
    EXPECT_EQ(reader.text("mesh"), "wing.su2");
    EXPECT_EQ(reader.field_names(), (std::vector<std::string>{"state", "volume"}));
    EXPECT_EQ(reader.components("state"), 4);
    EXPECT_TRUE(reader.has_scalar("cfl"));
    EXPECT_FALSE(reader.has_field("pressure"));
  }
  template <class F>
  std::string error_of(F&& action) {
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
      return error.what();
    }
    return "no error";
  }
  static void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' not in: " << text;
  }

  comm::Communicator world_{MPI_COMM_WORLD};
  test::TemporaryFolder folder_{world_};
  std::string path_ = folder_.file("checkpoint.h5");
};

TEST_F(CheckpointTest, ReadsBackInEveryLayout) {
  for (const int written : {0, 1, 2}) {
    write(world_, written);
    for (const int read : {0, 1, 2}) expect_readable(world_, read);
  }
}

TEST_F(CheckpointTest, ReadsBackOnAnotherRankCount) {
  write(world_, 2);
  // Every rank alone, then all but the last together.
  expect_readable(comm::Communicator::self(), 0);
  const comm::Communicator part = world_.split(world_.rank() == world_.size() - 1 ? 1 : 0, world_.rank());
  expect_readable(part, 0);
  world_.barrier();
  if (world_.is_root()) write(comm::Communicator::self(), 1);
  world_.barrier();
  expect_readable(world_, 0);
}

TEST_F(CheckpointTest, EqualStatesGiveEqualFiles) {
  const auto bytes = [this] {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  write(world_, 0);
  const std::string first = bytes();
  world_.barrier();
  write(world_, 2);
  EXPECT_EQ(first, bytes()) << "the layout must not show in the file";
}

TEST_F(CheckpointTest, RefusesWhatItIsNot) {
  write(world_, 0, "other equations");
  expect_part(error_of([&] { CheckpointReader(path_, world_, "test"); }), "'other equations'");
  auto foreign = Hdf5File::create(folder_.file("foreign.h5"), world_);
  foreign.close();
  expect_part(error_of([&] { CheckpointReader(folder_.file("foreign.h5"), world_, "test"); }),
              "no checkpoint");
  auto newer = Hdf5File::create(folder_.file("newer.h5"), world_);
  newer.write_attribute("/", "format", std::string("trireme checkpoint"));
  newer.write_attribute("/", "format_version", std::int64_t{99});
  newer.close();
  expect_part(error_of([&] { CheckpointReader(folder_.file("newer.h5"), world_, "test"); }), "version 99");

  write(world_, 0);
  CheckpointReader reader(path_, world_, "test");
  const auto ids = ids_of(world_, 0);
  expect_part(error_of([&] { reader.field("pressure", 1, ids); }), "'fields/pressure' is missing");
  expect_part(error_of([&] { reader.field("state", 5, ids); }), "4 columns");
  expect_part(error_of([&] { reader.integer("steps"); }), "'steps'");
}

TEST_F(CheckpointTest, AFlippedBitIsNoticed) {
  write(world_, 0);
  if (world_.is_root()) {
    // The bytes of row 50 of the state stand in the file once.
    const double value = value_of(50, 2);
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
    ASSERT_NE(at, std::string::npos);
    file.clear();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(bytes[at] ^ 1));
  }
  world_.barrier();
  CheckpointReader reader(path_, world_, "test");
  const auto ids = ids_of(world_, 0);
  expect_part(error_of([&] { reader.field("state", 4, ids); }), "'fields/state' is damaged");
  EXPECT_EQ(reader.field("volume", 1, ids), values_of(ids, 1));
}

TEST_F(CheckpointTest, AnUncommittedOneLeavesTheLast) {
  write(world_, 0);
  {
    const auto ids = ids_of(world_, 1);
    CheckpointWriter writer(path_, world_, "test", rows, ids);
    writer.field("state", std::vector<double>(ids.size() * 4, 0.0), 4);
  }
  world_.barrier();
  expect_readable(world_, 0);
}

}  // namespace
}  // namespace trireme::io
