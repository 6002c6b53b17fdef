// SPDX-License-Identifier: Apache-2.0
// MovieLens and generated samples: what they hold, and that they are the same however they are cut.
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "dlrm_hpc/data/generated_samples.hpp"
#include "dlrm_hpc/data/movielens.hpp"
#include "dlrm_hpc/data/prepare.hpp"
#include "dlrm_hpc/train/metrics.hpp"
#include "solvers/base/error.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::dlrm {
namespace {

TEST(MovieLens, HoldsWhatIsKnownOfIt) {
  TRIREME_DATA_FILE(ratings, "ctr/ml100k/u.data.gz");
  const std::string folder = trireme::testing::data_folder() + "/ctr/ml100k/";
  GlobalIndex parts = 0;
  for (const MovieLensPart part : {MovieLensPart::all, MovieLensPart::train, MovieLensPart::test}) {
    MovieLensSource source({ratings, folder + "u.item", folder + "u.user"}, part);
    DataChunk chunk;
    source.fill(200000, chunk);
    if (part == MovieLensPart::all) {
      EXPECT_EQ(chunk.samples, 100000);
      double positives = 0;
      const RecordLayout layout(source.schema());
      for (std::size_t s = 0; s < 100000; ++s) {
        float label;
        std::memcpy(&label, chunk.records.data() + s * layout.words, 4);
        positives += label;
      }
      EXPECT_EQ(positives, 55375);
      // The first line: user 196 rates item 242; ids are their own rows.
      EXPECT_EQ(load_id(chunk.records.data() + layout.place[0], 1), 196);
      EXPECT_EQ(load_id(chunk.records.data() + layout.place[1], 1), 242);
      EXPECT_EQ(source.schema().tables[0].rows, 944);
      EXPECT_EQ(source.schema().tables[1].rows, 1683);
      EXPECT_EQ(source.schema().tables[3].rows, 21);
    } else {
      parts += chunk.samples;
      if (part == MovieLensPart::test) {
        EXPECT_NEAR(static_cast<double>(chunk.samples), 20000, 600);
      }
    }
  }
  EXPECT_EQ(parts, 100000);
  EXPECT_THROW(MovieLensSource({ratings}, MovieLensPart::all), Error);
  EXPECT_THROW(MovieLensSource({folder + "u.user", folder + "u.item", folder + "u.user"}, MovieLensPart::all),
               Error);
}

GenerateOptions small(std::int64_t lookups) {
  GenerateOptions options;
  options.samples = 30000;
  options.rows = {1000, 50, 7};
  options.lookups = lookups;
  options.numbers = 4;
  options.strength = 2;
  return options;
}

TEST(GeneratedSamples, AreTheSameHoweverTheyAreCut) {
  for (const std::int64_t lookups : {1, 5}) {
    GeneratedSource whole(small(lookups));
    DataChunk all, part;
    whole.fill(100, all);
    GenerateOptions later = small(lookups);
    later.first = 40;
    GeneratedSource behind(later);
    behind.fill(60, part);
    const RecordLayout layout(whole.schema());
    EXPECT_TRUE(std::equal(part.records.begin(), part.records.end(),
                           all.records.begin() + static_cast<std::ptrdiff_t>(40 * layout.words)));
    for (std::size_t bag = 0; bag < layout.n_bags; ++bag) {
      ASSERT_EQ(all.bags[bag].ends.back(), 100u * 5);
      EXPECT_TRUE(
          std::equal(part.bags[bag].ids.begin(), part.bags[bag].ids.end(), all.bags[bag].ids.begin() + 200));
    }
  }
}

TEST(GeneratedSamples, FollowTheirPowerLawAndTheirTeacher) {
  GenerateOptions options = small(1);
  options.exponent = 1;
  GeneratedSource source(options);
  DataChunk chunk;
  source.fill(30000, chunk);
  const RecordLayout layout(source.schema());
  double first = 0, last_half = 0, calibration = 0;
  const auto logits = source.teacher_logits(chunk);
  std::vector<float> labels;
  for (std::size_t s = 0; s < 30000; ++s) {
    const GlobalIndex id = load_id(chunk.records.data() + s * layout.words + layout.place[0], 1);
    first += id == 0;
    last_half += id >= 499;
    labels.push_back(0);
    std::memcpy(&labels.back(), chunk.records.data() + s * layout.words, 4);
    calibration += labels.back() - 1 / (1 + std::exp(-logits[s]));
  }
  EXPECT_NEAR(first / 30000, std::log(2.0) / std::log(1001.0), 0.01);
  EXPECT_NEAR(last_half / 30000, std::log(1001.0 / 500) / std::log(1001.0), 0.01);
  EXPECT_NEAR(calibration / 30000, 0, 0.01);
  const Metrics metrics = measure(comm::Communicator::self(), logits, labels, {});
  EXPECT_GT(metrics.auc, 0.75);
  EXPECT_LT(metrics.auc, 0.95);
}

}  // namespace
}  // namespace trireme::dlrm
