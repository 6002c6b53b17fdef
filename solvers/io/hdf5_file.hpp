// SPDX-License-Identifier: Apache-2.0
// One HDF5 file, read or written by all ranks together: tables of rows dealt out over the ranks, and
// attributes. Stands below checkpoints, meshes and VTKHDF files. Everything is collective over the
// communicator given at the start; ranks without rows take part with none. Errors are thrown on all ranks
// alike: Error(input) when the file's contents are not what was asked for, Error(io) when reading or writing
// fails; the text names file and data set. HDF5's own error print-out is silenced.
//
// Reading goes through parallel HDF5. Writing does not: rank 0 makes the structure, and each rank writes its
// values to their place in the file by system calls, so that a full disk is an Error on all ranks and never a
// hang. The folder must be shared by the ranks either way.
//
// A created file is written as PATH.partial and takes its name in close(), after fsync: PATH is always a
// whole file. If close() is not reached, because of an exception or a kill, PATH stays as it was. Reading
// functions are for opened files, writing functions for created ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::io {

enum class ElementType { float64, float32, int64, int32, uint8 };

template <class T>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<T, double>) {
    return ElementType::float64;
  } else if constexpr (std::is_same_v<T, float>) {
    return ElementType::float32;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return ElementType::int64;
  } else if constexpr (std::is_same_v<T, std::int32_t>) {
    return ElementType::int32;
  } else {
    static_assert(std::is_same_v<T, std::uint8_t>, "data sets hold double, float, int64, int32 or uint8");
    return ElementType::uint8;
  }
}

class Hdf5File {
 public:
  static Hdf5File create(const std::string& path, const comm::Communicator& comm);
  static Hdf5File open(const std::string& path, const comm::Communicator& comm);
  Hdf5File(Hdf5File&&) noexcept;
  Hdf5File& operator=(Hdf5File&&) noexcept;
  // Without close(), a file being written is discarded.
  ~Hdf5File();

  // Ends the file; what was created becomes visible under its name. Nothing may be called afterwards.
  void close();

  // Data set `name` ("a/b" makes group a) of total_rows rows; this rank gives `local` [rows here, columns],
  // which become the rows from row_offset on. Ranks' rows must not overlap; rows nobody gives are undefined.
  // One column makes a one-dimensional data set.
  template <class T>
  void write_rows(const std::string& name, std::span<const T> local, std::int64_t columns,
                  GlobalIndex row_offset, GlobalIndex total_rows) {
    write_table(name, element_type<T>(), local.data(), local.size(), columns, row_offset, total_rows);
  }
  template <class T>
  void write_rows(const std::string& name, const std::vector<T>& local, std::int64_t columns,
                  GlobalIndex row_offset, GlobalIndex total_rows) {
    write_rows(name, std::span<const T>(local), columns, row_offset, total_rows);
  }

  // This rank's rows [row_begin, row_begin + row_count) of a data set with that many columns. Integers may be
  // narrower in the file than T, reals likewise; never wider, and never of the other kind.
  template <class T>
  std::vector<T> read_rows(const std::string& name, GlobalIndex row_begin, GlobalIndex row_count,
                           std::int64_t columns) {
    check_table(name, element_type<T>(), row_begin, row_count, columns);
    std::vector<T> local(static_cast<std::size_t>(row_count * columns));
    read_table(name, element_type<T>(), local.data(), row_begin, row_count, columns);
    return local;
  }

  bool exists(const std::string& name) const;
  GlobalIndex rows(const std::string& name) const;
  std::int64_t columns(const std::string& name) const;
  // Members of a group, sorted; "/" is the file itself.
  std::vector<std::string> members(const std::string& group) const;

  void create_group(const std::string& name);

  // Attributes of a group or data set; "/" is the file itself.
  void write_attribute(const std::string& object, const std::string& name, const std::string& text);
  void write_attribute(const std::string& object, const std::string& name,
                       std::span<const std::int64_t> values);
  void write_attribute(const std::string& object, const std::string& name, std::span<const double> values);
  void write_attribute(const std::string& object, const std::string& name, std::int64_t value) {
    write_attribute(object, name, std::span<const std::int64_t>(&value, 1));
  }
  void write_attribute(const std::string& object, const std::string& name, double value) {
    write_attribute(object, name, std::span<const double>(&value, 1));
  }
  bool has_attribute(const std::string& object, const std::string& name) const;
  std::string read_text_attribute(const std::string& object, const std::string& name) const;
  std::int64_t read_int_attribute(const std::string& object, const std::string& name) const;
  double read_real_attribute(const std::string& object, const std::string& name) const;

  const std::string& path() const;
  const comm::Communicator& comm() const;

 private:
  struct State;
  explicit Hdf5File(std::unique_ptr<State> state);

  void write_table(const std::string& name, ElementType type, const void* data, std::size_t values,
                   std::int64_t columns, GlobalIndex row_offset, GlobalIndex total_rows);
  void check_table(const std::string& name, ElementType type, GlobalIndex row_begin, GlobalIndex row_count,
                   std::int64_t columns) const;
  void read_table(const std::string& name, ElementType type, void* data, GlobalIndex row_begin,
                  GlobalIndex row_count, std::int64_t columns) const;
  void read_attribute(const std::string& object, const std::string& name, ElementType type,
                      void* value) const;
  void write_attribute_values(const std::string& object, const std::string& name, ElementType type,
                              const void* values, std::size_t count);

  std::unique_ptr<State> state_;
};

}  // namespace trireme::io
