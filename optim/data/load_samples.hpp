// SPDX-License-Identifier: Apache-2.0
// Samples from files: LIBSVM's, read by all ranks together, and IDX. Called by trireme-optim and the tests.
#pragma once

#include <string>

#include "optim/data/samples.hpp"
#include "optim/read/libsvm.hpp"

namespace trireme::optim {

// Rows of this rank in the order of the file, features from 0 on. Collective; errors are thrown on all ranks.
RawSamples read_libsvm(const comm::Communicator& comm, const std::string& path, IndexBase base);

// The same, dealt out. For validation the index base should be that of the training file.
Samples load_libsvm(const comm::Communicator& comm, const std::string& path, IndexBase base,
                    const DealOptions& options);

// Images and labels in the IDX format, plain or compressed: read by rank 0 and dealt out. Collective; errors
// are thrown on all ranks.
RawSamples read_idx(const comm::Communicator& comm, const std::string& images, const std::string& labels);

}  // namespace trireme::optim
