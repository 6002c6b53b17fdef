// SPDX-License-Identifier: Apache-2.0
// trireme-dlrm: prepares samples, trains deep learning recommendation models on them, and predicts.
// trireme-dlrm COMMAND [DECK.yaml] [key=value ...]
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dlrm_hpc/data/dataset.hpp"
#include "dlrm_hpc/data/generated_samples.hpp"
#include "dlrm_hpc/data/prepare.hpp"
#include "dlrm_hpc/data/prepare_options.hpp"
#include "dlrm_hpc/train/metrics.hpp"
#include "dlrm_hpc/train/training.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/log/progress.hpp"
#include "solvers/program/program.hpp"

namespace trireme::dlrm {
namespace {

using program::ExitCode;

struct ProgramOptions {
  PrepareOptions prepare;
  GenerateOptions generate;
  RunOptions run;
  void describe(options::Schema& schema) {
    prepare.describe(schema);
    generate.describe(schema);
    run.describe(schema);
  }
};

[[noreturn]] void refuse(const std::string& problem, const std::string& why) {
  throw Error(ErrorKind::input, problem, why, "see trireme-dlrm --help");
}

void report_dataset(program::Context& context, const DataSchema& columns, const DataStatistics& statistics) {
  context.log.line(fmt::format(
      "{} samples, mean label {:.5f}, {} numbers and {} ids each; {} lines mended, {} skipped, {} negative "
      "numbers",
      statistics.samples, statistics.label_sum / static_cast<double>(statistics.samples), columns.n_dense(),
      columns.n_tables(), statistics.lines_mended, statistics.lines_skipped, statistics.negative_numbers));
  context.record.set("samples", statistics.samples);
  context.record.set("statistics", to_json(statistics));
  context.record.set("columns", to_json(columns));
}

ExitCode prepare(program::Context& context, const PrepareOptions& options) {
  options.validate();
  comm::run_on_root(context.comm, [&] {
    const auto source = options.make_source();
    log::Progress progress(context.log, "samples");
    const double begin = log::Progress::steady_seconds();
    const DataStatistics statistics =
        prepare_dataset(*source, options.output, options.chunk_samples,
                        source_key_of(options.input, options.key(source->schema())),
                        [&](GlobalIndex samples) { progress.update(samples); });
    progress.finish();
    const double seconds = log::Progress::steady_seconds() - begin;
    report_dataset(context, source->schema(), statistics);
    context.record.set("time.prepare", seconds);
    context.record.set("lines_per_second",
                       static_cast<double>(statistics.samples + statistics.lines_skipped) / seconds);
  });
  return ExitCode::done;
}

// With the columns of generate.like, where that is set: numbers, rows, the mean length of bags, and the range
// of weights.
GenerateOptions settled(GenerateOptions options) {
  if (options.like.empty()) return options;
  const Dataset data(options.like);
  const std::vector<double> lookups = data.mean_lookups();
  options.numbers = data.schema().n_dense();
  options.like_weights = data.weight_ranges();
  options.rows.clear();
  options.lookups.clear();
  for (std::size_t t = 0; t < lookups.size(); ++t) {
    options.rows.push_back(static_cast<double>(data.schema().tables[t].rows));
    options.lookups.push_back(std::max(1.0, std::round(lookups[t])));
  }
  return options;
}

ExitCode generate(program::Context& context, const GenerateOptions& given) {
  if (given.output.empty()) refuse("generate.output is not set", "no file is named");
  comm::run_on_root(context.comm, [&] {
    const GenerateOptions options = settled(given);
    options.validate();
    // Taken on the way: what the teacher says of its own labels.
    std::vector<float> logits, labels;
    class Watched : public GeneratedSource {
     public:
      Watched(const GenerateOptions& what, std::vector<float>& its_logits, std::vector<float>& its_labels)
          : GeneratedSource(what), logits_(its_logits), labels_(its_labels) {}
      void fill(GlobalIndex samples, DataChunk& chunk) override {
        GeneratedSource::fill(samples, chunk);
        const std::vector<float> more = teacher_logits(chunk);
        logits_.insert(logits_.end(), more.begin(), more.end());
        const std::size_t words = RecordLayout(schema()).words;
        for (std::size_t s = 0; s < more.size(); ++s) {
          float label;
          std::memcpy(&label, chunk.records.data() + s * words, 4);
          labels_.push_back(label);
        }
      }

     private:
      std::vector<float>&logits_, &labels_;
    } source(options, logits, labels);
    log::Progress progress(context.log, "samples", options.samples);
    const std::string key = fmt::format("{} {} {} {} {} {} {}", source.schema().rule, options.samples,
                                        options.first, fmt::join(options.lookups, ","), options.numbers,
                                        options.chunk_samples, fmt::join(options.rows, ","));
    const DataStatistics statistics =
        prepare_dataset(source, options.output, options.chunk_samples, source_key_of({}, key),
                        [&](GlobalIndex samples) { progress.update(samples); });
    progress.finish();
    report_dataset(context, source.schema(), statistics);
    const Metrics best = measure(comm::Communicator::self(), logits, labels, {});
    context.record.set("best_auc", best.auc);
    context.record.set("best_log_loss", best.log_loss);
    context.log.line(fmt::format("the teacher's own area under the curve is {:.5f}, its log loss {:.5f}",
                                 best.auc, best.log_loss));
  });
  return ExitCode::done;
}

ExitCode info(program::Context& context, const std::string& path) {
  comm::run_on_root(context.comm, [&] {
    const Dataset data(path);
    data.verify();
    report_dataset(context, data.schema(), data.statistics());
  });
  return ExitCode::done;
}

ExitCode run_command(program::Context& context, const ProgramOptions& options) {
  if (context.words.empty()) refuse("no command is given", "the first word is one");
  const std::string& command = context.words[0];
  const std::size_t n_files = context.words.size() - 1;
  if (n_files != (command == "info" ? 1u : 0u))
    refuse(fmt::format("{} does not take {} files", command, n_files), "info takes one, the others none");
  if (command == "info") return info(context, context.words[1]);
  if (command == "prepare") return prepare(context, options.prepare);
  if (command == "generate") return generate(context, options.generate);
  options.run.validate();
  if (command == "train") return run_training(context, options.run);
  if (command == "predict") return run_prediction(context, options.run);
  if (command == "export") return run_export(context, options.run);
  if (command == "import") return run_import(context, options.run);
  refuse("'" + command + "' is no command of trireme-dlrm",
         "commands are prepare, generate, info, train, predict, export and import");
}

// That commands which make files know all they need, and everything else has a sound deck.
ExitCode check(program::Context& context, const ProgramOptions& options) {
  const std::string command = context.words.empty() ? "" : context.words[0];
  if (command == "prepare") {
    options.prepare.validate();
    comm::run_on_root(context.comm, [&] {
      for (const std::string& path : options.prepare.input)
        if (!std::ifstream(path)) refuse("cannot read '" + path + "'", "prepare.input names it");
      options.prepare.make_source();
    });
  } else if (command == "generate") {
    if (options.generate.output.empty()) refuse("generate.output is not set", "no file is named");
    settled(options.generate).validate();
  } else {
    options.run.validate();
  }
  return ExitCode::done;
}

}  // namespace
}  // namespace trireme::dlrm

int main(int argc, char** argv) {
  using namespace trireme;
  dlrm::ProgramOptions options;
  options::Schema schema;
  options.describe(schema);
  program::Program program(
      argc, argv,
      {.name = "trireme-dlrm",
       .one_line = "Trains deep learning recommendation models on any number of ranks.",
       .long_help = "Commands:\n"
                    "  prepare     files of other formats (prepare.input) into a file of samples\n"
                    "  info FILE   reads a file of samples whole, checks and describes it\n"
                    "  train       trains on data.train, measures on data.test\n"
                    "  predict     measures data.test with the checkpoint output.restart\n"
                    "  export      weights of output.restart into output.arrays, for numpy and PyTorch\n"
                    "  import      weights of output.arrays into the checkpoint output.checkpoint",
       .usage = "COMMAND [DECK.yaml]",
       .positional = program::Positional::words});
  return program.run(
      schema, [&](program::Context& context) { return dlrm::run_command(context, options); },
      [&](program::Context& context) { return dlrm::check(context, options); });
}
