// SPDX-License-Identifier: Apache-2.0
// Binary copies of text samples: an HDF5 file in a folder of the user's choice, written after the text was
// read the first time and read in its place later, by any number of ranks, with the same bits. Called by
// trireme-optim.
//
// A copy is of one source (its absolute path is part of the copy's name) with one size, one time of change
// and one index base; anything else makes it stale. Contents carry a hash, so that damage is found. A copy
// that cannot be used is written anew; one that cannot be written is done without. Both are said, neither is
// an error. Runs may share a folder: each writes under a name of its own and renames what is whole, and the
// last one's copy stays. What a run left that was killed while it wrote, the next writer of that copy
// removes: of this machine where the process is no more, of others after a day.
#pragma once

#include <string>
#include <vector>

#include "optim/data/raw_samples.hpp"
#include "optim/read/libsvm.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::optim {

struct CachedSamples {
  RawSamples rows;  // of this rank, in the order of the file
  bool from_copy = false;
  std::vector<std::string> remarks;  // for the user; the same on every rank
};

// read_libsvm, through a copy in `folder`. Collective; errors of the source are thrown on all ranks.
CachedSamples read_libsvm_cached(const comm::Communicator& comm, const std::string& path, IndexBase base,
                                 const std::string& folder);

// Where the copy of a source lies.
std::string cached_copy_of(const std::string& path, const std::string& folder);

}  // namespace trireme::optim
