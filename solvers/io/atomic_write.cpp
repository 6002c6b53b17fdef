// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/atomic_write.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::io {

namespace {

[[noreturn]] void fail(const std::string& path, int error_number) {
  const char* suggestion = error_number == ENOSPC || error_number == EDQUOT
                               ? "free space or write elsewhere"
                               : "check that the folder exists and may be written";
  throw Error(ErrorKind::io, fmt::format("cannot write '{}'", path), std::strerror(error_number), suggestion);
}

// Closes on every way out; close() itself may report the write error that matters on network file systems.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

void write_all(int fd, std::string_view contents, const std::string& path) {
  while (!contents.empty()) {
    const ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(path, errno);
    }
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

void atomic_write(const std::string& path, std::string_view contents) {
  const bool special = is_special(path);
  const std::string target = special ? path : path + std::string(partial_suffix);
  Descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (special ? 0 : O_TRUNC), 0666));
  if (file.get() < 0) fail(path, errno);
  try {
    write_all(file.get(), contents, path);
    if (file.close() != 0) fail(path, errno);
    if (!special) publish_file(target, path);
  } catch (...) {
    if (!special) ::unlink(target.c_str());
    throw;
  }
}

void require_writable(const std::string& path) {
  if (is_special(path)) return;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(path, EISDIR);
  // A name of this process: the partial file of a run in progress is not ours to remove.
  const std::string probe = fmt::format("{}.{}.probe", path, ::getpid());
  Descriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) fail(path, errno);
  ::unlink(probe.c_str());
}

void publish_file(const std::string& partial, const std::string& path) {
  Descriptor file(::open(partial.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, errno);
  if (::fsync(file.get()) != 0) fail(path, errno);
  if (std::rename(partial.c_str(), path.c_str()) != 0) fail(path, errno);
  // The new name itself lives in the folder. Some file systems cannot sync a folder; the rename has happened
  // then too.
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) static_cast<void>(::fsync(directory.get()));
}

}  // namespace trireme::io
