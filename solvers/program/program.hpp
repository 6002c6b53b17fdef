// SPDX-License-Identifier: Apache-2.0
// The frame that every program of the project shares. It starts MPI (FUNNELED) and PETSc, sorts the command
// line, reads the deck on one rank and gives it to all, answers --help and its kin, runs the body, brings
// every rank to the same exit code, says what went wrong once, writes the JSON report also when the run
// failed, and ends what it started.
//
//   int main(int argc, char** argv) {
//     MyOptions options;
//     trireme::options::Schema schema;
//     options.describe(schema);
//     trireme::program::Program program(argc, argv, {.name = "trireme-my", .one_line = "Does it."});
//     return program.run(schema, [&](trireme::program::Context& context) { return solve(context, options);
//     });
//   }
//
// A body returns its exit code or throws. All ranks end with the largest code. A rank that throws while
// others wait for it in a collective ends the whole job after `patience` seconds, with its message and code
// (the report's exit_code is sure; the launcher kills the other ranks and may return the signal's number
// instead); wrap phases in a comm::CollectiveGuard and nobody waits. The record a body gets holds program,
// version, commit, build, libraries, petsc_options, deck, ranks, threads, machine; the body sets "converged"
// and "reason" if done/not done does not say it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/comm/mpi_session.hpp"
#include "solvers/options/schema.hpp"
#include "solvers/program/arguments.hpp"
#include "solvers/program/context.hpp"
#include "solvers/program/exit_code.hpp"
#include "solvers/program/petsc_session.hpp"
#include "solvers/threads/thread_count.hpp"

namespace trireme::program {

struct ProgramInfo {
  std::string name;
  std::string one_line = {};
  std::string long_help = {};  // between usage and options in --help
  std::string usage = "[DECK.yaml]";
  std::vector<KeyFlag> key_flags = {};
  Positional positional = Positional::deck;
  StopSignal on_stop_signal = StopSignal::remembered;
  double patience = 10;  // seconds a failed rank waits for the others
};

class Program {
 public:
  using Body = std::function<ExitCode(Context&)>;

  // Collective over all processes of the job. Does not throw: what fails here is reported by run().
  Program(int& argc, char**& argv, ProgramInfo info);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Adds the section "run" to the schema, then does all of the above; once. `check` is called for --check in
  // place of the body, after the deck has been read, for tests that need more than the table. Collective;
  // does not throw.
  int run(options::Schema& schema, const Body& body, const Body& check = {});

 private:
  struct Outcome {
    int exit_code = 0;
    std::string error;  // empty when the body returned
  };
  // Options of the frame itself.
  struct RunOptions {
    double wall_clock_limit = 0;
    std::string petsc_options;
    void describe(options::Schema& schema);
  };

  template <class F>
  Outcome attempt(F&& phase);
  ExitCode execute(options::Schema& schema, const Body& body, const Body& check);
  void read_options(options::Schema& schema);
  void require_writable_report();
  bool answer_questions(const options::Schema& schema);
  void begin_record(const options::Schema& schema);
  void warn_of_unused_options();
  void end_record();
  int conclude(const Outcome& outcome);
  int write_report(int exit_code, const std::string& error, double seconds);
  void say_error(const std::string& error) const;
  std::string usage_text() const;
  double elapsed_seconds() const;

  ProgramInfo info_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Arguments arguments_;
  Outcome start_up_;
  RunOptions run_options_;
  // In the order in which they must be up.
  std::optional<comm::MpiSession> mpi_;
  std::optional<PetscSession> petsc_;
  std::optional<threads::ThreadCountScope> threads_;  // only where OMP_NUM_THREADS is not set
  std::optional<comm::Communicator> comm_;
  // Its own communicator: a rank that failed votes while others may still be in a collective call on comm_.
  std::optional<comm::Communicator> exit_votes_;
  std::optional<log::Logger> log_;
  std::unique_ptr<StopRequest> stop_;
  log::Timers timers_;
  log::RunRecord record_;
};

}  // namespace trireme::program
