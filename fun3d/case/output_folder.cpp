// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_folder.hpp"

#include <filesystem>
#include <unistd.h>

#include "solvers/base/error.hpp"
#include "solvers/io/atomic_write.hpp"

namespace trireme::flow {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& directory, const std::string& why) {
  throw Error(ErrorKind::io, "cannot make the output folder " + directory, why, "check output.directory");
}

}  // namespace

void require_output_folder(const OutputOptions& options) {
  fs::path nearest = fs::absolute(options.directory).lexically_normal();
  std::error_code failure;
  while (!fs::exists(nearest, failure) && nearest.has_parent_path() && nearest != nearest.parent_path()) {
    nearest = nearest.parent_path();
  }
  if (!fs::is_directory(nearest, failure)) refuse(options.directory, nearest.string() + " is no folder");
  if (::access(nearest.c_str(), W_OK | X_OK) != 0)
    refuse(options.directory, nearest.string() + " may not be written");
}

void make_output_folder(const OutputOptions& options) {
  std::error_code failure;
  fs::create_directories(options.directory, failure);
  if (failure) refuse(options.directory, failure.message());
  io::require_writable(options.path("_history.csv"));
}

std::vector<std::string> remove_earlier_results(const OutputOptions& options) {
  std::vector<std::string> removed;
  for (const std::string& suffix : OutputOptions::result_suffixes()) {
    std::error_code failure;
    if (fs::remove(options.path(suffix), failure)) removed.push_back(options.name + suffix);
    if (failure) {
      throw Error(ErrorKind::io, "cannot remove " + options.path(suffix) + " of an earlier run",
                  failure.message(), "remove it, or choose another output.directory or output.name");
    }
  }
  return removed;
}

}  // namespace trireme::flow
