// SPDX-License-Identifier: Apache-2.0
// MovieLens and generated samples: what they hold, and that they are the same however they are cut.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "dlrm_hpc/data/csv_text.hpp"
#include "dlrm_hpc/data/generated_samples.hpp"
#include "dlrm_hpc/data/movielens.hpp"
#include "dlrm_hpc/data/npz_file.hpp"
#include "dlrm_hpc/data/npz_writer.hpp"
#include "dlrm_hpc/data/numpy_source.hpp"
#include "dlrm_hpc/data/prepare.hpp"
#include "dlrm_hpc/data/prepare_options.hpp"
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

TEST(CsvText, ReadsWhatItsSchemaSays) {
  const CsvSchema schema = CsvSchema::parse(
      {"id:user:1000", "skip", "hashes:tags:50", "log:price", "label", "hex:place:10", "number:x"}, ";");
  const DataSchema columns = schema.columns_of_samples();
  ASSERT_EQ(columns.n_tables(), 3);
  EXPECT_EQ(columns.tables[1].name, "tags");
  EXPECT_EQ(columns.tables[1].arity, Arity::bag);
  EXPECT_EQ(columns.dense, (std::vector<std::string>{"price", "x"}));
  const RecordLayout layout(columns);
  std::vector<std::uint32_t> record(layout.words);
  LineBags bags;
  const auto read = [&](std::string_view line, Strictness how) {
    return read_csv_line(line, how, schema, layout, record.data(), bags);
  };
  using Outcome = LineReading::Outcome;
  ASSERT_EQ(read("1234;any;red|blue|red;7;1;1f;-2.5", Strictness::strict).outcome, Outcome::good);
  float numbers[3];
  std::memcpy(numbers, record.data(), sizeof(numbers));
  EXPECT_EQ(numbers[0], 1);
  EXPECT_NEAR(numbers[1], std::log(8.0), 1e-6);
  EXPECT_EQ(numbers[2], -2.5f);
  EXPECT_EQ(load_id(record.data() + layout.place[0], layout.id_words), 234);
  EXPECT_EQ(load_id(record.data() + layout.place[2], layout.id_words), 1);
  ASSERT_EQ(bags[0].ids.size(), 3u);
  EXPECT_EQ(bags[0].ids[0], bags[0].ids[2]);
  EXPECT_NE(bags[0].ids[0], bags[0].ids[1]);
  EXPECT_TRUE(bags[0].weights.empty());
  ASSERT_EQ(read("\"5\";\"a;b\";;;0.5;;", Strictness::strict).outcome, Outcome::good);
  EXPECT_TRUE(bags[0].ids.empty());
  EXPECT_EQ(load_id(record.data() + layout.place[0], layout.id_words), 5);

  const std::pair<const char*, int> wrong[] = {
      {"x;;;;1;;", 1},      {"1;;;y;1;;", 4},   {"1;;;;2;;", 5}, {"1;;;;1;g;", 6}, {"1;;;;1;;nan", 7},
      {"1;;;;1;;-1e39", 7}, {"1;;;inf;1;;", 4}, {"1;;;;1", 0},   {"1;;;;1;;;", 0}, {"-1;;;;1;;", 1}};
  for (const auto& [line, field] : wrong) {
    const LineReading strict = read(line, Strictness::strict);
    EXPECT_EQ(strict.outcome, Outcome::refused) << line;
    EXPECT_EQ(strict.field, field) << line;
    const LineReading lenient = read(line, Strictness::lenient);
    EXPECT_EQ(lenient.outcome, field == 5 ? Outcome::skipped : Outcome::mended) << line;
  }
  // Its logarithm is a number where it is none itself.
  EXPECT_EQ(read("1;;;1e39;1;;", Strictness::strict).outcome, Outcome::good);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"number:x"},
                                                {"label", "label"},
                                                {"label", "id:x"},
                                                {"label", "id:x:0"},
                                                {"label", "numbers:x"},
                                                {"label", "number"},
                                                {"label:y"},
                                                {"label", "id:x:5:weighted"},
                                                {"label", "ids:x:5:heavy"}})
    EXPECT_THROW(CsvSchema::parse(words, ","), Error);
}

TEST(CsvText, ReadsTheWeightsOfIds) {
  const CsvSchema schema =
      CsvSchema::parse({"label", "ids:a:100:weighted", "hashes:b:50:weighted", "ids:c:9"}, ",");
  const DataSchema columns = schema.columns_of_samples();
  EXPECT_TRUE(columns.tables[0].has_weights && columns.tables[1].has_weights);
  EXPECT_FALSE(columns.tables[2].has_weights);
  const RecordLayout layout(columns);
  std::vector<std::uint32_t> record(layout.words);
  LineBags bags;
  const auto read = [&](std::string_view line, Strictness how) {
    return read_csv_line(line, how, schema, layout, record.data(), bags);
  };
  using Outcome = LineReading::Outcome;
  ASSERT_EQ(read("1,12:0.5|107:-2e3,a:b:1|c:0.25,3|4", Strictness::strict).outcome, Outcome::good);
  EXPECT_EQ(bags[0].ids, (std::vector<GlobalIndex>{12, 7}));
  EXPECT_EQ(bags[0].weights, (std::vector<float>{0.5f, -2000}));
  EXPECT_EQ(bags[1].weights, (std::vector<float>{1, 0.25f}));
  EXPECT_EQ(bags[2].ids.size(), 2u);
  EXPECT_TRUE(bags[2].weights.empty());
  ASSERT_EQ(read("1,,,", Strictness::strict).outcome, Outcome::good);
  EXPECT_TRUE(bags[0].ids.empty() && bags[0].weights.empty());
  for (const char* line :
       {"1,12,,", "1,12:,,", "1,12:x,,", "1,12:nan,,", "1,12:1e39,,", "1,1:1|:2,,", "1,1:1|,,"}) {
    const LineReading strict = read(line, Strictness::strict);
    EXPECT_EQ(strict.outcome, Outcome::refused) << line;
    EXPECT_EQ(strict.field, 2) << line;
    EXPECT_EQ(read(line, Strictness::lenient).outcome, Outcome::mended) << line;
    EXPECT_EQ(bags[0].ids.size(), bags[0].weights.size()) << line;
  }
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

std::uint64_t key_of(const PrepareOptions& options) {
  return source_key_of(options.input, options.key(options.make_source()->schema()));
}

// Samples that were there when the first chunk of this run was written.
GlobalIndex prepare(const PrepareOptions& options) {
  GlobalIndex first = 0;
  prepare_dataset(*options.make_source(), options.output, options.chunk_samples, key_of(options),
                  [&](GlobalIndex samples) { first = first > 0 ? first : samples; });
  return first - options.chunk_samples;
}

TEST(Prepare, GoesOnWithTheSameOptionsAlone) {
  {
    std::ofstream text("going_on.csv");
    for (int line = 0; line < 50; ++line) text << line % 2 << "," << line << ",7;8\n";
  }
  PrepareOptions first;
  first.format = SourceFormat::csv;
  first.input = {"going_on.csv"};
  first.output = "going_on.ctr";
  first.chunk_samples = 10;
  first.columns = {"label", "id:user:40", "hash:tag:9"};
  std::vector<PrepareOptions> others(7, first);
  others[0].columns[1] = "id:user:30";
  others[1].columns[1] = "id:film:40";
  others[2].columns[1] = "ids:user:40";
  others[3].columns[1] = "skip";
  others[4].header_lines = 1;
  others[5].columns = {"label", "number:user", "hash:tag:9"};
  others[6].strictness = Strictness::lenient;
  struct Interruption {};
  for (std::size_t k = 0; k <= others.size(); ++k) {
    std::filesystem::remove("going_on.ctr.partial");
    EXPECT_THROW(prepare_dataset(*first.make_source(), first.output, first.chunk_samples, key_of(first),
                                 [](GlobalIndex samples) {
                                   if (samples == 30) throw Interruption();
                                 }),
                 Interruption);
    const PrepareOptions& next = k < others.size() ? others[k] : first;
    EXPECT_EQ(prepare(next), k < others.size() ? 0 : 30) << k;
    PrepareOptions fresh = next;
    fresh.output = "fresh.ctr";
    EXPECT_EQ(prepare(fresh), 0);
    EXPECT_EQ(bytes_of(next.output), bytes_of(fresh.output)) << k;
  }
  PrepareOptions separated = first;
  separated.separator = ";";
  EXPECT_NE(key_of(separated), key_of(first));
  PrepareOptions movies = first;
  movies.part = MovieLensPart::test;
  EXPECT_NE(movies.key({}), first.key({}));
}

TEST(DataChunk, CountsNoMoreIdsThanItsFileCan) {
  EXPECT_EQ(bag_end(0xffffffffu), 0xffffffffu);
  EXPECT_THROW(bag_end(std::size_t{1} << 32), Error);
}

// All values of both arrays; throws for what is damaged.
std::vector<float> values_in(const std::string& path) {
  const NumpyFile file(path);
  std::vector<float> values;
  for (const char* name : {"a", "b"}) {
    NumpyArray array = file.open(name);
    const std::size_t before = values.size();
    values.resize(before + static_cast<std::size_t>(array.size()));
    // In two parts, since the checksum is that of all.
    const std::size_t half = (values.size() - before) / 2;
    array.read(std::span(values).subspan(before, half));
    array.read(std::span(values).subspan(before + half));
  }
  return values;
}

TEST(NumpyFile, SeesDamageInEveryValue) {
  NpzWriter writer("whole.npz");
  std::vector<float> values(21);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 0.5f * static_cast<float>(k) - 3;
  writer.begin("a", {3, 5});
  writer.append(std::span(values).first(15));
  writer.begin("b", {6});
  writer.append(std::span(values).subspan(15));
  writer.finish();
  ASSERT_EQ(values_in("whole.npz"), values);
  const std::string whole = bytes_of("whole.npz");
  const auto write = [](const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  };
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7) {
    write("cut.npz", whole.substr(0, bytes));
    EXPECT_THROW(values_in("cut.npz"), Error) << bytes;
  }
  // The bits of the values, which lie behind the headers.
  const std::string first(reinterpret_cast<const char*>(values.data()), 60);
  const std::size_t begin = whole.find(first);
  ASSERT_NE(begin, std::string::npos);
  for (std::size_t at = begin; at < begin + first.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
    write("flipped.npz", flipped);
    EXPECT_THROW(values_in("flipped.npz"), Error) << at;
  }
}

// A .npy of floats that claims a shape before so many bytes of zeros.
void write_npy(const std::string& path, const std::string& shape, std::size_t bytes) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize(117, ' ');
  header += '\n';
  std::ofstream(path, std::ios::binary)
      << std::string("\x93NUMPY\x01\0\x76\0", 10) << header << std::string(bytes, '\0');
}

TEST(NumpyFile, BelievesNoShapeBeyondItsBytes) {
  const auto shaped = [](const std::string& shape, std::size_t bytes) {
    write_npy("shaped.npy", shape, bytes);
    return NumpyFile("shaped.npy").open("").size();
  };
  EXPECT_EQ(shaped("1, 4", 16), 4);
  EXPECT_THROW(shaped("1, 4", 12), Error);
  EXPECT_THROW(shaped("1, 4", 20), Error);
  EXPECT_THROW(shaped("1, 140737488355328", 16), Error);
}

// Arrays of zeros by name and shape.
void write_zeros(const std::string& path,
                 const std::vector<std::pair<std::string, std::vector<GlobalIndex>>>& arrays) {
  NpzWriter writer(path);
  for (const auto& [name, shape] : arrays) {
    writer.begin(name, shape);
    GlobalIndex n = 1;
    for (const GlobalIndex extent : shape) n *= extent;
    writer.append(std::vector<float>(static_cast<std::size_t>(n)));
  }
  writer.finish();
}

TEST(NumpySource, RefusesWeightsBesideIdsThatAreNoTable) {
  write_zeros("none.npz", {{"X_int", {2, 1}}, {"y", {2}}, {"X_cat", {2, 0}}, {"X_cat_weights", {2}}});
  EXPECT_THROW(NumpySource({"none.npz"}, NumpyLayout::dlrm, {10}), Error);
  write_zeros("vector.npz", {{"X_int", {2, 1}}, {"y", {2}}, {"X_cat", {2}}, {"X_cat_weights", {2}}});
  EXPECT_THROW(NumpySource({"vector.npz"}, NumpyLayout::dlrm, {10}), Error);
  // The second day has a table more than the first.
  write_npy("numbers.npy", "2, 1", 8);
  write_npy("labels.npy", "2,", 8);
  write_zeros("first.npz", {{"0", {2, 1}}});
  write_zeros("second.npz", {{"0", {2, 1}}, {"1", {2}}, {"1_weights", {2}}});
  NumpySource days({"numbers.npy", "labels.npy", "first.npz", "numbers.npy", "labels.npy", "second.npz"},
                   NumpyLayout::multihot, {10});
  try {
    days.go_to({.file = 1});
    ADD_FAILURE() << "the second day was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("ids of 2 tables"), std::string::npos) << error.what();
  }
}

GenerateOptions small(std::int64_t lookups) {
  GenerateOptions options;
  options.samples = 30000;
  options.rows = {1000, 50, 7};
  options.lookups = {static_cast<double>(lookups)};
  options.numbers = 4;
  options.strength = 2;
  return options;
}

TEST(GeneratedSamples, AreTheSameHoweverTheyAreCut) {
  for (const std::int64_t lookups : {1, 5}) {
    GenerateOptions options = small(lookups);
    options.weights = lookups > 1;
    GeneratedSource whole(options);
    DataChunk all, part;
    whole.fill(100, all);
    GenerateOptions later = options;
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
      const std::vector<float>&weights = all.bags[bag].weights, &behind_40 = part.bags[bag].weights;
      ASSERT_EQ(weights.size(), 100u * 5);
      EXPECT_TRUE(std::equal(behind_40.begin(), behind_40.end(), weights.begin() + 200));
      EXPECT_TRUE(
          std::all_of(weights.begin(), weights.end(), [](float w) { return w >= 0.5f && w <= 1.5f; }));
      EXPECT_NE(weights[0], weights[1]);
    }
  }
}

TEST(GeneratedSamples, HaveBagsOfTheirOwnLengths) {
  GenerateOptions options = small(1);
  options.lookups = {3, 1, 2};
  EXPECT_NO_THROW(options.validate());
  GeneratedSource source(options);
  DataChunk chunk;
  source.fill(10, chunk);
  ASSERT_EQ(chunk.bags.size(), 2u);
  EXPECT_EQ(chunk.bags[0].ends.back(), 30u);
  EXPECT_EQ(chunk.bags[1].ends.back(), 20u);
  options.lookups = {3, 1};
  EXPECT_THROW(options.validate(), Error);
  options.lookups = {2.5};
  EXPECT_THROW(options.validate(), Error);
}

TEST(GeneratedSamples, HaveWeightsInTheRangeOfOthers) {
  GenerateOptions options = small(1);
  options.lookups = {3, 1, 1};
  GeneratedSource unweighted(options);
  options.like_weights = {std::nullopt, Dataset::WeightRange{-2, 0.25f}, std::nullopt};
  GeneratedSource source(options);
  EXPECT_NE(source.schema().rule, unweighted.schema().rule);
  DataChunk chunk, other;
  source.fill(1000, chunk);
  unweighted.fill(1000, other);
  ASSERT_EQ(chunk.bags.size(), 2u);
  EXPECT_EQ(chunk.bags[0].ids, other.bags[0].ids);
  EXPECT_TRUE(chunk.bags[0].weights.empty());
  const std::vector<float>& weights = chunk.bags[1].weights;
  ASSERT_EQ(weights.size(), 1000u);
  const auto [least, largest] = std::minmax_element(weights.begin(), weights.end());
  EXPECT_TRUE(*least >= -2 && *least < -1.97f) << *least;
  EXPECT_TRUE(*largest <= 0.25f && *largest > 0.22f) << *largest;
  options.weights = true;  // the others, as without such a file
  GeneratedSource all(options);
  all.fill(10, other);
  EXPECT_TRUE(std::equal(other.bags[1].weights.begin(), other.bags[1].weights.end(), weights.begin()));
  EXPECT_GE(*std::min_element(other.bags[0].weights.begin(), other.bags[0].weights.end()), 0.5f);
}

// How many different ids came since each id came last, 0 where it did not or more than 20 did: by looking
// back.
std::vector<std::size_t> stack_distances(const std::vector<GlobalIndex>& ids) {
  std::vector<std::size_t> distances;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::set<GlobalIndex> others;
    std::size_t k = i;
    while (k > 0 && ids[k - 1] != ids[i] && others.size() < 20) others.insert(ids[--k]);
    distances.push_back(k > 0 && ids[k - 1] == ids[i] && others.size() < 20 ? others.size() + 1 : 0);
  }
  return distances;
}

TEST(GeneratedSamples, ComeAtTheStackDistancesAskedFor) {
  // Every distance that a trace is asked for is the one that looking back finds, rounds over all rows later
  // too.
  IdTrace trace(12, 5, 3);
  std::vector<GlobalIndex> ids;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < 600; ++i) {
    asked.push_back(mix_bits(i) % 6);
    ids.push_back(trace.next(static_cast<GlobalIndex>(asked.back())));
    ASSERT_LT(ids.back(), 12);
  }
  EXPECT_EQ(std::set<GlobalIndex>(ids.begin(), ids.end()).size(), 12u);
  const std::vector<std::size_t> found = stack_distances(ids);
  for (std::size_t i = 30; i < ids.size(); ++i)
    EXPECT_TRUE(asked[i] > 0 ? found[i] == asked[i] : found[i] == 0 || found[i] > 5) << i;

  // The histogram of made samples: 3 of 4 ids come again, at distances of a power law up to 20.
  for (const std::int64_t lookups : {1, 4}) {
    GenerateOptions options = small(lookups);
    options.kind = IdKind::stack_distance;
    options.samples = 8000 / lookups;
    options.reuse = 0.75;
    options.depth = 20;
    options.exponent = 1;
    GeneratedSource source(options);
    DataChunk chunk;
    source.fill(options.samples, chunk);
    const RecordLayout layout(source.schema());
    ids.clear();
    for (std::size_t i = 0; i < 8000; ++i)
      ids.push_back(lookups == 1 ? load_id(chunk.records.data() + i * layout.words + layout.place[0], 1)
                                 : load_id(chunk.bags[layout.place[0]].ids.data() + i, 1));
    double histogram[21] = {};
    const std::vector<std::size_t> distances = stack_distances(ids);
    for (std::size_t i = 500; i < 8000; ++i) histogram[distances[i]] += 1.0 / 7500;
    EXPECT_NEAR(histogram[0], 0.25, 0.02);
    for (int d = 1; d <= 20; ++d)
      EXPECT_NEAR(histogram[d], 0.75 * std::log1p(1.0 / d) / std::log(21.0), 0.015) << d;
    // The same later samples without those before them.
    options.first = options.samples / 2;
    GeneratedSource behind(options);
    DataChunk part;
    behind.fill(10, part);
    EXPECT_TRUE(std::equal(part.records.begin(), part.records.end(),
                           chunk.records.begin() + static_cast<std::ptrdiff_t>(options.first) *
                                                       static_cast<std::ptrdiff_t>(layout.words)));
    if (lookups > 1) {
      EXPECT_TRUE(std::equal(part.bags[0].ids.begin(), part.bags[0].ids.end(),
                             chunk.bags[0].ids.begin() + options.first * lookups));
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
