// SPDX-License-Identifier: Apache-2.0
// Starts a command through the shell in a folder of its own and waits for it: exit code, both outputs,
// seconds. For tests that need whole programs under mpiexec and are themselves no MPI processes.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace trireme::test {

struct JobResult {
  int exit_code = -1;
  std::string out;
  std::string err;
  double seconds = 0;
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class JobFolder {
 public:
  explicit JobFolder(const std::string& name) {
    std::string pattern = (std::filesystem::temp_directory_path() / (name + ".XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~JobFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // At most 60 seconds, 240 under sanitizers: a hang is a failure with exit code 124.
  JobResult run(const std::string& command) const {
    const auto start = std::chrono::steady_clock::now();
#ifdef __SANITIZE_ADDRESS__
    const std::string patience = "240";
#else
    const std::string patience = "60";
#endif
    const int status = std::system(("cd '" + path_.string() + "' && timeout -k 5 " + patience + " sh -c '" +
                                    command + "' >out.txt 2>err.txt </dev/null")
                                       .c_str());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_text(path_ / "out.txt"),
            file_text(path_ / "err.txt"), elapsed.count()};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace trireme::test
