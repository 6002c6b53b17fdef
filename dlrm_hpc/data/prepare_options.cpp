// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/prepare_options.hpp"

#include "dlrm_hpc/data/criteo_text.hpp"
#include "dlrm_hpc/data/line_source.hpp"
#include "solvers/base/assert.hpp"

namespace trireme::dlrm {

void PrepareOptions::describe(options::Schema& schema) {
  schema.section("prepare", "For the command prepare: files of other formats into the project's own.");
  schema.add_choice(
      "format", format, {{"criteo", SourceFormat::criteo}, {"movielens", SourceFormat::movielens}},
      "criteo: lines of Kaggle's train.txt or of the terabyte's days; movielens: MovieLens-100K, from "
      "u.data, u.item and u.user");
  schema.add("input", input, "files in the order of their samples; plain or .gz");
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
  DataSchema columns = criteo_schema(table_rows);
  const Strictness how = strictness;
  auto decode = [columns, layout = RecordLayout(columns), how](std::string_view line, std::uint32_t* record) {
    return read_criteo_line(line, how, columns, layout, record);
  };
  return std::make_unique<LineSource>(input, columns, decode);
}

}  // namespace trireme::dlrm
