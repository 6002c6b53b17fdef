// SPDX-License-Identifier: Apache-2.0
// Copies a source of samples into a file of the project's own format: in bounded memory, going on where a
// killed run stopped, visible only when whole. Called by trireme-dlrm prepare and generate on one rank.
#pragma once

#include <functional>
#include <string>

#include "dlrm_hpc/data/dataset_writer.hpp"
#include "dlrm_hpc/data/sample_source.hpp"

namespace trireme::dlrm {

// A hash of what a data set is made from: names, sizes and times of the files, and the options as text.
std::uint64_t source_key_of(const std::vector<std::string>& files, const std::string& options);

// progress(samples so far) is called for every chunk and may throw to stop.
DataStatistics prepare_dataset(SampleSource& source, const std::string& output, GlobalIndex chunk_samples,
                               std::uint64_t source_key, const std::function<void(GlobalIndex)>& progress);

}  // namespace trireme::dlrm
