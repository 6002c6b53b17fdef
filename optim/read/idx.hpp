// SPDX-License-Identifier: Apache-2.0
// The IDX format of MNIST: unsigned bytes in one or more dimensions behind a head of big-endian integers.
// Bytes in, numbers or an error out; no MPI. Called by optim/data/load_samples on the rank that reads.
#pragma once

#include <string>
#include <vector>

#include "optim/data/raw_samples.hpp"

namespace trireme::optim {

struct IdxArray {
  std::vector<GlobalIndex> sizes;   // of the dimensions, slowest first
  std::vector<unsigned char> data;  // their product
};

// bytes: of a whole file. Errors (input) begin "name: ": no IDX head, another type than unsigned bytes, sizes
// that do not fit the bytes there are.
IdxArray parse_idx(const std::string& bytes, const std::string& name);

// images [n, ...], labels [n]: rows with the entries pixel / 255, in the order of the file. Throws Error
// (input) when the counts differ.
RawSamples rows_of_images(const IdxArray& images, const IdxArray& labels, const std::string& name);

}  // namespace trireme::optim
