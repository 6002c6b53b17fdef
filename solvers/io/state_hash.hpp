// SPDX-License-Identifier: Apache-2.0
// A 64-bit hash of a distributed table of doubles: of their bytes, each row at the place its global id names.
// It does not depend on the layout: which rank holds a row and in which order. Called by reports, checkpoints
// and tests of "same bits". Every bit counts: a change within one row always changes the hash, as does a sign
// of zero or the payload of a NaN.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::io {

// values [rows here, components], global_ids [rows here], each id on one rank only. Collective; the same on
// every rank.
std::uint64_t state_hash(const comm::Communicator& comm, std::span<const double> values, int components,
                         std::span<const GlobalIndex> global_ids);

// Rows begin, begin+1, ... here.
std::uint64_t state_hash(const comm::Communicator& comm, std::span<const double> values, int components,
                         GlobalIndex begin);

// 16 hexadecimal digits, as reports show it.
std::string hash_text(std::uint64_t hash);

}  // namespace trireme::io
