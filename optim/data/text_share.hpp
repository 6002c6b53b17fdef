// SPDX-License-Identifier: Apache-2.0
// The lines of a text file dealt out over the ranks in order: each rank reads its part of the bytes; a
// compressed file, which can only be read from its beginning, is decompressed by rank 0 and dealt out from
// there. Called by optim/data/load_samples.
#pragma once

#include <string>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

struct TextShare {
  std::string text;            // whole lines; may be empty
  GlobalIndex first_line = 1;  // number of the first in the file
};

// Collective; errors (see optim/read/file_bytes.hpp) are thrown on all ranks.
TextShare read_text_share(const comm::Communicator& comm, const std::string& path);

}  // namespace trireme::optim
