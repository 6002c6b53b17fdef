// SPDX-License-Identifier: Apache-2.0
// Samples of two classes made by rule, with the sizes and densities of well-known data sets: any rank makes
// any rows, the same for any number of ranks. They have nothing else of those sets. Called by trireme-optim.
#pragma once

#include <cstdint>

#include "optim/data/raw_samples.hpp"

namespace trireme::optim {

enum class GeneratedShape {
  rcv1,     // 47,236 features of which a row has about 75, frequent ones first
  gisette,  // 5,000 features, all of them in every row
  covtype,  // 54 features: 10 numbers, one of 4 and one of 40 switches
};

GlobalIndex features_of(GeneratedShape shape);

// The most entries of a row.
GlobalIndex entries_of_row(GeneratedShape shape);

// Rows [begin, end); labels +1 and -1 by a plane that the seed chooses, one in ten turned. Local.
RawSamples generate_samples(GeneratedShape shape, std::uint64_t seed, GlobalIndex begin, GlobalIndex end);

}  // namespace trireme::optim
