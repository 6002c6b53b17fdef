// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/prepare_options.hpp"

#include <nlohmann/json.hpp>

#include "dlrm_hpc/data/criteo_text.hpp"
#include "dlrm_hpc/data/csv_text.hpp"
#include "dlrm_hpc/data/line_source.hpp"
#include "dlrm_hpc/data/mlperf_binary.hpp"
#include "dlrm_hpc/data/numpy_source.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {

void PrepareOptions::describe(options::Schema& schema) {
  schema.section("prepare", "For the command prepare: files of other formats into the project's own.");
  schema.add_choice(
      "format", format,
      {{"criteo", SourceFormat::criteo},
       {"movielens", SourceFormat::movielens},
       {"mlperf", SourceFormat::mlperf},
       {"dlrm", SourceFormat::dlrm},
       {"multihot", SourceFormat::multihot},
       {"csv", SourceFormat::csv}},
      "criteo: lines of Kaggle's train.txt or of the terabyte's days; movielens: MovieLens-100K, from "
      "u.data, u.item and u.user; mlperf: records of 160 bytes, as MLPerf's first recommendation benchmark "
      "reads them; dlrm: .npz with X_int, X_cat and y; multihot: three files a day, .npy of numbers, .npy of "
      "labels, .npz of ids; both with weights of ids where the .npz has X_cat_weights, or 0_weights beside "
      "0; csv: text that prepare.columns describes");
  schema.add("input", input,
             "files in the order of their samples; those of criteo, movielens and csv plain or .gz, all "
             "others plain");
  schema.add("output", output, "the file of samples to write");
  schema.add("rows", rows, "rows of each table: one value for all tables, or one a table",
             {.min = 1, .max = 9007199254740992.0});
  schema.add_choice("strictness", strictness,
                    {{"strict", Strictness::strict}, {"lenient", Strictness::lenient}},
                    "strict: the first damaged line ends the work; lenient: damaged fields count as empty, "
                    "lines without a label are skipped, and both are counted");
  schema.add_choice(
      "part", part,
      {{"all", MovieLensPart::all}, {"train", MovieLensPart::train}, {"test", MovieLensPart::test}},
      "which ratings of movielens: every fifth, chosen by a hash, is for tests");
  schema.add(
      "columns", columns,
      "of csv, one word a column: label, skip, number:NAME, log:NAME (log(max(x, 0) + 1)), id:NAME:ROWS, "
      "hex:NAME:ROWS, hash:NAME:ROWS (any text), and ids:, hexes:, hashes: for bags of ids between |, which "
      "with "
      ":weighted behind ROWS have weights, as in 12:0.5|7:2");
  schema.add("separator", separator, "of csv: one character, or tab");
  schema.add("header_lines", header_lines, "of csv: lines at the begin of each file that are passed over",
             {.min = 0, .max = 1000});
  schema.add("chunk_samples", chunk_samples, "samples in a chunk of the file, read and written at a time",
             {.min = 1, .max = 16777216});
  schema.section("", "");
}

void PrepareOptions::validate() const {
  TRIREME_VALIDATE(!input.empty(), ErrorKind::input, "prepare.input is empty", "no file is named",
                   "set prepare.input=[FILE, ...]");
  TRIREME_VALIDATE(!output.empty(), ErrorKind::input, "prepare.output is not set", "no file is named",
                   "set prepare.output=FILE");
}

std::unique_ptr<SampleSource> PrepareOptions::make_source() const {
  if (format == SourceFormat::movielens) return std::make_unique<MovieLensSource>(input, part);
  const std::vector<GlobalIndex> table_rows(rows.begin(), rows.end());
  if (format == SourceFormat::mlperf)
    return std::make_unique<MlperfBinarySource>(input, table_rows, strictness);
  if (format == SourceFormat::dlrm || format == SourceFormat::multihot)
    return std::make_unique<NumpySource>(
        input, format == SourceFormat::dlrm ? NumpyLayout::dlrm : NumpyLayout::multihot, table_rows);
  if (format == SourceFormat::csv) {
    const CsvSchema csv = CsvSchema::parse(columns, separator);
    const DataSchema samples = csv.columns_of_samples();
    auto decode = [csv, layout = RecordLayout(samples), how = strictness](
                      std::string_view line, std::uint32_t* record, LineBags& bags) {
      return read_csv_line(line, how, csv, layout, record, bags);
    };
    return std::make_unique<LineSource>(input, samples, decode, static_cast<int>(header_lines));
  }
  const DataSchema samples = criteo_schema(table_rows);
  auto decode = [samples, layout = RecordLayout(samples), how = strictness](
                    std::string_view line, std::uint32_t* record, LineBags&) {
    return read_criteo_line(line, how, samples, layout, record);
  };
  return std::make_unique<LineSource>(input, samples, decode);
}

std::string PrepareOptions::key(const DataSchema& columns_of_samples) const {
  return nlohmann::json{static_cast<int>(format),
                        rows,
                        static_cast<int>(strictness),
                        static_cast<int>(part),
                        chunk_samples,
                        columns,
                        separator,
                        header_lines,
                        to_json(columns_of_samples)}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace trireme::dlrm
