// SPDX-License-Identifier: Apache-2.0
// A program made of nothing but the frame: what its body does is chosen by its options. Run by program_test.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <fmt/format.h>
#include <petscmat.h>

#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/petsc/error_bridge.hpp"
#include "solvers/program/program.hpp"

namespace {

using trireme::Error;
using trireme::ErrorKind;
using trireme::program::Context;
using trireme::program::ExitCode;

enum class Action { succeed, error, guarded_error, memory, foreign, petsc, exit, wait, signal, probe_option };

struct ProbeOptions {
  Action action = Action::succeed;
  int rank = -1;  // -1: every rank
  int code = 0;
  double number = 1;

  void describe(trireme::options::Schema& schema) {
    schema.section("probe", "What the body does.");
    schema.add_choice("action", action,
                      {{"succeed", Action::succeed},
                       {"error", Action::error},
                       {"guarded_error", Action::guarded_error},
                       {"memory", Action::memory},
                       {"foreign", Action::foreign},
                       {"petsc", Action::petsc},
                       {"exit", Action::exit},
                       {"wait", Action::wait},
                       {"signal", Action::signal},
                       {"probe_option", Action::probe_option}},
                      "Way to end");
    schema.add("rank", rank, "Rank that acts, -1 for all", {.min = -1});
    schema.add("code", code, "Exit code or error kind", {.min = 0, .max = 6});
    schema.add("number", number, "A number to be out of range", {.unit = "m/s", .min = 0, .max = 10});
  }
};

void fail(Action action, int code) {
  switch (action) {
    case Action::memory:
      throw std::bad_alloc();
    case Action::foreign:
      throw std::runtime_error("foreign exception");
    case Action::petsc: {
      Mat matrix = nullptr;
      trireme::petsc::check(MatCreate(PETSC_COMM_SELF, &matrix));
      trireme::petsc::check(MatSetType(matrix, "nosuchtype"));
      return;
    }
    default:
      throw Error(static_cast<ErrorKind>(code), "probe failed", "it was told to", "tell it otherwise");
  }
}

// Iterates until asked to stop, as a solver does.
ExitCode iterate(Context& context, bool signal_here) {
  for (int iteration = 0; iteration < 20000; ++iteration) {
    if (iteration == 3 && signal_here) std::raise(SIGUSR1);
    if (context.stop.requested(context.comm)) {
      context.log.line(fmt::format("stopped: {}", context.stop.reason()));
      return ExitCode::stopped;
    }
    usleep(1000);
  }
  return ExitCode::limit;
}

ExitCode act(Context& context, const ProbeOptions& options) {
  const trireme::log::ScopedEvent timed(context.timers, "probe");
  const bool mine = options.rank < 0 || options.rank == context.comm.rank();
  switch (options.action) {
    case Action::succeed:
      break;
    case Action::exit:
      return mine ? static_cast<ExitCode>(options.code) : ExitCode::done;
    case Action::wait:
      return iterate(context, false);
    case Action::signal:
      return iterate(context, mine);
    case Action::probe_option: {
      PetscBool given = PETSC_FALSE;
      char text[64] = "";
      trireme::petsc::check(
          PetscOptionsGetString(nullptr, nullptr, "-probe_value", text, sizeof text, &given));
      context.log.line(fmt::format("probe_value={}", given ? text : "none"));
      break;
    }
    case Action::guarded_error:
      trireme::comm::CollectiveGuard(context.comm).run([&] {
        if (mine) fail(options.action, options.code);
      });
      break;
    default:
      if (mine) fail(options.action, options.code);
      context.comm.barrier();
  }
  context.log.line(fmt::format("number={} words={}", options.number, context.words.size()));
  context.record.set("result.number", options.number);
  return ExitCode::done;
}

// Seconds a failed rank waits for the others. Long, since ranks without a core of their own come late; the
// test of a rank that fails alone, which has to wait them out, shortens it.
double patience() {
  const char* given = std::getenv("FRAME_PROBE_PATIENCE");
  return given != nullptr ? std::atof(given) : 40.0;
}

}  // namespace

int main(int argc, char** argv) {
  ProbeOptions options;
  trireme::options::Schema schema;
  options.describe(schema);
  trireme::program::Program program(argc, argv,
                                    {.name = "frame-probe",
                                     .one_line = "Tests the frame.",
                                     .positional = trireme::program::Positional::words,
                                     .patience = patience()});
  return program.run(schema, [&options](Context& context) { return act(context, options); });
}
