// SPDX-License-Identifier: Apache-2.0
// A checkpoint: named fields over all vertices (or any other numbered things) and named scalars, in one HDF5
// file that is readable on any number of ranks, since rows are stored in the order of their original ids.
// Written to a temporary name and renamed: a run killed while writing leaves the previous checkpoint whole.
// Each field carries a 64-bit hash that reading verifies. Called by solvers between iterations. Everything is
// collective; any rank may hold no rows.
//
// Besides fields there may be tables, each with a number of rows of its own.
//
//   File layout (version 1): attributes of "/": format = "trireme checkpoint", format_version, kind, rows;
//   data set "fields/NAME" [rows] or [rows, components] float64 with attribute hash; "tables/NAME" likewise;
//   scalars as attributes of "scalars".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::io {

// Writes one checkpoint: fields and scalars in any order, then commit().
class CheckpointWriter {
 public:
  // kind: what the fields mean, as in "fun3d incompressible"; a reader of another kind refuses the file.
  // rows: of every field, over all ranks. original_ids [rows here]: each id 0..rows-1 on one rank. Throws
  // Error(io).
  CheckpointWriter(const std::string& path, const comm::Communicator& comm, const std::string& kind,
                   GlobalIndex rows, std::span<const GlobalIndex> original_ids);

  void scalar(const std::string& name, double value) { file_.write_attribute("scalars", name, value); }
  void scalar(const std::string& name, std::int64_t value) { file_.write_attribute("scalars", name, value); }
  void scalar(const std::string& name, const std::string& text) {
    file_.write_attribute("scalars", name, text);
  }
  // values [rows here, components] in the order of original_ids; entries behind (ghosts) are ignored.
  void field(const std::string& name, std::span<const double> values, int components);

  // A table of total_rows rows, of which this rank gives those from first_row on: values [rows here,
  // columns].
  void table(const std::string& name, std::span<const double> values, int columns, GlobalIndex first_row,
             GlobalIndex total_rows);

  // Until here the file's name holds what it held before.
  void commit() { file_.close(); }

 private:
  void write_block(const std::string& data_set, std::span<const double> values, int columns,
                   GlobalIndex begin, GlobalIndex total_rows);

  Hdf5File file_;
  GlobalIndex rows_;
  std::vector<GlobalIndex> original_ids_;
};

class CheckpointReader {
 public:
  // Throws Error(input) on all ranks when the file is missing, damaged, no checkpoint, of a newer version or
  // another kind.
  CheckpointReader(const std::string& path, const comm::Communicator& comm, const std::string& kind);

  GlobalIndex rows() const { return rows_; }
  bool has_field(const std::string& name) const { return file_.exists("fields/" + name); }
  bool has_scalar(const std::string& name) const { return file_.has_attribute("scalars", name); }
  std::vector<std::string> field_names() const { return file_.members("fields"); }
  int components(const std::string& name) const;

  double real(const std::string& name) const { return file_.read_real_attribute("scalars", name); }
  std::int64_t integer(const std::string& name) const { return file_.read_int_attribute("scalars", name); }
  std::string text(const std::string& name) const { return file_.read_text_attribute("scalars", name); }
  // Rows original_ids of the field [ids here, components]; ids may repeat over ranks. Throws Error(input)
  // when the field is missing, has other components, or does not have the hash it was written with.
  std::vector<double> field(const std::string& name, int components,
                            std::span<const GlobalIndex> original_ids);

  std::vector<std::string> table_names() const;
  GlobalIndex table_rows(const std::string& name) const;
  int table_columns(const std::string& name) const;
  // This rank's block of the rows, which are dealt out evenly in the order of ranks (threads::thread_range).
  // Throws as field() does.
  std::vector<double> table(const std::string& name, int columns);

 private:
  std::vector<double> read_block(const std::string& data_set, int columns, GlobalIndex begin,
                                 GlobalIndex count);

  Hdf5File file_;
  GlobalIndex rows_ = 0;
};

}  // namespace trireme::io
