// SPDX-License-Identifier: Apache-2.0
// Opening, closing and looking around.
#include "solvers/io/hdf5_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "solvers/io/atomic_write.hpp"
#include "solvers/io/hdf5_state.hpp"
#include "solvers/io/hdf5_structure.hpp"
#include "solvers/io/hdf5_trial.hpp"

namespace trireme::io {

namespace {

constexpr std::int64_t first_reserve = 1 << 20;

std::string partial_name(const std::string& path) {
  return path + std::string(partial_suffix);
}

// Properties of a file that one process opens. Locks are not taken: parallel file systems may have none, and
// a reader never meets a file that is still being written.
hid_t serial_properties() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_sec2(access);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);
#endif
  return access;
}

// All ranks read through MPI-IO, the structure once for all; one rank alone needs none.
hid_t reading_properties(const comm::Communicator& comm) {
  if (comm.size() == 1) return serial_properties();
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, comm.handle(), MPI_INFO_NULL);
  H5Pset_all_coll_metadata_ops(access, true);
  return access;
}

// Closes a file that will be thrown away, on a disk that may be full: HDF5 can neither give up what it has
// cached nor end the process with it. Its descriptor is therefore pointed at memory, where whatever it still
// writes succeeds.
void close_discarded(hid_t file) {
  void* descriptor = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor) >= 0 && descriptor != nullptr) {
    const int memory = memfd_create("discarded", MFD_CLOEXEC);
    if (memory >= 0) {
      ::dup2(memory, *static_cast<int*>(descriptor));
      ::close(memory);
    }
  }
  H5Fclose(file);
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
  try_in_child(path, std::filesystem::file_size(path, error), [&path] {
    if (H5Fis_hdf5(path.c_str()) <= 0) return;
    const Handle access_list(serial_properties(), H5Pclose);
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_list.get()), H5Fclose);
    if (file.valid()) read_structure(file.get());
  });
  if (H5Fis_hdf5(path.c_str()) <= 0) refuse("it is no HDF5 file");
  const Handle access_list(serial_properties(), H5Pclose);
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access_list.get()), H5Fclose);
  if (!file.valid()) refuse("truncated or damaged: " + take_hdf5_error(), "write it again");
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

// The root makes the structure with plain HDF5; then every rank opens the file for its values.
Hdf5File Hdf5File::create(const std::string& path, const comm::Communicator& comm) {
  Hdf5File made(std::make_unique<State>(path, comm, true));
  State& state = *made.state_;
  state.on_root([&] {
    check_writable(path);
    state.data = OutputDescriptor(partial_name(path), path);
    state.data.reserve(first_reserve);
    const Handle access(serial_properties(), H5Pclose);
    state.file = H5Fcreate(partial_name(path).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
    if (state.file < 0) state.fail("the file");
    state.reserve(first_reserve);
  });
  state.together([&] {
    if (!comm.is_root()) state.data = OutputDescriptor(partial_name(path), path);
  });
  return made;
}

Hdf5File Hdf5File::open(const std::string& path, const comm::Communicator& comm) {
  Hdf5File opened(std::make_unique<State>(path, comm, false));
  State& state = *opened.state_;
  state.on_root([&] { check_readable(path); });
  state.together([&] {
    const Handle properties(reading_properties(comm), H5Pclose);
    state.file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, properties.get());
    if (state.file < 0) state.fail("the file");
  });
  return opened;
}

void Hdf5File::close() {
  State& state = *state_;
  if (state.writing) {
    state.together([&] { state.data.sync(); });
    state.on_root([&] {
      if (H5Fflush(state.file, H5F_SCOPE_GLOBAL) < 0) state.fail("the file's end");
      if (H5Fclose(std::exchange(state.file, H5I_INVALID_HID)) < 0) state.fail("the file's end");
      publish_file(partial_name(state.path), state.path);
    });
  } else {
    state.together([&] {
      if (H5Fclose(std::exchange(state.file, H5I_INVALID_HID)) < 0) state.fail("the file's end");
    });
  }
  state_.reset();
}

Hdf5File::~Hdf5File() {
  if (!state_) return;
  const QuietErrors quiet;
  if (state_->writing) {
    if (state_->file >= 0) close_discarded(state_->file);
    if (state_->comm.is_root()) ::unlink(partial_name(state_->path).c_str());
    return;
  }
  // Closing a file that ranks read together is collective. A rank that unwinds alone would wait for ever, so
  // it gives up the handle instead.
  const bool unwinding = std::uncaught_exceptions() > state_->exceptions_at_start;
  if (state_->file >= 0 && !unwinding) H5Fclose(state_->file);
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
  state_->on_root([&] {
    state_->reserve(0);
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    const Handle group(H5Gcreate2(state_->file, name.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT),
                       H5Gclose);
    if (!group.valid()) state_->fail(fmt::format("group '{}'", name));
  });
}

}  // namespace trireme::io
