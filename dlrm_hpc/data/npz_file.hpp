// SPDX-License-Identifier: Apache-2.0
// numpy's files of arrays: .npy, one array, and .npz, a zip archive of them, stored or deflated. Arrays are
// read from front to back in bounded memory, little-endian and in C's order. Called by import and by readers
// of foreign data sets. Formats: numpy's format specification (numpy.lib.format, versions 1 to 3), PKWARE's
// application note on zip with its 64-bit extension. Local.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::dlrm {

// An array while it is read.
class NumpyArray {
 public:
  NumpyArray(NumpyArray&&) noexcept;
  NumpyArray& operator=(NumpyArray&&) noexcept;
  ~NumpyArray();

  const std::string& name() const;  // as messages name it
  const std::vector<GlobalIndex>& shape() const;
  GlobalIndex size() const;  // values, all in all
  bool is_integer() const;

  // The next values, of whatever number type the file has. Throws Error(input) behind the last one, for
  // damaged data (the checksum of an archive's array is looked at behind its last value), and for integers
  // read from a file of fractions.
  void read(std::span<float> values);
  void read(std::span<std::int64_t> values);
  // Passes over values.
  void skip(GlobalIndex values);

 private:
  friend class NumpyFile;
  struct Stream;
  explicit NumpyArray(std::unique_ptr<Stream> stream);
  template <class T>
  void read_as(std::span<T> values);
  std::unique_ptr<Stream> stream_;
};

// A .npz, or a .npy as an archive whose only array has no name.
class NumpyFile {
 public:
  // Throws Error(input) when the file is missing or neither.
  explicit NumpyFile(const std::string& path);

  const std::string& path() const { return path_; }
  std::vector<std::string> names() const;  // without .npy
  bool has(const std::string& name) const;
  // Throws Error(input) for an array that is not there, for types that are no numbers, and where the shape
  // does not fit the bytes that are there.
  NumpyArray open(const std::string& name) const;

 private:
  struct Entry {
    std::string name;
    std::uint64_t header = 0;  // where the entry's own header begins
    std::uint64_t packed = 0, size = 0;
    int method = 0;              // 0: stored, 8: deflated
    std::uint32_t checksum = 0;  // of the unpacked bytes
  };
  void read_directory(std::FILE* file);

  std::string path_;
  bool is_archive_ = false;
  std::vector<Entry> entries_;
};

}  // namespace trireme::dlrm
