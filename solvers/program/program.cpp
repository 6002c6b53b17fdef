// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/core_sharing.hpp"
#include "solvers/comm/exit_vote.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/log/build_identity.hpp"
#include "solvers/options/deck_file.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/petsc/registration.hpp"
#include "solvers/threads/affinity_report.hpp"
#include "solvers/threads/thread_count.hpp"
#include "solvers/threads/thread_request.hpp"

namespace trireme::program {

namespace {

std::vector<std::string> words_behind_name(int argc, char** argv) {
  return argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>();
}

// The bridge's text knows the call's general kind of error; PETSc's own says what was wrong with it.
std::string with_petsc_message(const std::string& text) {
  const std::string detail = take_petsc_error();
  const bool says_less = text.starts_with("PETSc call failed") && text.find(detail) == std::string::npos;
  return says_less ? error_text("PETSc call failed", detail, "") : text;
}

}  // namespace

void Program::RunOptions::describe(options::Schema& schema) {
  schema.section("run", "How the program runs, whatever it computes.");
  schema.add("wall_clock_limit", wall_clock_limit,
             "Wall time after which the run saves its state and stops with exit code 6, 0 for none",
             {.unit = "s", .min = 0});
  schema.add(
      "petsc_options", petsc_options,
      "PETSc options such as \"-ksp_monitor\", weaker than PETSC_OPTIONS and those of the command line");
}

// Runs a phase and turns whatever it throws into an outcome.
template <class F>
Program::Outcome Program::attempt(F&& phase) {
  constexpr int internal = static_cast<int>(ExitCode::internal);
  try {
    return {static_cast<int>(phase()), ""};
  } catch (const Error& error) {
    return {error.exit_code(), with_petsc_message(error.what())};
  } catch (const std::bad_alloc&) {
    return {internal, error_text("out of memory", "an allocation failed",
                                 "use more nodes, fewer ranks on each, or a smaller case")};
  } catch (const std::exception& error) {
    return {internal, error_text("unexpected failure", error.what(), "")};
  } catch (...) {
    return {internal, "unexpected failure (an exception of unknown type)"};
  }
}

Program::Program(int& argc, char**& argv, ProgramInfo info) : info_(std::move(info)), record_(info_.name) {
  start_up_ = attempt([&] {
    mpi_.emplace(argc, argv);
    comm_.emplace(mpi_->world());
    exit_votes_.emplace(mpi_->world());
    log_.emplace(log::Logger::standard(*comm_));
    arguments_ = parse_arguments(words_behind_name(argc, argv), info_.positional, info_.key_flags);
    if (const char* wanted = std::getenv("OMP_NUM_THREADS")) threads::require_thread_request(wanted);
    stop_ = std::make_unique<StopRequest>([this] { return elapsed_seconds(); }, info_.on_stop_signal);
    comm::share_cores(*comm_);
    // Without a word from the launcher ranks share the cores, instead of each taking all of them.
    if (std::getenv("OMP_NUM_THREADS") == nullptr)
      threads_.emplace(std::max(1, threads::allowed_cores() / threads::ranks_sharing_cores()));
    petsc_.emplace(info_.name, arguments_.petsc);
    petsc::check(petsc::register_types());
    return ExitCode::done;
  });
}

Program::~Program() = default;

int Program::run(options::Schema& schema, const Body& body, const Body& check) {
  if (!exit_votes_) {
    say_error(start_up_.error);
    return start_up_.exit_code;
  }
  if (start_up_.exit_code != 0) return conclude(start_up_);
  return conclude(attempt([&] { return execute(schema, body, check); }));
}

ExitCode Program::execute(options::Schema& schema, const Body& body, const Body& check) {
  run_options_.describe(schema);
  if (arguments_.help || arguments_.version) {
    answer_questions(schema);
    return ExitCode::done;
  }
  if (!arguments_.problem.empty()) throw Error(ErrorKind::input, arguments_.problem);
  read_options(schema);
  if (answer_questions(schema)) return ExitCode::done;
  require_writable_report();
  petsc_->add_defaults(run_options_.petsc_options);
  stop_->set_wall_clock_limit(run_options_.wall_clock_limit);
  begin_record(schema);

  Context context{*comm_,         *log_, record_, timers_, *stop_, arguments_.words, arguments_.verbose,
                  arguments_.deck};
  if (arguments_.check) {
    const ExitCode code = check ? check(context) : ExitCode::done;
    if (code == ExitCode::done) log_->line(fmt::format("{}: options are valid", info_.name));
    return code;
  }
  if (arguments_.verbose) log_->line(schema.resolved_yaml());
  const ExitCode code = body(context);
  warn_of_unused_options();
  return code;
}

// One rank reads the file; the others parse what it sends, so that all fail alike or not at all.
void Program::read_options(options::Schema& schema) {
  if (!arguments_.deck.empty()) {
    std::string text;
    comm::run_on_root(*comm_, [&] { text = options::deck_file_text(arguments_.deck); });
    comm::broadcast(*comm_, text);
    schema.read_deck_text(text, arguments_.deck);
  }
  for (const auto& assignment : arguments_.assignments) schema.set(assignment, "command line");
}

// Before the work whose results it will hold.
void Program::require_writable_report() {
  if (arguments_.json_report.empty()) return;
  const std::string path = arguments_.json_report;
  try {
    comm::run_on_root(*comm_, [&] { io::require_writable(path); });
  } catch (const Error&) {
    arguments_.json_report.clear();  // said once
    throw;
  }
}

bool Program::answer_questions(const options::Schema& schema) {
  const log::BuildIdentity build = log::build_identity();
  if (arguments_.help) {
    log_->line(usage_text() + schema.help_text());
  } else if (arguments_.version) {
    log_->line(fmt::format("{} {} (commit {}, {} {}, {})", info_.name, build.version, build.commit,
                           build.compiler, build.build_type, build.flags));
  } else if (arguments_.write_template) {
    log_->line(
        fmt::format("# Deck of {}: every option, with its sentence, unit, allowed values and default.\n{}",
                    info_.name, schema.template_yaml()));
  } else if (arguments_.markdown) {
    log_->line(schema.markdown());
  } else {
    return false;
  }
  return true;
}

void Program::begin_record(const options::Schema& schema) {
  record_.set_build();
  record_.set_libraries();
  record_.set_deck(schema);
  record_.set_petsc_options();
  record_.set_machine(*comm_);
  const auto places = log::rank_places(*comm_);
  if (arguments_.verbose) log_->line(log::rank_table(places));
  if (comm::any_of(*comm_, threads::oversubscribed())) {
    log_->warn(fmt::format(
        "more threads than cores ({} ranks of {} threads); set OMP_NUM_THREADS or start fewer ranks",
        comm_->size(), threads::max_threads()));
  }
}

void Program::warn_of_unused_options() {
  for (const auto& option : petsc_->unused_options()) {
    log_->warn(
        fmt::format("PETSc option '{}' was not used (misspelt, or of a component that did not run)", option));
  }
}

// Collective, so only where all ranks are known to be.
void Program::end_record() {
  const double peak = log::peak_memory_mib();
  record_.set("memory.peak_mib_largest_rank", comm::all_max(*comm_, peak));
  record_.set("memory.peak_mib_total", comm::all_sum(*comm_, peak));
  const auto rows = timers_.summary(*comm_);
  if (rows.empty()) return;
  for (const auto& row : rows) {
    record_.append(
        "timers",
        {{"event", row.name}, {"calls", row.count}, {"seconds", row.seconds}, {"imbalance", row.imbalance}});
  }
  if (arguments_.verbose) log_->line(log::timer_table(rows, elapsed_seconds()));
}

int Program::conclude(const Outcome& outcome) {
  const bool failed_here = !outcome.error.empty();
  const double patience = failed_here ? info_.patience : std::numeric_limits<double>::infinity();
  const double code_here = outcome.exit_code;
  const auto votes = comm::gather_exit_votes(
      *exit_votes_, {failed_here ? code_here : -code_here, elapsed_seconds()}, patience);
  if (!votes) {
    say_error(
        fmt::format("rank {}: {} (other ranks wait for this one and cannot be reached, so the job is ended)",
                    comm_->rank(), outcome.error));
    write_report(outcome.exit_code, outcome.error, elapsed_seconds());
    comm::abort_job(*comm_, outcome.exit_code);
  }

  end_record();

  // Positive votes failed. The message shown is that of the lowest rank with the worst failure.
  double code = 0, seconds = 0, worst = 0;
  int speaker = -1, failures = 0;
  for (int rank = 0; rank < comm_->size(); ++rank) {
    const comm::ExitVote vote = (*votes)[static_cast<std::size_t>(rank)];
    code = std::max(code, std::abs(vote.exit_code));
    seconds = std::max(seconds, vote.seconds);
    if (vote.exit_code > 0) ++failures;
    if (vote.exit_code > worst) {
      worst = vote.exit_code;
      speaker = rank;
    }
  }
  std::string error = outcome.error;
  if (speaker >= 0) {
    if (failures < comm_->size()) error = fmt::format("rank {}: {}", speaker, error);
    if (comm_->rank() == speaker) say_error(error);
    comm::broadcast(*comm_, error, speaker);
  }
  int final_code = static_cast<int>(code);
  if (comm_->is_root()) {
    if (log_->failed()) {
      say_error(error_text("standard output could not be written", "the disk may be full or the pipe closed",
                           "free space, or send the output elsewhere"));
      final_code = std::max(final_code, static_cast<int>(ExitCode::io));
    }
    final_code = write_report(final_code, error, seconds);
  }
  comm::broadcast_value(*comm_, final_code);
  return final_code;
}

// Returns the exit code: an unwritable report is a failure of its own.
int Program::write_report(int exit_code, const std::string& error, double seconds) {
  if (arguments_.json_report.empty()) return exit_code;
  if (!record_.has("ranks")) {
    record_.set_build();
    record_.set("ranks", comm_->size());
    record_.set("threads", threads::max_threads());
  }
  const auto code = static_cast<ExitCode>(exit_code);
  if (!record_.has("converged") || !error.empty()) record_.set("converged", code == ExitCode::done);
  if (!error.empty()) record_.set("reason", error);
  if (!record_.has("reason")) {
    record_.set("reason", code == ExitCode::stopped ? stop_->reason() : std::string(meaning(code)));
  }
  record_.set("exit_code", exit_code);
  record_.set("time.total", seconds);
  const Outcome written = attempt([&] {
    record_.write(arguments_.json_report);
    return ExitCode::done;
  });
  if (written.error.empty()) return exit_code;
  say_error(written.error);
  return std::max(exit_code, written.exit_code);
}

void Program::say_error(const std::string& error) const {
  std::fprintf(stderr, "%s: error: %s\n", info_.name.c_str(), error.c_str());
  std::fflush(stderr);
}

std::string Program::usage_text() const {
  std::string text =
      fmt::format("{}: {}\n\nUsage: {} {} [key=value ...] [--flag ...] [-petsc_option [value] ...]\n",
                  info_.name, info_.one_line, info_.name, info_.usage);
  if (!info_.long_help.empty()) text += "\n" + info_.long_help + "\n";
  text += "\nFlags:\n" + flags_help();
  text += "\nOne dash opens a PETSc option; PETSc lists its own with PETSC_OPTIONS=-help.\n";
  text +=
      "Exit codes: 0 done, 1 a defect or out of memory, 2 usage, deck or input file, 3 limit reached, 4 "
      "numerical "
      "failure, 5 I/O, 6 stopped on request.\n";
  text += "\nOptions, as key=value or in a deck:\n";
  return text;
}

double Program::elapsed_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace trireme::program
