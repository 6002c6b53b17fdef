// SPDX-License-Identifier: Apache-2.0
// What an open Hdf5File knows, and how its operations fail on all ranks together. Internal to solvers/io.
#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>
#include <hdf5.h>

#include "solvers/base/assert.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/hdf5_file.hpp"
#include "solvers/io/hdf5_handle.hpp"
#include "solvers/io/output_descriptor.hpp"

namespace trireme::io {

struct Hdf5File::State {
  State(std::string path_of_file, comm::Communicator communicator, bool for_writing)
      : path(std::move(path_of_file)), comm(std::move(communicator)), guard(comm), writing(for_writing) {}

  // Local work of every rank, or an HDF5 call that all ranks make together, and a vote: HDF5 reports a failed
  // transfer on the rank that met it only.
  template <class F>
  auto together(F&& operation) const {
    const QuietErrors quiet;
    return guard.run(std::forward<F>(operation));
  }

  template <class F>
  void on_root(F&& operation) const {
    const QuietErrors quiet;
    comm::run_on_root(comm, std::forward<F>(operation));
  }

  // Root only, while writing: makes sure that HDF5, whose caches do not survive a failed write, will not meet
  // a full disk.
  void reserve(std::int64_t more_bytes) {
    hsize_t size = 0;
    H5Fget_filesize(file, &size);
    constexpr std::int64_t structure_bytes = 256
                                             << 10;  // object headers, heaps and the like of one operation
    data.reserve(static_cast<std::int64_t>(size) + more_bytes + structure_bytes);
  }

  // `what` is "data set 'x'" and the like.
  [[noreturn]] void fail(const std::string& what) const {
    const char* suggestion = writing ? "check free space and quota" : "the file may be damaged";
    throw Error(ErrorKind::io, fmt::format("{}: cannot {} {}", path, writing ? "write" : "read", what),
                take_hdf5_error(), suggestion);
  }
  [[noreturn]] void refuse(const std::string& problem, const std::string& why = {},
                           const std::string& suggestion = {}) const {
    throw Error(ErrorKind::input, fmt::format("{}: {}", path, problem), why, suggestion);
  }

  std::string path;
  comm::Communicator comm;
  comm::CollectiveGuard guard;
  bool writing;
  // Reading: all ranks' file. Writing: the root's alone, which holds the structure; values go through `data`.
  hid_t file = H5I_INVALID_HID;
  OutputDescriptor data;
  int exceptions_at_start = 0;
};

}  // namespace trireme::io
