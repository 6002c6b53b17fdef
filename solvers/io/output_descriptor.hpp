// SPDX-License-Identifier: Apache-2.0
// A file that several ranks write at places of their own, through plain system calls: each failure is known
// to the rank that met it, with the system's reason, and no rank waits for another inside a library. Called
// by Hdf5File. Local.
#pragma once

#include <cstdint>
#include <string>

namespace trireme::io {

class OutputDescriptor {
 public:
  OutputDescriptor() = default;
  // Opens an existing file for writing. `shown_path` is what errors call it. Throws Error(io), as all members
  // do.
  OutputDescriptor(const std::string& path, const std::string& shown_path);
  ~OutputDescriptor();
  OutputDescriptor(OutputDescriptor&& other) noexcept;
  OutputDescriptor& operator=(OutputDescriptor&& other) noexcept;

  void write_at(const void* data, std::int64_t bytes, std::int64_t offset);

  // Makes sure that the file can grow to `bytes`: reserves the space where the file system can, otherwise
  // asks how much is free. Its size does not change.
  void reserve(std::int64_t bytes);

  // The data is on the device afterwards.
  void sync();

 private:
  [[noreturn]] void fail(int error_number) const;

  std::string shown_path_;
  int fd_ = -1;
};

}  // namespace trireme::io
