// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/hdf5_trial.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_handle.hpp"

namespace trireme::io {

namespace {

constexpr std::array crashes{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
constexpr std::uintmax_t least_bytes_per_second = 50'000'000;
constexpr rlim_t patience = 60;  // seconds

// What the child inherits from libraries would print stacks, write cores and stop debuggers.
void die_quietly(rlim_t seconds) {
  for (const int signal : crashes) std::signal(signal, SIG_DFL);
  const rlimit no_core{0, 0}, computing{seconds, seconds + 1};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &computing);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void run_child(rlim_t seconds, const std::function<void()>& read) {
  die_quietly(seconds);
  try {
    read();
  } catch (...) {  // the parent will meet the same, and say it
  }
  _exit(0);
}

// How a child ended that did not end as run_child() ends it; "" otherwise, and where it was killed for
// reasons that are not the file's. Memory checkers end a process by exit().
std::string bad_end(int status, rlim_t seconds) {
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
    return fmt::format("a trial in a process apart ended with exit code {}", WEXITSTATUS(status));
  }
  if (!WIFSIGNALED(status)) return "";
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) return fmt::format("a trial did not end within {} seconds of computing", seconds);
  if (std::find(crashes.begin(), crashes.end(), signal) == crashes.end()) return "";
  return fmt::format("a trial in a process apart ended with signal {}", signal);
}

}  // namespace

void try_in_child(const std::string& file_name, std::uintmax_t file_bytes,
                  const std::function<void()>& read) {
  const auto seconds = patience + static_cast<rlim_t>(file_bytes / least_bytes_per_second);
  const pid_t child = fork();
  if (child == 0) run_child(seconds, read);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return;
  }
  const std::string end = child < 0 ? "" : bad_end(status, seconds);
  if (end.empty()) return;
  throw Error(ErrorKind::input, fmt::format("{}: HDF5 cannot read the file", file_name), end,
              "the file is damaged; fetch or write it again");
}

}  // namespace trireme::io
