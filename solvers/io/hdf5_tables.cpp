// SPDX-License-Identifier: Apache-2.0
// Tables of rows, written by each rank at its place and read in collective transfers.
#include <algorithm>
#include <array>
#include <limits>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/io/hdf5_state.hpp"

namespace trireme::io {

namespace {

// Bytes a rank reads in one transfer: below the 2 GiB that MPI-IO implementations and their int counts
// handle.
constexpr std::int64_t piece_bytes = std::int64_t{1} << 30;

struct Shape {
  GlobalIndex rows = 0;
  std::int64_t columns = 1;
};

// Opens a data set that must exist.
hid_t open_table(hid_t file, const std::string& name) {
  return H5Dopen2(file, name.c_str(), H5P_DEFAULT);
}

bool table_shape(hid_t table, Shape& shape) {
  const Handle space(H5Dget_space(table), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (rank != 1 && rank != 2) return false;
  std::array<hsize_t, 2> extent = {0, 1};
  H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr);
  shape = {static_cast<GlobalIndex>(extent[0]), static_cast<std::int64_t>(extent[1])};
  return true;
}

// Selects rows [begin, begin + count), or none, of a one- or two-dimensional space.
void select_rows(hid_t space, GlobalIndex begin, GlobalIndex count, std::int64_t columns) {
  if (count == 0) {
    H5Sselect_none(space);
    return;
  }
  const std::array<hsize_t, 2> start = {static_cast<hsize_t>(begin), 0};
  const std::array<hsize_t, 2> extent = {static_cast<hsize_t>(count), static_cast<hsize_t>(columns)};
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr);
}

hid_t transfer_properties(const comm::Communicator& comm) {
  const hid_t transfer = H5Pcreate(H5P_DATASET_XFER);
  if (comm.size() > 1) H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
  return transfer;
}

// Calls move(file_space, memory_space, transfer, byte_offset) for each piece; every rank makes the same
// number of calls.
template <class Move>
void for_each_piece(const comm::Communicator& comm, hid_t table, ElementType type, GlobalIndex begin,
                    GlobalIndex count, std::int64_t columns, Move&& move) {
  const auto row_bytes = static_cast<std::int64_t>(H5Tget_size(memory_type(type))) * columns;
  const GlobalIndex rows_per_piece =
      std::max<GlobalIndex>(1, piece_bytes / std::max<std::int64_t>(1, row_bytes));
  const GlobalIndex pieces = comm::all_max(comm, (count + rows_per_piece - 1) / rows_per_piece);
  const Handle transfer(transfer_properties(comm), H5Pclose);
  for (GlobalIndex piece = 0; piece < pieces; ++piece) {
    const GlobalIndex first = std::min(count, piece * rows_per_piece);
    const GlobalIndex rows = std::min(rows_per_piece, count - first);
    const Handle file_space(H5Dget_space(table), H5Sclose);
    const hsize_t values = static_cast<hsize_t>(rows) * static_cast<hsize_t>(columns);
    const Handle memory_space(H5Screate_simple(1, &values, nullptr), H5Sclose);
    select_rows(file_space.get(), begin + first, rows, columns);
    if (values == 0) H5Sselect_none(memory_space.get());
    move(file_space.get(), memory_space.get(), transfer.get(), first * row_bytes);
  }
}

}  // namespace

// The root makes the data set, contiguous and with its place in the file fixed at once; each rank then writes
// its rows there itself. HDF5's parallel writing would leave ranks waiting for one another when one meets a
// full disk.
void Hdf5File::write_table(const std::string& name, ElementType type, const void* data, std::size_t values,
                           std::int64_t columns, GlobalIndex row_offset, GlobalIndex total_rows) {
  State& state = *state_;
  const std::string what = fmt::format("data set '{}'", name);
  const hid_t element = memory_type(type);
  const auto row_bytes = static_cast<std::int64_t>(H5Tget_size(element)) * columns;
  state.together([&] {
    TRIREME_EXPECT(columns > 0 && state.writing);
    const auto count = static_cast<GlobalIndex>(values) / columns;
    if (static_cast<std::size_t>(count * columns) != values || row_offset < 0 ||
        row_offset + count > total_rows) {
      throw Error(ErrorKind::internal, fmt::format("{}: rows of {} do not fit its shape", state.path, what));
    }
  });

  haddr_t place = 0;
  state.on_root([&] {
    if (total_rows > std::numeric_limits<std::int64_t>::max() / row_bytes / 2) {
      throw Error(ErrorKind::internal, fmt::format("{}: {} is beyond any file", state.path, what));
    }
    state.reserve(total_rows * row_bytes);
    const std::array<hsize_t, 2> extent = {static_cast<hsize_t>(total_rows), static_cast<hsize_t>(columns)};
    const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, extent.data(), nullptr), H5Sclose);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    // No fill values, since every row is written; and no time stamps, so that equal runs give equal files.
    const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_alloc_time(creation.get(), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER);
    H5Pset_obj_track_times(creation.get(), false);
    const Handle table(
        H5Dcreate2(state.file, name.c_str(), element, space.get(), links.get(), creation.get(), H5P_DEFAULT),
        H5Dclose);
    if (!table.valid()) state.fail(what);
    place = total_rows > 0 ? H5Dget_offset(table.get()) : 0;
    if (place == HADDR_UNDEF) state.fail(what);
  });
  comm::broadcast_value(state.comm, place);

  state.together([&] {
    const auto bytes = static_cast<std::int64_t>(values * H5Tget_size(element));
    state.data.write_at(data, bytes, static_cast<std::int64_t>(place) + row_offset * row_bytes);
  });
}

GlobalIndex Hdf5File::rows(const std::string& name) const {
  return state_->together([&] {
    const Handle table(open_table(state_->file, name), H5Dclose);
    Shape shape;
    if (!table.valid()) state_->refuse(fmt::format("data set '{}' is missing", name));
    if (!table_shape(table.get(), shape)) state_->refuse(fmt::format("data set '{}' is no table", name));
    return shape.rows;
  });
}

std::int64_t Hdf5File::columns(const std::string& name) const {
  return state_->together([&] {
    const Handle table(open_table(state_->file, name), H5Dclose);
    Shape shape;
    if (!table.valid()) state_->refuse(fmt::format("data set '{}' is missing", name));
    if (!table_shape(table.get(), shape)) state_->refuse(fmt::format("data set '{}' is no table", name));
    return shape.columns;
  });
}

void Hdf5File::check_table(const std::string& name, ElementType type, GlobalIndex row_begin,
                           GlobalIndex row_count, std::int64_t columns) const {
  const State& state = *state_;
  state.together([&] {
    const Handle table(open_table(state.file, name), H5Dclose);
    if (!table.valid()) {
      H5Eclear2(H5E_DEFAULT);
      state.refuse(fmt::format("data set '{}' is missing", name), "", "is this a file of the expected kind?");
    }
    Shape shape;
    if (!table_shape(table.get(), shape) || shape.columns != columns) {
      state.refuse(fmt::format("data set '{}' has {} columns", name, shape.columns),
                   fmt::format("{} expected", columns));
    }
    if (row_begin < 0 || row_count < 0 || row_begin > shape.rows || row_count > shape.rows - row_begin) {
      state.refuse(fmt::format("data set '{}' has {} rows", name, shape.rows),
                   fmt::format("rows {} to {} were asked for", row_begin, row_begin + row_count));
    }
    const Handle in_file(H5Dget_type(table.get()), H5Tclose);
    const hid_t wanted = memory_type(type);
    if (H5Tget_class(in_file.get()) != H5Tget_class(wanted) ||
        H5Tget_size(in_file.get()) > H5Tget_size(wanted)) {
      state.refuse(fmt::format("data set '{}' holds values of another type", name),
                   H5Tget_class(wanted) == H5T_FLOAT ? "reals expected" : "integers expected");
    }
  });
}

void Hdf5File::read_table(const std::string& name, ElementType type, void* data, GlobalIndex row_begin,
                          GlobalIndex row_count, std::int64_t columns) const {
  const State& state = *state_;
  const QuietErrors quiet;
  const Handle table(open_table(state.file, name), H5Dclose);
  bool read = true;
  for_each_piece(
      state.comm, table.get(), type, row_begin, row_count, columns,
      [&](hid_t file_space, hid_t memory_space, hid_t transfer, std::int64_t offset) {
        void* piece = static_cast<char*>(data) + offset;
        read =
            H5Dread(table.get(), memory_type(type), memory_space, file_space, transfer, piece) >= 0 && read;
      });
  state.together([&] {
    if (!read) state.fail(fmt::format("data set '{}'", name));
  });
}

}  // namespace trireme::io
