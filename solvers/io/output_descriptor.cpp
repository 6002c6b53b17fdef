// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/output_descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::io {

namespace {
constexpr std::int64_t piece_bytes = std::int64_t{1} << 30;  // Linux writes at most 2 GiB a call
}

OutputDescriptor::OutputDescriptor(const std::string& path, const std::string& shown_path)
    : shown_path_(shown_path), fd_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
  if (fd_ < 0) fail(errno);
}

OutputDescriptor::~OutputDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

OutputDescriptor::OutputDescriptor(OutputDescriptor&& other) noexcept
    : shown_path_(std::move(other.shown_path_)), fd_(std::exchange(other.fd_, -1)) {}

OutputDescriptor& OutputDescriptor::operator=(OutputDescriptor&& other) noexcept {
  std::swap(shown_path_, other.shown_path_);
  std::swap(fd_, other.fd_);
  return *this;
}

void OutputDescriptor::write_at(const void* data, std::int64_t bytes, std::int64_t offset) {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written =
        ::pwrite(fd_, from, static_cast<std::size_t>(std::min(bytes, piece_bytes)), offset);
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    from += written;
    bytes -= written;
    offset += written;
  }
}

void OutputDescriptor::reserve(std::int64_t bytes) {
  // Asked before anything is reserved: a reservation that fails half-way would fill the disk for everyone
  // meanwhile.
  struct statvfs system {};
  struct stat file {};
  if (::fstatvfs(fd_, &system) == 0 && ::fstat(fd_, &file) == 0) {
    const double free_bytes = static_cast<double>(system.f_bavail) * static_cast<double>(system.f_frsize);
    const double held_bytes = 512.0 * static_cast<double>(file.st_blocks);
    if (free_bytes + held_bytes < static_cast<double>(bytes)) fail(ENOSPC);
  }
  int result = 0;
  do {
    result = ::fallocate(fd_, FALLOC_FL_KEEP_SIZE, 0, bytes);
  } while (result != 0 && errno == EINTR);
  // Other failures say that this file system cannot reserve.
  if (result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) fail(errno);
}

void OutputDescriptor::sync() {
  if (::fsync(fd_) != 0) fail(errno);
}

void OutputDescriptor::fail(int error_number) const {
  throw Error(ErrorKind::io, fmt::format("{}: cannot write this file", shown_path_),
              std::strerror(error_number), "check free space, quota and permissions");
}

}  // namespace trireme::io
