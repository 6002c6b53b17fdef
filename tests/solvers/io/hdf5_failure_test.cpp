// SPDX-License-Identifier: Apache-2.0
// What goes wrong with files: every rank throws the same Error that names the file, and nobody hangs or
// prints a stack.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "tests/solvers/io/temporary_folder.hpp"

namespace trireme::io {
namespace {

class Hdf5Failure : public ::testing::Test {
 protected:
  template <class F>
  std::string error_of(ErrorKind kind, F&& action) {
    std::string text = "no error";
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      text = error.what();
    }
    std::string of_root = text;
    comm::broadcast(world_, of_root);
    EXPECT_EQ(text, of_root) << "ranks must fail alike";
    return text;
  }
  std::string open_error(const std::string& path) {
    return error_of(ErrorKind::input, [&] { Hdf5File::open(path, world_); });
  }
  void on_root(const std::function<void()>& action) {
    if (world_.is_root()) action();
    world_.barrier();
  }
  void write_good(const std::string& path, std::size_t rows_per_rank) {
    auto file = Hdf5File::create(path, world_);
    const auto rows = static_cast<GlobalIndex>(rows_per_rank);
    file.write_rows("table", std::vector<double>(rows_per_rank, 1.0), 1, world_.rank() * rows,
                    world_.size() * rows);
    file.close();
  }
  static void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' not in: " << text;
  }

  comm::Communicator world_{MPI_COMM_WORLD};
  test::TemporaryFolder folder_{world_};
};

TEST_F(Hdf5Failure, MissingForeignAndEmptyFiles) {
  const std::string missing = folder_.file("missing.h5");
  expect_part(open_error(missing), missing);
  expect_part(open_error(missing), "no such file");
  on_root([&] { std::ofstream(missing + ".partial") << "x"; });
  expect_part(open_error(missing), "interrupted");

  const std::string foreign = folder_.file("foreign.h5");
  on_root([&] { std::ofstream(foreign) << "this is text, and rather more than eight bytes of it\n"; });
  expect_part(open_error(foreign), "no HDF5 file");
  const std::string empty = folder_.file("empty.h5");
  on_root([&] { std::ofstream{empty}; });
  expect_part(open_error(empty), "empty");
  expect_part(open_error(folder_.file(".")), "directory");
}

TEST_F(Hdf5Failure, TruncatedFilesOfEveryLength) {
  const std::string good = folder_.file("good.h5"), cut = folder_.file("cut.h5");
  write_good(good, 3000);
  const auto size = std::filesystem::file_size(good);
  for (const auto length : {size - 1, size - 4000, size / 2, std::uintmax_t{2000}, std::uintmax_t{600},
                            std::uintmax_t{100}, std::uintmax_t{9}, std::uintmax_t{3}}) {
    on_root([&] {
      std::filesystem::copy_file(good, cut, std::filesystem::copy_options::overwrite_existing);
      std::filesystem::resize_file(cut, length);
    });
    expect_part(open_error(cut), cut);
  }
}

TEST_F(Hdf5Failure, MissingDataSetsAndRows) {
  const std::string path = folder_.file("good.h5");
  write_good(path, 10);
  auto file = Hdf5File::open(path, world_);
  const auto read = [&](const std::string& name, GlobalIndex begin, GlobalIndex rows, int columns) {
    return error_of(ErrorKind::input, [&] { file.read_rows<double>(name, begin, rows, columns); });
  };
  expect_part(read("tabel", 0, 1, 1), "data set 'tabel' is missing");
  expect_part(read("tabel", 0, 1, 1), path);
  expect_part(read("table", 0, 1, 3), "1 columns");
  expect_part(read("table", 0, 10 * world_.size() + 1, 1), fmt::format("has {} rows", 10 * world_.size()));
  // One rank alone asks for too much.
  const GlobalIndex begin = world_.rank() == world_.size() - 1 ? 1000 : 0;
  error_of(ErrorKind::input, [&] { file.read_rows<double>("table", begin, 1, 1); });
  EXPECT_EQ(file.read_rows<double>("table", 0, 3, 1).size(), 3u) << "the file stays usable";
}

TEST_F(Hdf5Failure, UnwritableFolders) {
  const std::string path = folder_.file("no/such/file.h5");
  const std::string text = error_of(ErrorKind::io, [&] { Hdf5File::create(path, world_); });
  expect_part(text, path);
  expect_part(text, "No such file or directory");
}

// A file-size limit makes writes fail in the middle, as a full disk does on a file system that cannot reserve
// space.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(Hdf5Failure, AWriteThatFailsLeavesTheOldFile) {
  const std::string path = folder_.file("full.h5");
  write_good(path, 10);
  {
    auto file = Hdf5File::create(path, world_);
    file.write_attribute("/", "note", std::string(1000, 'x'));
    const GlobalIndex rows = 100000;
    const std::string text = error_of(ErrorKind::io, [&] {
      const FileSizeLimit limit(64 << 10);
      file.write_rows("table", std::vector<double>(rows), 1, world_.rank() * rows, world_.size() * rows);
    });
    expect_part(text, path);
    expect_part(text, "File too large");
  }
  world_.barrier();
  auto file = Hdf5File::open(path, world_);
  EXPECT_EQ(file.rows("table"), 10 * world_.size());
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
}

TEST_F(Hdf5Failure, ADiskTooSmallIsNoticedBeforehand) {
  auto file = Hdf5File::create(folder_.file("huge.h5"), world_);
  const GlobalIndex petabytes = GlobalIndex{1} << 52;
  const std::string text =
      error_of(ErrorKind::io, [&] { file.write_rows("huge", std::vector<double>(), 1, 0, petabytes); });
  expect_part(text, "No space left on device");
}

TEST_F(Hdf5Failure, AnExceptionWhileWritingNeitherHangsNorLeavesAFile) {
  const std::string path = folder_.file("thrown.h5");
  try {
    auto file = Hdf5File::create(path, world_);
    file.write_rows("a", std::vector<double>(), 1, 0, 0);
    throw Error(ErrorKind::numerical, "in between");
  } catch (const Error&) {
  }
  world_.barrier();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
}

}  // namespace
}  // namespace trireme::io
