// SPDX-License-Identifier: Apache-2.0
#include "optim/data/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>
#include <petscsys.h>

#include "optim/data/load_samples.hpp"
#include "optim/data/permutation.hpp"
#include "optim/problem/sample_set.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::optim {
namespace {

// A file that exists while the object lives; written by rank 0.
class SharedFile {
 public:
  SharedFile(const comm::Communicator& comm, const std::string& contents) : comm_(comm) {
    int process = getpid();
    comm::broadcast_value(comm, process);
    path_ =
        (std::filesystem::temp_directory_path() / ("trireme_samples_" + std::to_string(process))).string();
    if (comm.is_root()) std::ofstream(path_, std::ios::binary) << contents;
    comm.barrier();
  }
  ~SharedFile() {
    comm_.barrier();
    if (comm_.is_root()) std::filesystem::remove(path_);
  }
  const std::string& path() const { return path_; }

 private:
  comm::Communicator comm_;
  std::string path_;
};

TEST(Permutation, IsABijectionWithItsInverse) {
  for (const GlobalIndex n : {1, 2, 3, 7, 64, 1000}) {
    const Permutation order(n, 3);
    std::set<GlobalIndex> seen;
    for (GlobalIndex i = 0; i < n; ++i) {
      const GlobalIndex position = order.position_of(i);
      EXPECT_TRUE(position >= 0 && position < n);
      EXPECT_EQ(order.sample_at(position), i);
      seen.insert(position);
    }
    EXPECT_EQ(static_cast<GlobalIndex>(seen.size()), n);
  }
}

TEST(Permutation, MixesAFileSortedByLabel) {
  const GlobalIndex n = 10000;
  const Permutation order(n, 1);
  int from_first_half = 0;
  for (GlobalIndex position = 0; position < 400; ++position)
    from_first_half += order.sample_at(position) < n / 2;
  EXPECT_NEAR(from_first_half, 200, 50);  // five standard deviations
}

TEST(SampleSet, RowsOfAllRanksAreTheWindow) {
  for (const GlobalIndex n : {3, 10, 11})
    for (const int n_ranks : {1, 2, 4, 7})
      for (GlobalIndex begin = 0; begin < n; ++begin)
        for (GlobalIndex count = 0; count <= n; ++count) {
          std::multiset<GlobalIndex> found;
          for (int rank = 0; rank < n_ranks; ++rank)
            for (const LocalRows& rows : local_rows({begin, count}, n, rank, n_ranks))
              for (GlobalIndex row = rows.begin; row < rows.end; ++row) found.insert(row * n_ranks + rank);
          std::multiset<GlobalIndex> expected;
          for (GlobalIndex k = 0; k < count; ++k) expected.insert((begin + k) % n);
          ASSERT_EQ(found, expected) << n << " " << n_ranks << " " << begin << " " << count;
        }
}

TEST(SampleSet, ContainsIsThatOfSets) {
  const GlobalIndex n = 7;
  const auto members = [&](SampleSet set) {
    std::set<GlobalIndex> all;
    for (GlobalIndex k = 0; k < set.count; ++k) all.insert((set.begin + k) % n);
    return all;
  };
  for (GlobalIndex a = 0; a < n; ++a)
    for (GlobalIndex b = 0; b < n; ++b)
      for (GlobalIndex i = 0; i <= n; ++i)
        for (GlobalIndex j = 0; j <= n; ++j) {
          const auto outer = members({a, i}), inner = members({b, j});
          EXPECT_EQ(contains({a, i}, {b, j}, n),
                    std::includes(outer.begin(), outer.end(), inner.begin(), inner.end()));
        }
}

// Rows sorted by label, three classes, more ranks than rows at np 4.
TEST(Samples, AreDealtByPositionWithLabelsMappedByTheirSet) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const SharedFile file(comm, "7 1:1\n7 2:2 3:1\n-3 4:5\n");
  const Samples samples = load_libsvm(comm, file.path(), IndexBase::automatic, {.seed = 4});
  EXPECT_EQ(samples.n_samples, 3);
  EXPECT_EQ(samples.n_features, 4);
  EXPECT_EQ(samples.classes, (std::vector<double>{-3, 7}));
  EXPECT_EQ(samples.largest_entry, 5);
  EXPECT_EQ(samples.largest_norm, 5);
  const Permutation order(3, 4);
  for (GlobalIndex row = 0; row < samples.n_rows(); ++row) {
    const GlobalIndex file_row = samples.file_rows[static_cast<std::size_t>(row)];
    EXPECT_EQ(order.position_of(file_row), row * comm.size() + comm.rank());
    EXPECT_EQ(samples.targets[static_cast<std::size_t>(row)], file_row == 2 ? 0 : 1);
    EXPECT_EQ(samples.squared_norms[static_cast<std::size_t>(row)], (file_row == 0   ? 1
                                                                     : file_row == 1 ? 5
                                                                                     : 25));
  }
  EXPECT_EQ(comm::all_sum(comm, samples.n_rows()), 3);
}

TEST(Samples, UnitRowsHaveNormOne) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const SharedFile file(comm, "1 1:3 2:4\n-1\n-1 2:1e-20 5:1e-20\n");
  const Samples samples = load_libsvm(comm, file.path(), IndexBase::automatic, {.unit_rows = true});
  for (std::size_t row = 0; row < samples.targets.size(); ++row)
    EXPECT_NEAR(samples.squared_norms[row], samples.file_rows[row] == 1 ? 0 : 1, 1e-6);
}

TEST(Samples, OfSwitchesHaveOneValueARow) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  for (const bool second_value : {false, true}) {
    RawSamples rows;
    rows.n_features = 10;
    if (comm.is_root())
      for (std::int64_t row = 0; row < 8; ++row) {
        for (std::int64_t j = 0; j < row % 4; ++j) {
          rows.columns.push_back(j);
          rows.values.push_back(second_value && row == 7 && j == 1 ? 0.5f : 1);
        }
        rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
        rows.labels.push_back(static_cast<double>(row % 2));
      }
    const Samples samples = deal_samples(comm, std::move(rows), {.unit_rows = true}, "switches");
    ASSERT_FALSE(samples.is_dense);
    const bool has_the_other = std::count(samples.file_rows.begin(), samples.file_rows.end(), 7) > 0;
    if (second_value && has_the_other) {
      EXPECT_TRUE(samples.row_values.empty());
      continue;
    }
    ASSERT_EQ(samples.row_values.size(), samples.targets.size());
    for (std::size_t row = 0; row < samples.row_values.size(); ++row) {
      const auto n_entries = static_cast<double>(samples.file_rows[row] % 4);
      EXPECT_EQ(samples.row_values[row], n_entries == 0 ? 0 : static_cast<float>(1 / std::sqrt(n_entries)));
    }
  }
}

TEST(Samples, TheIndexBaseOfOneRowHoldsForAll) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const SharedFile zero(comm, "1 1:1\n-1 2:1\n1 3:1\n-1 4:1\n1 0:1\n");
  EXPECT_EQ(load_libsvm(comm, zero.path(), IndexBase::automatic, {}).n_features, 5);
  const SharedFile one(comm, "1 1:1\n-1 2:1\n1 3:1\n-1 4:1\n1 1:1\n");
  EXPECT_EQ(load_libsvm(comm, one.path(), IndexBase::automatic, {}).n_features, 4);
}

std::string refusal(const comm::Communicator& comm, const std::string& text,
                    const DealOptions& options = {}) {
  const SharedFile file(comm, text);
  try {
    load_libsvm(comm, file.path(), IndexBase::automatic, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(Samples, ErrorsOfOneRankAreThoseOfAll) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  std::string text;
  for (int line = 0; line < 100; ++line) text += "1 1:1\n";
  EXPECT_NE(refusal(comm, text + "1 1:x\n").find(":101:5: value 'x' is no number"), std::string::npos);
  EXPECT_NE(refusal(comm, "").find("no samples"), std::string::npos);
  EXPECT_NE(refusal(comm, "# nothing\n\n").find("no samples"), std::string::npos);
  EXPECT_NE(refusal(comm, text).find("every label is 1"), std::string::npos);
  EXPECT_NE(refusal(comm, "1 1:1\n3 1:1\n", {.shape = SampleShape{1, {1, 2}}}).find("label 3 is unknown"),
            std::string::npos);
}

TEST(Samples, ValidationDropsFeaturesThatTrainingLacks) {
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const SharedFile file(comm, "2 1:1 9:5\n1 2:3\n2 9:1\n");
  const Samples samples = load_libsvm(comm, file.path(), IndexBase::one, {.shape = SampleShape{2, {1, 2}}});
  EXPECT_EQ(samples.n_features, 2);
  EXPECT_EQ(samples.largest_entry, 3);
}

TEST(Samples, RealFilesHaveTheirKnownSizes) {
  TRIREME_DATA_FILE(folder, "ml/");
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const Samples a9a = load_libsvm(comm, folder + "a9a.gz", IndexBase::automatic, {});
  EXPECT_EQ(a9a.n_samples, 32561);
  EXPECT_EQ(a9a.n_features, 123);
  const Samples a1a = load_libsvm(comm, folder + "a1a", IndexBase::automatic, {});
  EXPECT_EQ(a1a.n_samples, 1605);
  const Samples mushrooms = load_libsvm(comm, folder + "mushrooms.gz", IndexBase::automatic, {});
  EXPECT_EQ(mushrooms.classes, (std::vector<double>{1, 2}));
  EXPECT_EQ(mushrooms.n_samples, 8124);
}

TEST(Samples, ABzip2FileIsRead) {
  TRIREME_DATA_FILE(file, "ml/news20_opt_methods.bz2");
  const comm::Communicator comm(PETSC_COMM_WORLD);
  const Samples news = load_libsvm(comm, file, IndexBase::automatic, {});
  EXPECT_EQ(news.classes.size(), 20u);
  EXPECT_FALSE(news.is_dense);
}

TEST(Samples, ACutOffFileIsRefused) {
  TRIREME_DATA_FILE(path, "ml/a9a.gz");
  const comm::Communicator comm(PETSC_COMM_WORLD);
  std::ifstream whole(path, std::ios::binary);
  std::string bytes(1000, '\0');
  whole.read(bytes.data(), 1000);
  EXPECT_NE(refusal(comm, bytes).find("damaged or cut off"), std::string::npos);
}

}  // namespace
}  // namespace trireme::optim
