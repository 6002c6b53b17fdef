// SPDX-License-Identifier: Apache-2.0
// The project's own file of samples: what is written is read at any place, damage is seen, orders are
// bijections, batches hold what the file holds.
#include <algorithm>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "dlrm_hpc/data/batch.hpp"
#include "solvers/base/error.hpp"
#include "tests/dlrm_hpc/made_samples.hpp"

namespace trireme::dlrm {
namespace {

const comm::Communicator& self() {
  static const comm::Communicator one = comm::Communicator::self();
  return one;
}

void expect_same_samples(const Dataset& data, const DataSchema& schema, GlobalIndex n) {
  const DataChunk all = made_chunk(schema, 0, n);
  ASSERT_EQ(data.samples(), n);
  for (GlobalIndex sample = 0; sample < n; ++sample) {
    const auto words = data.layout().words;
    for (std::size_t k = 0; k < words; ++k)
      ASSERT_EQ(data.record(sample)[k], all.records[static_cast<std::size_t>(sample) * words + k]);
    const auto bag = data.bag(0, sample);
    const std::size_t begin = sample == 0 ? 0 : all.bags[0].ends[static_cast<std::size_t>(sample) - 1];
    ASSERT_EQ(bag.count, all.bags[0].ends[static_cast<std::size_t>(sample)] - begin);
    for (std::size_t k = 0; k < bag.count * data.layout().id_words; ++k)
      ASSERT_EQ(bag.words[k], all.bags[0].ids[begin * data.layout().id_words + k]);
  }
}

TEST(Dataset, HoldsWhatWasWritten) {
  for (const GlobalIndex n : {1, 99, 100, 101, 250}) {
    const Dataset data(make_samples(self(), "holds", n));
    EXPECT_EQ(data.schema(), made_schema());
    expect_same_samples(data, made_schema(), n);
    EXPECT_NO_THROW(data.verify());
    EXPECT_EQ(data.statistics().empty_ids[2], (n + 4) / 5);
  }
}

TEST(Dataset, HoldsIdsBeyond32Bits) {
  const DataSchema schema = made_schema({50, 7, 400, GlobalIndex{1} << 40, 90});
  EXPECT_FALSE(schema.ids_fit_in_32_bits());
  const Dataset data(make_samples(self(), "wide", 120, schema));
  expect_same_samples(data, schema, 120);
  GlobalIndex largest = 0;
  for (GlobalIndex sample = 0; sample < 120; ++sample)
    largest = std::max(largest, load_id(data.record(sample) + data.layout().place[3], 2));
  EXPECT_GT(largest, GlobalIndex{1} << 33);
}

TEST(Dataset, SeesEveryDamagedByte) {
  const std::string path = make_samples(self(), "damaged", 30);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(0, std::ios::end);
  const auto bytes = static_cast<std::int64_t>(file.tellg());
  for (std::int64_t at = 0; at < bytes; at += 13) {
    if (at >= 40 && at < 160) continue;  // unused words, and the position in the source
    file.seekg(at);
    const char byte = static_cast<char>(file.get());
    file.seekp(at);
    file.put(static_cast<char>(byte ^ 4));
    file.flush();
    EXPECT_THROW(Dataset(path).verify(), Error) << at << " of " << bytes;
    file.seekp(at);
    file.put(byte);
    file.flush();
  }
  EXPECT_NO_THROW(Dataset(path).verify());
  EXPECT_THROW(Dataset("no_such_file"), Error);
  std::ofstream("short.ctr") << "trireme";
  EXPECT_THROW(Dataset("short.ctr"), Error);
}

TEST(Dataset, RefusesIdsBeyondTheirTable) {
  DataSchema schema = made_schema();
  DataChunk chunk = made_chunk(schema, 0, 10);
  const RecordLayout layout(schema);
  chunk.records[3 * layout.words + layout.place[1]] = 7;  // rows 0 .. 6
  DatasetWriter writer("beyond.ctr", schema, 100, 1);
  writer.append(chunk, {});
  writer.finish({});
  const Dataset data("beyond.ctr");
  EXPECT_THROW(data.verify(), Error);
  Batch batch;
  EXPECT_NO_THROW(read_batch(data, nullptr, 0, 3, batch));
  EXPECT_THROW(read_batch(data, nullptr, 0, 4, batch), Error);
}

TEST(Dataset, RefusesBagsThatEndBeforeTheyBegin) {
  const DataSchema schema = weighted_schema();
  DataChunk chunk = made_chunk(schema, 0, 10);
  for (auto& bag : chunk.bags) bag.ends[3] = 1000000;
  DatasetWriter writer("ends.ctr", schema, 100, 1);
  writer.append(chunk, {});
  writer.finish({});
  const Dataset data("ends.ctr");
  EXPECT_THROW((void)data.weight_ranges(), Error);
  EXPECT_THROW((void)data.mean_lookups(), Error);
  Batch batch;
  EXPECT_THROW(read_batch(data, nullptr, 0, 10, batch), Error);
}

TEST(Dataset, HoldsTheWeightsOfIds) {
  const auto magic_of = [](const std::string& path) {
    std::string magic(15, ' ');
    std::ifstream(path, std::ios::binary).read(magic.data(), 15);
    return magic;
  };
  // Files without weights stay what they were.
  EXPECT_EQ(magic_of(make_samples(self(), "unweighted", 10)), "trireme ctr v01");
  const DataSchema schema = weighted_schema();
  const std::string path = make_samples(self(), "weighted", 250, schema);
  EXPECT_EQ(magic_of(path), "trireme ctr v02");
  const Dataset data(path);
  EXPECT_EQ(data.schema(), schema);
  expect_same_samples(data, schema, 250);
  EXPECT_NO_THROW(data.verify());
  EXPECT_THROW(require_same_columns(made_schema(), schema, path), Error);
  Batch batch;
  read_batch(data, nullptr, 97, 20, batch);
  const DataChunk all = made_chunk(schema, 97, 20);
  EXPECT_EQ(batch.weights[2], all.bags[0].weights);
  EXPECT_EQ(batch.weights[2].size(), batch.ids[2].size());
  EXPECT_TRUE(batch.weights[0].empty());
  const auto ranges = Dataset(path).weight_ranges();
  ASSERT_EQ(ranges.size(), 5u);
  for (std::size_t t = 0; t < 5; ++t) EXPECT_EQ(ranges[t].has_value(), t == 2);
  const std::vector<float> weights = made_chunk(schema, 0, 250).bags[0].weights;
  EXPECT_EQ(ranges[2]->least, *std::min_element(weights.begin(), weights.end()));
  EXPECT_EQ(ranges[2]->largest, *std::max_element(weights.begin(), weights.end()));

  // A killed writer's chunks are found again.
  const auto bytes_of = [](const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), {});
  };
  { DatasetWriter(std::string("killed.ctr"), schema, 100, 1).append(made_chunk(schema, 0, 100), {}); }
  DatasetWriter again("killed.ctr", schema, 100, 1);
  EXPECT_EQ(again.samples(), 100);
  again.append(made_chunk(schema, 100, 100), {});
  again.append(made_chunk(schema, 200, 50), {});
  again.finish({});
  EXPECT_EQ(bytes_of("killed.ctr"), bytes_of(path));

  DataChunk chunk = made_chunk(schema, 0, 10);
  chunk.bags[0].weights[5] = std::nanf("");
  DatasetWriter writer("infinite.ctr", schema, 100, 1);
  writer.append(chunk, {});
  writer.finish({});
  const Dataset infinite("infinite.ctr");
  const auto expect_located = [](const auto& read) {
    try {
      read();
      ADD_FAILURE() << "a weight that is no number was taken";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("sample 3"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("column 't2'"), std::string::npos) << error.what();
    }
  };
  expect_located([&] { infinite.verify(); });
  expect_located([&] { read_batch(infinite, nullptr, 0, 10, batch); });
}

TEST(Permutation, IsABijectionForEachEpoch) {
  for (const GlobalIndex n : {1, 2, 3, 64, 1000, 4097}) {
    std::vector<GlobalIndex> first;
    for (const std::uint64_t epoch : {0, 1}) {
      const Permutation order(n, 5, epoch);
      std::vector<char> seen(static_cast<std::size_t>(n), 0);
      std::vector<GlobalIndex> all;
      for (GlobalIndex i = 0; i < n; ++i) {
        all.push_back(order(i));
        ASSERT_GE(all.back(), 0);
        ASSERT_LT(all.back(), n);
        ASSERT_FALSE(seen[static_cast<std::size_t>(all.back())]++);
      }
      if (n > 3 && epoch == 1) {
        EXPECT_NE(all, first);
      }
      first = all;
    }
  }
}

TEST(Batch, HoldsTheSamplesOfItsOrder) {
  const Dataset data(make_samples(self(), "batch", 250));
  const Permutation order(250, 9, 2);
  Batch all, part;
  read_batch(data, nullptr, 0, 250, all);
  read_batch(data, &order, 100, 70, part);
  for (std::size_t i = 0; i < 70; ++i) {
    const auto sample = static_cast<std::size_t>(order(100 + static_cast<GlobalIndex>(i)));
    EXPECT_EQ(part.labels[i], all.labels[sample]);
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(part.dense[i * 3 + d], all.dense[sample * 3 + d]);
    for (std::size_t t = 0; t < 5; ++t) {
      const auto length = part.offsets[t][i + 1] - part.offsets[t][i];
      ASSERT_EQ(length, all.offsets[t][sample + 1] - all.offsets[t][sample]);
      for (std::int64_t k = 0; k < length; ++k)
        EXPECT_EQ(part.ids[t][static_cast<std::size_t>(part.offsets[t][i] + k)],
                  all.ids[t][static_cast<std::size_t>(all.offsets[t][sample] + k)]);
    }
  }
}

}  // namespace
}  // namespace trireme::dlrm
