// SPDX-License-Identifier: Apache-2.0
// Criteo's text format line by line, damaged in the ways that are met, and whole files against the numbers
// known of them.
#include "dlrm_hpc/data/criteo_text.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "dlrm_hpc/data/batch.hpp"
#include "dlrm_hpc/data/line_source.hpp"
#include "dlrm_hpc/data/prepare.hpp"
#include "dlrm_hpc/data/prepare_options.hpp"
#include "solvers/base/error.hpp"
#include "tests/support/test_data.hpp"

namespace trireme::dlrm {
namespace {

std::string good_line(const std::string& label = "1", const std::string& first = "3",
                      const std::string& id = "ff") {
  std::string line = label + "\t" + first;
  for (int i = 1; i < criteo_numbers; ++i) line += i == 5 ? "\t" : "\t" + std::to_string(i);
  line += "\t" + id;
  for (int t = 1; t < criteo_ids; ++t) line += t == 7 ? "\t" : "\tabcdef0" + std::to_string(t % 10);
  return line;
}

LineReading read(const std::string& line, Strictness strictness, std::vector<std::uint32_t>& record) {
  const DataSchema schema = criteo_schema({1000});
  const RecordLayout layout(schema);
  record.assign(layout.words, 77);
  return read_criteo_line(line, strictness, schema, layout, record.data());
}

float float_at(const std::vector<std::uint32_t>& record, std::size_t word) {
  float value;
  std::memcpy(&value, &record[word], 4);
  return value;
}

TEST(CriteoText, ReadsALine) {
  std::vector<std::uint32_t> record;
  const LineReading reading = read(good_line(), Strictness::strict, record);
  EXPECT_EQ(reading.outcome, LineReading::Outcome::good);
  EXPECT_EQ(float_at(record, 0), 1);
  EXPECT_FLOAT_EQ(float_at(record, 1), std::log(4.0f));
  EXPECT_EQ(float_at(record, 6), 0);          // empty
  EXPECT_EQ(record[14], 255u);                // ff
  EXPECT_EQ(record[15], 0xabcdef01u % 1000);  // beyond 2^31
  EXPECT_EQ(record[21], 0u);                  // empty
}

TEST(CriteoText, CountsNegativeNumbersAsNone) {
  std::vector<std::uint32_t> record;
  const LineReading reading = read(good_line("0", "-2"), Strictness::strict, record);
  EXPECT_EQ(reading.negative_numbers, 1);
  EXPECT_EQ(float_at(record, 1), 0);
}

TEST(CriteoText, NamesTheFieldThatIsWrong) {
  std::vector<std::uint32_t> record;
  const struct {
    std::string line;
    int field;
    const char* says;
  } wrong[] = {{good_line("2"), 1, "'2'"},
               {good_line(""), 1, "label"},
               {good_line("1", "x"), 2, "integer"},
               {good_line("1", "99999999999"), 2, "integer"},
               {good_line("1", "3", "zz"), 15, "hexadecimal"},
               {good_line("1", "3", "123456789"), 15, "hexadecimal"},
               {good_line() + "\t1", 0, "more than 40"},
               {"1\t2", 0, "2 fields"},
               {"", 1, "label"}};
  for (const auto& one : wrong) {
    const LineReading reading = read(one.line, Strictness::strict, record);
    EXPECT_EQ(reading.outcome, LineReading::Outcome::refused) << one.line;
    EXPECT_EQ(reading.field, one.field) << one.line;
    EXPECT_NE(reading.problem.find(one.says), std::string::npos) << reading.problem;
  }
  EXPECT_EQ(read(good_line("1", "x"), Strictness::lenient, record).outcome, LineReading::Outcome::mended);
  EXPECT_EQ(float_at(record, 1), 0);
  EXPECT_EQ(read("1\t2", Strictness::lenient, record).outcome, LineReading::Outcome::mended);
  EXPECT_EQ(record.back(), 0u);
  EXPECT_EQ(read(good_line() + "\t1", Strictness::lenient, record).outcome, LineReading::Outcome::mended);
  EXPECT_EQ(read(good_line("2"), Strictness::lenient, record).outcome, LineReading::Outcome::skipped);
}

// Prepares and returns the statistics; `text` is the file.
DataStatistics prepare_text(const std::string& text, Strictness strictness, const std::string& output,
                            GlobalIndex chunk_samples = 7) {
  const std::string name = output + ".txt";
  std::ofstream(name, std::ios::binary) << text;
  PrepareOptions options;
  options.input = {name};
  options.strictness = strictness;
  return prepare_dataset(*options.make_source(), output, chunk_samples, 3, [](GlobalIndex) {});
}

TEST(CriteoText, ReadsFilesWithAnyLineEnds) {
  const std::string unix_text = good_line() + "\n" + good_line("0") + "\n";
  std::string dos = unix_text;
  for (std::size_t at = 0; (at = dos.find('\n', at)) != std::string::npos; at += 2) dos.insert(at, "\r");
  for (const std::string& text : {unix_text, dos, unix_text.substr(0, unix_text.size() - 1)}) {
    const DataStatistics statistics = prepare_text(text, Strictness::strict, "ends.ctr");
    EXPECT_EQ(statistics.samples, 2);
    EXPECT_EQ(statistics.label_sum, 1);
    EXPECT_NO_THROW(Dataset("ends.ctr").verify());
  }
}

TEST(CriteoText, NamesFileLineAndFieldAndLeavesNoFile) {
  std::filesystem::remove("bad.ctr");
  std::string text;
  for (int line = 0; line < 20; ++line) text += good_line("1", line == 16 ? "q" : "1") + "\n";
  try {
    prepare_text(text, Strictness::strict, "bad.ctr");
    FAIL() << "a damaged line passed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("bad.ctr.txt:17:2:"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists("bad.ctr"));
  const DataStatistics lenient = prepare_text(text, Strictness::lenient, "bad.ctr");
  EXPECT_EQ(lenient.samples, 20);
  EXPECT_EQ(lenient.lines_mended, 1);
}

TEST(CriteoText, GoesOnBehindTheLastWholeChunk) {
  std::string text;
  for (int line = 0; line < 50; ++line)
    text += good_line(std::to_string(line % 2), std::to_string(line)) + "\n";
  prepare_text(text, Strictness::strict, "whole.ctr");
  std::ifstream whole("whole.ctr", std::ios::binary);
  const std::string expected((std::istreambuf_iterator<char>(whole)), {});
  for (const int stop_at : {1, 3, 6}) {
    std::ofstream("part.ctr.txt", std::ios::binary) << text;
    PrepareOptions options;
    options.input = {"part.ctr.txt"};
    int calls = 0;
    EXPECT_THROW(prepare_dataset(*options.make_source(), "part.ctr", 7, 3,
                                 [&](GlobalIndex) {
                                   if (++calls == stop_at) throw Error(ErrorKind::stopped, "killed");
                                 }),
                 Error);
    // A torn chunk behind the whole ones.
    std::ofstream("part.ctr.partial", std::ios::binary | std::ios::app) << "torn";
    calls = 0;
    prepare_dataset(*options.make_source(), "part.ctr", 7, 3, [&](GlobalIndex) { ++calls; });
    EXPECT_EQ(calls, 8 - stop_at);
    std::ifstream part("part.ctr", std::ios::binary);
    EXPECT_EQ(std::string((std::istreambuf_iterator<char>(part)), {}), expected);
    std::filesystem::remove("part.ctr");
  }
}

TEST(CriteoText, ReadsTheEightThousandLines) {
  TRIREME_DATA_FILE(train, "ctr/criteo_8k/train.txt.gz");
  PrepareOptions options;
  options.input = {train, trireme::testing::data_folder() + "/ctr/criteo_8k/dev.txt",
                   trireme::testing::data_folder() + "/ctr/criteo_8k/test.txt"};
  const DataStatistics statistics =
      prepare_dataset(*options.make_source(), "all8k.ctr", 4096, 1, [](GlobalIndex) {});
  EXPECT_EQ(statistics.samples, 8000);
  EXPECT_EQ(statistics.negative_numbers, 800);
  EXPECT_NO_THROW(Dataset("all8k.ctr").verify());
}

TEST(CriteoText, ReadsTheDamagedFileLeniently) {
  TRIREME_DATA_FILE(ragged, "ctr/malformed/criteo_ragged_999.txt");
  PrepareOptions options;
  options.input = {ragged};
  EXPECT_THROW(prepare_dataset(*options.make_source(), "ragged.ctr", 4096, 1, [](GlobalIndex) {}), Error);
  options.strictness = Strictness::lenient;
  const DataStatistics statistics =
      prepare_dataset(*options.make_source(), "ragged.ctr", 4096, 2, [](GlobalIndex) {});
  EXPECT_EQ(statistics.samples + statistics.lines_skipped, 1000);
  EXPECT_GE(statistics.lines_mended, 469 + 29 - statistics.lines_skipped);
}

}  // namespace
}  // namespace trireme::dlrm
