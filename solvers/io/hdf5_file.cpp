// SPDX-License-Identifier: Apache-2.0
// Opening, closing and looking around.
#include "solvers/io/hdf5_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "solvers/comm/broadcast.hpp"
#include "solvers/io/atomic_write.hpp"
#include "solvers/io/hdf5_state.hpp"

namespace trireme::io {

namespace {

using detail::Handle;

std::string partial_name(const std::string& path) {
  return path + std::string(partial_suffix);
}

// HDF5 would try to close files that a failure left open when the process ends, through an MPI that is no
// more.
void forbid_work_at_exit() {
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
}

// One rank needs no MPI-IO; more share the file through it, metadata read once for all.
hid_t access_properties(const comm::Communicator& comm) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (comm.size() > 1) {
    H5Pset_fapl_mpio(access, comm.handle(), MPI_INFO_NULL);
    H5Pset_all_coll_metadata_ops(access, true);
    H5Pset_coll_metadata_write(access, true);
  }
  return access;
}

// Root only: everything that can be wrong with a file to be read, before all ranks open it together.
void check_readable(const std::string& path) {
  const auto refuse = [&path](const std::string& why, const std::string& suggestion = {}) {
    throw Error(ErrorKind::input, fmt::format("{}: cannot read this file", path), why, suggestion);
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    const bool interrupted = std::filesystem::exists(partial_name(path), error);
    refuse("no such file",
           interrupted ? fmt::format("'{}' is the trace of an interrupted run", partial_name(path)) : "");
  }
  if (std::filesystem::is_directory(path, error)) refuse("it is a directory");
  if (access(path.c_str(), R_OK) != 0) refuse(std::strerror(errno), "check its permissions");
  if (std::filesystem::is_empty(path, error)) refuse("it is empty");
  if (H5Fis_hdf5(path.c_str()) <= 0) refuse("it is no HDF5 file");
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid()) refuse("truncated or damaged: " + detail::take_hdf5_error(), "write it again");
}

// Root only: makes sure the name can be written, with the system's reason; HDF5 alone gives a poor one.
void check_writable(const std::string& path) {
  std::ofstream file(partial_name(path), std::ios::binary | std::ios::trunc);
  const int reason = errno;
  if (!file) {
    throw Error(ErrorKind::io, fmt::format("{}: cannot write this file", path), std::strerror(reason),
                "check that the folder exists and may be written");
  }
  if (std::filesystem::is_directory(path)) {
    throw Error(ErrorKind::io, fmt::format("{}: cannot write this file", path), "it is a directory");
  }
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

Hdf5File::Hdf5File(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->exceptions_at_start = std::uncaught_exceptions();
}
Hdf5File::Hdf5File(Hdf5File&&) noexcept = default;

Hdf5File& Hdf5File::operator=(Hdf5File&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

const std::string& Hdf5File::path() const {
  return state_->path;
}
const comm::Communicator& Hdf5File::comm() const {
  return state_->comm;
}

Hdf5File Hdf5File::create(const std::string& path, const comm::Communicator& comm) {
  forbid_work_at_exit();
  auto state = std::make_unique<State>(path, comm, true);
  state->on_root([&] { check_writable(path); });
  state->together([&] {
    const Handle properties(access_properties(comm), H5Pclose);
    state->file = H5Fcreate(partial_name(path).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, properties.get());
    if (state->file < 0) state->fail("the file");
  });
  return Hdf5File(std::move(state));
}

Hdf5File Hdf5File::open(const std::string& path, const comm::Communicator& comm) {
  forbid_work_at_exit();
  auto state = std::make_unique<State>(path, comm, false);
  state->on_root([&] { check_readable(path); });
  state->together([&] {
    const Handle properties(access_properties(comm), H5Pclose);
    state->file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, properties.get());
    if (state->file < 0) state->fail("the file");
  });
  return Hdf5File(std::move(state));
}

void Hdf5File::close() {
  State& state = *state_;
  state.together([&] {
    if (state.writing && H5Fflush(state.file, H5F_SCOPE_GLOBAL) < 0) state.fail("the file's end");
  });
  state.together([&] {
    const hid_t file = state.file;
    state.file = H5I_INVALID_HID;
    if (H5Fclose(file) < 0) state.fail("the file's end");
  });
  if (state.writing) state.on_root([&] { publish_file(partial_name(state.path), state.path); });
  state_.reset();
}

Hdf5File::~Hdf5File() {
  if (!state_) return;
  const bool unwinding = std::uncaught_exceptions() > state_->exceptions_at_start;
  // Closing is collective. A rank unwinding alone would wait for ever, so the handle is then given up
  // instead.
  if (state_->file >= 0 && !unwinding) {
    const detail::QuietErrors quiet;
    H5Fclose(state_->file);
  }
  if (state_->writing && state_->comm.is_root()) ::unlink(partial_name(state_->path).c_str());
}

bool Hdf5File::exists(const std::string& name) const {
  return state_->together([&] {
    // Each step of a path must exist before the next may be asked for.
    if (name.empty() || name == "/") return true;
    for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1)) {
      if (H5Lexists(state_->file, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    }
    return H5Lexists(state_->file, name.c_str(), H5P_DEFAULT) > 0;
  });
}

std::vector<std::string> Hdf5File::members(const std::string& group) const {
  return state_->together([&] {
    std::vector<std::string> names;
    const Handle handle(H5Gopen2(state_->file, group.c_str(), H5P_DEFAULT), H5Gclose);
    if (!handle.valid()) state_->refuse(fmt::format("group '{}' is missing", group));
    hsize_t start = 0;
    if (H5Literate(handle.get(), H5_INDEX_NAME, H5_ITER_INC, &start, collect_name, &names) < 0) {
      state_->fail(fmt::format("group '{}'", group));
    }
    std::sort(names.begin(), names.end());
    return names;
  });
}

void Hdf5File::create_group(const std::string& name) {
  state_->together([&] {
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    const Handle group(H5Gcreate2(state_->file, name.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT),
                       H5Gclose);
    if (!group.valid()) state_->fail(fmt::format("group '{}'", name));
  });
}

}  // namespace trireme::io
