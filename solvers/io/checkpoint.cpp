// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/checkpoint.hpp"

#include <fmt/format.h>

#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/io/row_exchange.hpp"
#include "solvers/io/state_hash.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::io {

namespace {
constexpr char format_name[] = "trireme checkpoint";
constexpr std::int64_t format_version = 1;

std::string field_name(const std::string& field) {
  return "fields/" + field;
}
std::string table_name(const std::string& table) {
  return "tables/" + table;
}
}  // namespace

CheckpointWriter::CheckpointWriter(const std::string& path, const comm::Communicator& comm,
                                   const std::string& kind, GlobalIndex rows,
                                   std::span<const GlobalIndex> original_ids)
    : file_(Hdf5File::create(path, comm)),
      rows_(rows),
      original_ids_(original_ids.begin(), original_ids.end()) {
  file_.write_attribute("/", "format", std::string(format_name));
  file_.write_attribute("/", "format_version", format_version);
  file_.write_attribute("/", "kind", kind);
  file_.write_attribute("/", "rows", rows);
  file_.create_group("scalars");
  file_.create_group("fields");
}

void CheckpointWriter::field(const std::string& name, std::span<const double> values, int components) {
  const std::size_t owned = original_ids_.size() * static_cast<std::size_t>(components);
  TRIREME_EXPECT(values.size() >= owned);
  const auto& comm = file_.comm();
  const RowBlock block = row_block(rows_, comm.rank(), comm.size());
  write_block(field_name(name), rows_to_blocks(comm, values.first(owned), components, original_ids_, rows_),
              components, block.begin, rows_);
}

void CheckpointWriter::table(const std::string& name, std::span<const double> values, int columns,
                             GlobalIndex first_row, GlobalIndex total_rows) {
  write_block(table_name(name), values, columns, first_row, total_rows);
}

void CheckpointWriter::write_block(const std::string& data_set, std::span<const double> values, int columns,
                                   GlobalIndex begin, GlobalIndex total_rows) {
  file_.write_rows(data_set, values, columns, begin, total_rows);
  file_.write_attribute(data_set, "hash", hash_text(state_hash(file_.comm(), values, columns, begin)));
}

CheckpointReader::CheckpointReader(const std::string& path, const comm::Communicator& comm,
                                   const std::string& kind)
    : file_(Hdf5File::open(path, comm)) {
  if (!file_.has_attribute("/", "format") || file_.read_text_attribute("/", "format") != format_name) {
    throw Error(ErrorKind::input, fmt::format("{}: this is no checkpoint", path), "",
                "give a file that a run wrote");
  }
  const std::int64_t version = file_.read_int_attribute("/", "format_version");
  if (version != format_version) {
    throw Error(ErrorKind::input, fmt::format("{}: cannot read this checkpoint", path),
                fmt::format("it has format version {}, this program reads {}", version, format_version),
                "read it with the version that wrote it");
  }
  const std::string file_kind = file_.read_text_attribute("/", "kind");
  if (file_kind != kind) {
    throw Error(ErrorKind::input, fmt::format("{}: this checkpoint is of another kind", path),
                fmt::format("it holds '{}', the run needs '{}'", file_kind, kind), "start without it");
  }
  rows_ = file_.read_int_attribute("/", "rows");
}

int CheckpointReader::components(const std::string& name) const {
  return static_cast<int>(file_.columns(field_name(name)));
}

std::vector<double> CheckpointReader::read_block(const std::string& data_set, int columns, GlobalIndex begin,
                                                 GlobalIndex count) {
  auto values = file_.read_rows<double>(data_set, begin, count, columns);
  const std::string written = file_.read_text_attribute(data_set, "hash");
  const std::string read = hash_text(state_hash(file_.comm(), values, columns, begin));
  if (written != read) {
    throw Error(ErrorKind::input, fmt::format("{}: '{}' is damaged", file_.path(), data_set),
                fmt::format("its hash is {} and should be {}", read, written), "use an earlier checkpoint");
  }
  return values;
}

std::vector<double> CheckpointReader::field(const std::string& name, int components,
                                            std::span<const GlobalIndex> original_ids) {
  const auto& comm = file_.comm();
  const RowBlock block = row_block(rows_, comm.rank(), comm.size());
  return blocks_to_rows(comm, read_block(field_name(name), components, block.begin, block.count), components,
                        original_ids, rows_);
}

std::vector<std::string> CheckpointReader::table_names() const {
  return file_.exists("tables") ? file_.members("tables") : std::vector<std::string>();
}

GlobalIndex CheckpointReader::table_rows(const std::string& name) const {
  return file_.rows(table_name(name));
}

int CheckpointReader::table_columns(const std::string& name) const {
  return static_cast<int>(file_.columns(table_name(name)));
}

std::vector<double> CheckpointReader::table(const std::string& name, int columns) {
  const auto& comm = file_.comm();
  const auto [begin, end] = threads::thread_range(table_rows(name), comm.rank(), comm.size());
  return read_block(table_name(name), columns, begin, end - begin);
}

}  // namespace trireme::io
