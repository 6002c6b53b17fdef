// SPDX-License-Identifier: Apache-2.0
// A folder that all ranks of a test share and that is gone with the object; made by the root.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "solvers/comm/broadcast.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::io::test {

class TemporaryFolder {
 public:
  explicit TemporaryFolder(const comm::Communicator& comm) : comm_(comm) {
    if (comm.is_root()) {
      path_ = (std::filesystem::temp_directory_path() / "trireme_io_test.XXXXXX").string();
      if (mkdtemp(path_.data()) == nullptr) std::abort();
    }
    comm::broadcast(comm, path_);
  }
  ~TemporaryFolder() {
    comm_.barrier();
    std::error_code ignored;
    if (comm_.is_root()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  comm::Communicator comm_;
  std::string path_;
};

}  // namespace trireme::io::test
