// SPDX-License-Identifier: Apache-2.0
// Binary copies of text samples: the same bits, and never in the way.
#include "optim/data/sample_cache.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "optim/data/load_samples.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::optim {
namespace {

namespace fs = std::filesystem;

class SampleCache : public ::testing::Test {
 protected:
  SampleCache() : comm_(PETSC_COMM_WORLD) {
    int process = getpid();
    comm::broadcast_value(comm_, process);
    folder_ = fs::temp_directory_path() / ("trireme_sample_cache_" + std::to_string(process));
    text_ = (folder_ / "train.svm").string();
    if (comm_.is_root()) fs::create_directories(folder_);
    write_text(31);
  }
  ~SampleCache() override {
    comm_.barrier();
    if (comm_.is_root()) fs::remove_all(folder_);
  }

  // Rows without entries among them, numbers that are no short decimals.
  void write_text(int n_rows) {
    on_root([&] {
      std::ofstream file(text_);
      file.precision(17);
      for (int row = 0; row < n_rows; ++row) {
        file << (row % 3 == 0 ? -1 : 0.1 * row);
        for (int j = 1; j < row % 5; ++j) file << " " << 7 * j + row << ":" << symmetric_hash(1, row, 2) / j;
        file << "\n";
      }
    });
  }
  template <class F>
  void on_root(F&& f) {
    comm_.barrier();
    if (comm_.is_root()) f();
    comm_.barrier();
  }
  CachedSamples read(IndexBase base = IndexBase::automatic) {
    return read_libsvm_cached(comm_, text_, base, (folder_ / "copies").string());
  }
  std::string copy() const { return cached_copy_of(text_, (folder_ / "copies").string()); }

  // All ranks' rows as numbers, in the order of the file.
  std::vector<double> gathered(const RawSamples& rows) const {
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
      numbers.push_back(rows.labels[row]);
      for (auto e = static_cast<std::size_t>(rows.offsets[row]);
           e < static_cast<std::size_t>(rows.offsets[row + 1]); ++e) {
        numbers.push_back(static_cast<double>(rows.columns[e]));
        numbers.push_back(static_cast<double>(rows.values[e]));
      }
    }
    return comm::all_gather(comm_, numbers);
  }
  void expect_text(const CachedSamples& found) const {
    EXPECT_EQ(gathered(found.rows), gathered(read_libsvm(comm_, text_, IndexBase::automatic)));
  }

  comm::Communicator comm_;
  fs::path folder_;
  std::string text_;
};

TEST_F(SampleCache, TheSecondReadingIsOfTheCopyAndHasTheBitsOfTheFirst) {
  const CachedSamples first = read(), second = read();
  EXPECT_FALSE(first.from_copy);
  EXPECT_TRUE(second.from_copy);
  EXPECT_TRUE(first.remarks.empty() && second.remarks.empty());
  expect_text(first);
  expect_text(second);
}

// One rank alone reads what all have written, and the other way round.
TEST_F(SampleCache, AnyNumberOfRanksReadsACopy) {
  read();
  on_root([&] {
    const CachedSamples alone = read_libsvm_cached(comm::Communicator::self(), text_, IndexBase::automatic,
                                                   (folder_ / "copies").string());
    EXPECT_TRUE(alone.from_copy);
    EXPECT_EQ(alone.rows.n_rows(), 31);
    fs::remove(copy());
    read_libsvm_cached(comm::Communicator::self(), text_, IndexBase::automatic,
                       (folder_ / "copies").string());
  });
  const CachedSamples together = read();
  EXPECT_TRUE(together.from_copy);
  expect_text(together);
}

TEST_F(SampleCache, AStaleCopyIsWrittenAnewWithAWord) {
  read();
  write_text(32);
  const CachedSamples longer = read();
  EXPECT_FALSE(longer.from_copy);
  ASSERT_EQ(longer.remarks.size(), 1u);
  EXPECT_NE(longer.remarks[0].find("stale"), std::string::npos) << longer.remarks[0];
  expect_text(longer);
  EXPECT_TRUE(read().from_copy);
  // The same size at another time.
  on_root([&] { fs::last_write_time(text_, fs::last_write_time(text_) + std::chrono::seconds(7)); });
  EXPECT_FALSE(read().from_copy);
  EXPECT_TRUE(read().from_copy);
  // Other options.
  EXPECT_FALSE(read(IndexBase::zero).from_copy);
  EXPECT_FALSE(read().from_copy);
}

// Every part of the contents: one byte changed, and the end cut off.
TEST_F(SampleCache, ADamagedCopyIsWrittenAnewWithAWord) {
  read();
  std::string whole;
  on_root([&] {
    std::ifstream file(copy(), std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(file), {});
  });
  comm::broadcast(comm_, whole);
  const auto survives = [&](const std::string& damaged, bool must_notice) {
    on_root([&] { std::ofstream(copy(), std::ios::binary) << damaged; });
    const CachedSamples found = read();
    if (must_notice) {
      EXPECT_FALSE(found.from_copy);
      EXPECT_EQ(found.remarks.size(), 1u);
    }
    expect_text(found);
  };
  const RawSamples rows = read_libsvm(comm::Communicator::self(), text_, IndexBase::automatic);
  const auto flipped = [&](const void* bytes, std::size_t count) {
    std::string damaged = whole;
    const std::size_t at = whole.find(std::string(static_cast<const char*>(bytes), count));
    EXPECT_NE(at, std::string::npos);
    if (at != std::string::npos) damaged[at + count - 1] = static_cast<char>(damaged[at + count - 1] ^ 1);
    return damaged;
  };
  survives(flipped(rows.values.data() + 3, 8), true);
  survives(flipped(rows.labels.data() + 4, 16), true);
  survives(whole.substr(0, whole.size() / 2), true);
  survives("", true);
  survives("no HDF5 at all", true);
  for (std::size_t at = 0; at < whole.size(); at += 997) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    survives(damaged, false);
  }
}

// Another run writes the same copy, and has its partial file open.
TEST_F(SampleCache, ARunLeavesTheFilesOfOthersAlone) {
  const std::string others = copy() + ".partial";
  on_root([&] {
    fs::create_directories(folder_ / "copies");
    std::ofstream(others) << "half of a copy";
  });
  EXPECT_TRUE(read().remarks.empty());
  EXPECT_TRUE(read().from_copy);
  on_root([&] {
    std::string text;
    std::getline(std::ifstream(others), text);
    EXPECT_EQ(text, "half of a copy");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "copies"), fs::directory_iterator()), 2);
  });
}

// What killed writers left goes, what others may still write stays. A process that has ended and been waited
// for has a number that is nobody's.
TEST_F(SampleCache, TheNextWriterRemovesTheTracesOfKilledOnes) {
  std::string dead, alive, elsewhere, old;
  on_root([&] {
    fs::create_directories(folder_ / "copies");
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    const std::string here = copy() + "." + host + "-";
    dead = here + std::to_string(child) + ".partial";
    alive = here + std::to_string(getppid()) + ".partial";
    elsewhere = copy() + ".elsewhere-1.partial";
    old = copy() + ".elsewhere-2.partial";
    for (const std::string& name : {dead, alive, elsewhere, old}) std::ofstream(name) << "half of a copy";
    fs::last_write_time(old, fs::last_write_time(old) - std::chrono::hours(25));
  });
  EXPECT_TRUE(read().remarks.empty());
  on_root([&] {
    EXPECT_FALSE(fs::exists(dead));
    EXPECT_TRUE(fs::exists(alive));
    EXPECT_TRUE(fs::exists(elsewhere));
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(copy()));
  });
}

// Each rank is a run of its own, all at once.
TEST_F(SampleCache, RunsAtTheSameTimeLeaveAWholeCopy) {
  read();
  on_root([&] { fs::remove(copy()); });
  const CachedSamples here = read_libsvm_cached(comm::Communicator::self(), text_, IndexBase::automatic,
                                                (folder_ / "copies").string());
  EXPECT_TRUE(here.remarks.empty());
  comm_.barrier();
  const CachedSamples after = read();
  EXPECT_TRUE(after.from_copy);
  expect_text(after);
}

TEST_F(SampleCache, WhereNoCopyCanBeWrittenThereIsNone) {
  on_root([&] { std::ofstream(folder_ / "copies") << "a file where the folder should be"; });
  const CachedSamples found = read();
  EXPECT_FALSE(found.from_copy);
  ASSERT_EQ(found.remarks.size(), 1u);
  EXPECT_NE(found.remarks[0].find("no binary copy"), std::string::npos) << found.remarks[0];
  expect_text(found);
}

TEST_F(SampleCache, ErrorsOfTheSourceAreThoseOfTheText) {
  on_root([&] { std::ofstream(text_) << "1 1:1\n1 2:nonsense\n"; });
  EXPECT_THROW(read(), Error);
  on_root([&] { fs::remove(text_); });
  EXPECT_THROW(read(), Error);
  EXPECT_FALSE(fs::exists(copy()));
}

}  // namespace
}  // namespace trireme::optim
