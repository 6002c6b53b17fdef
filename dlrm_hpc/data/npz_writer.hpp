// SPDX-License-Identifier: Apache-2.0
// Writes arrays of floats into a .npz as numpy.load reads it: a zip archive of .npy files, stored, with sizes
// of 64 bits. The file has its name only when it is whole. Called by export on one rank. Local.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::dlrm {

class NpzWriter {
 public:
  // Throws Error(io), as all members do.
  explicit NpzWriter(const std::string& path);
  // A file that was not finished is removed.
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  // An array, then all its values in any number of portions.
  void begin(const std::string& name, const std::vector<GlobalIndex>& shape);
  void append(std::span<const float> values);
  void finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t header = 0, bytes = 0;
    std::uint32_t checksum = 0;
  };
  void write(const std::string& bytes);
  void end_array();
  [[noreturn]] void fail(const char* what) const;

  std::string path_, partial_;
  std::FILE* file_ = nullptr;
  std::vector<Entry> entries_;
  std::uint64_t expected_ = 0;  // bytes of the array that is being written
};

}  // namespace trireme::dlrm
