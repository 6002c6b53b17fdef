// SPDX-License-Identifier: Apache-2.0
#include "amg/apps/trireme-amg/read_system.hpp"

#include <filesystem>
#include <fstream>
#include <span>

#include <fmt/format.h>
#include <petscviewer.h>

#include "amg/problems/generate_rows.hpp"
#include "amg/read/hypre_ij.hpp"
#include "amg/read/matrix_market.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/petsc/array_view.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::amg {

using petsc::check;

namespace {

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || std::filesystem::is_directory(path))
    throw Error(ErrorKind::input, "cannot open '" + path + "'", "it is missing, unreadable or a folder",
                "check the name");
  std::string text(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  if (!file.read(text.data(), static_cast<std::streamsize>(text.size())))
    throw Error(ErrorKind::io, "cannot read '" + path + "'", "reading failed before the end of the file");
  return text;
}

std::string part_name(const std::string& prefix, int part) {
  return fmt::format("{}.{:05}", prefix, part);
}

MatrixFormat format_of(const MatrixFileOptions& options) {
  if (options.format != MatrixFormat::automatic) return options.format;
  if (options.file.ends_with(".mtx")) return MatrixFormat::matrix_market;
  const bool parts =
      !std::filesystem::exists(options.file) && std::filesystem::exists(part_name(options.file, 0));
  return parts ? MatrixFormat::hypre_ij : MatrixFormat::petsc;
}

CoordinateMatrix read_parts(const std::string& prefix) {
  CoordinateMatrix matrix;
  int part = 0;
  do {
    const std::string name = part_name(prefix, part);
    parse_hypre_ij_part(file_text(name), name, matrix);
  } while (std::filesystem::exists(part_name(prefix, ++part)));
  return matrix;
}

// Rows of the root, dealt out in whole blocks.
GlobalRows deal_out(const comm::Communicator& comm, GlobalRows&& all, int block_size) {
  GlobalIndex n_global = all.n_global;
  comm::broadcast_value(comm, n_global);
  std::vector<GlobalIndex> row_counts, entry_counts, lengths;
  if (comm.is_root()) {
    for (int rank = 0; rank < comm.size(); ++rank) {
      const RowRange range = rows_of_rank(n_global, block_size, rank, comm.size());
      row_counts.push_back(range.end - range.begin);
      entry_counts.push_back(all.offsets[static_cast<std::size_t>(range.end)] -
                             all.offsets[static_cast<std::size_t>(range.begin)]);
    }
    for (std::size_t row = 0; row + 1 < all.offsets.size(); ++row)
      lengths.push_back(all.offsets[row + 1] - all.offsets[row]);
  }
  GlobalRows mine;
  mine.n_global = n_global;
  mine.block_size = block_size;
  mine.begin = rows_of_rank(n_global, block_size, comm.rank(), comm.size()).begin;
  for (const GlobalIndex length : comm::scatter_from_root(comm, lengths, row_counts))
    mine.offsets.push_back(mine.offsets.back() + length);
  const auto deal = [&](const auto& all_on_root, auto& here) {
    const auto received = comm::scatter_from_root(comm, std::span(all_on_root), entry_counts);
    here.assign(received.begin(), received.end());
  };
  deal(all.columns, mine.columns);
  deal(all.values, mine.values);
  return mine;
}

PetscObjectHolder<PetscViewer> open_binary(const comm::Communicator& comm, const std::string& file) {
  comm::run_on_root(comm, [&] {
    if (!std::filesystem::is_regular_file(file))
      throw Error(ErrorKind::input, "cannot open '" + file + "'", "it is missing or no file",
                  "check the name");
  });
  PetscObjectHolder<PetscViewer> viewer;
  check(PetscViewerBinaryOpen(comm.handle(), file.c_str(), FILE_MODE_READ, viewer.place()));
  return viewer;
}

// What PETSc says about a damaged file does not name it.
template <class F>
void load_with_petsc(const std::string& file, F&& load) {
  try {
    load();
  } catch (const Error& error) {
    throw Error(ErrorKind::input, file + ": PETSc cannot load it", error.what(),
                "give a file that MatView or VecView wrote in binary, with the integers of this PETSc");
  }
}

GlobalRows load_matrix(const comm::Communicator& comm, const MatrixFileOptions& options) {
  const auto viewer = open_binary(comm, options.file);
  PetscObjectHolder<Mat> holder;
  check(MatCreate(comm.handle(), holder.place()));
  Mat matrix = holder.get();
  check(MatSetType(matrix, MATAIJ));
  check(MatSetBlockSize(matrix, options.block_size));
  load_with_petsc(options.file, [&] { check(MatLoad(matrix, viewer.get())); });
  PetscInt n_rows = 0, n_columns = 0, begin = 0, end = 0;
  check(MatGetSize(matrix, &n_rows, &n_columns));
  if (n_rows != n_columns)
    throw Error(ErrorKind::input,
                fmt::format("{}: the matrix has {} rows and {} columns", options.file, n_rows, n_columns),
                "only square systems can be solved");
  check(MatGetOwnershipRange(matrix, &begin, &end));
  GlobalRows rows;
  rows.n_global = n_rows;
  rows.begin = begin;
  rows.block_size = options.block_size;
  for (PetscInt row = begin; row < end; ++row) {
    PetscInt length = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    check(MatGetRow(matrix, row, &length, &columns, &values));
    rows.columns.insert(rows.columns.end(), columns, columns + length);
    rows.values.insert(rows.values.end(), values, values + length);
    rows.offsets.push_back(static_cast<GlobalIndex>(rows.columns.size()));
    check(MatRestoreRow(matrix, row, &length, &columns, &values));
  }
  return rows;
}

}  // namespace

LinearSystem read_system(const comm::Communicator& comm, const MatrixFileOptions& options) {
  LinearSystem system;
  int format = 0, symmetric = 0;
  comm::run_on_root(comm, [&] { format = static_cast<int>(format_of(options)); });
  comm::broadcast_value(comm, format);
  if (static_cast<MatrixFormat>(format) == MatrixFormat::petsc) {
    system.rows = load_matrix(comm, options);
    return system;
  }
  GlobalRows all;
  comm::run_on_root(comm, [&] {
    CoordinateMatrix matrix = static_cast<MatrixFormat>(format) == MatrixFormat::matrix_market
                                  ? parse_matrix_market(file_text(options.file), options.file)
                                  : read_parts(options.file);
    symmetric = matrix.symmetric ? 1 : 0;
    all = rows_of(std::move(matrix), options.file.c_str());
    if (all.n_global % options.block_size != 0)
      throw Error(ErrorKind::input,
                  fmt::format("{}: {} rows are no whole number of blocks of {}", options.file, all.n_global,
                              options.block_size),
                  "matrix.block_size does not fit", "set it to the unknowns of a point");
  });
  comm::broadcast_value(comm, symmetric);
  system.symmetric = symmetric != 0;
  system.rows = deal_out(comm, std::move(all), options.block_size);
  return system;
}

std::vector<double> read_rhs(const comm::Communicator& comm, const std::string& file,
                             const GlobalRows& rows) {
  const auto refuse_size = [&](GlobalIndex size) {
    throw Error(ErrorKind::input, fmt::format("{}: the vector has {} entries", file, size),
                fmt::format("the matrix has {} rows", rows.n_global),
                "give a right-hand side of this matrix");
  };
  if (!file.ends_with(".mtx")) {
    const auto viewer = open_binary(comm, file);
    PetscObjectHolder<Vec> vector;
    check(VecCreate(comm.handle(), vector.place()));
    check(VecSetType(vector.get(), VECSTANDARD));
    load_with_petsc(file, [&] {
      check(VecSetSizes(vector.get(), rows.n_rows(), PETSC_DETERMINE));
      check(VecLoad(vector.get(), viewer.get()));
    });
    const petsc::ReadView view(vector.get());
    return {view.span().begin(), view.span().end()};
  }
  const auto counts = comm::all_gather_value(comm, GlobalIndex{rows.n_rows()});
  std::vector<double> all;
  comm::run_on_root(comm, [&] {
    all = parse_matrix_market_vector(file_text(file), file);
    if (static_cast<GlobalIndex>(all.size()) != rows.n_global)
      refuse_size(static_cast<GlobalIndex>(all.size()));
  });
  return comm::scatter_from_root(comm, all, counts);
}

}  // namespace trireme::amg
