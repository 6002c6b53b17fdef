// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/state_hash.hpp"

#include <bit>

#include <fmt/format.h>

#include "solvers/base/assert.hpp"
#include "solvers/base/counter_hash.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::io {

namespace {

// mix_bits is a bijection, so it never lets a change in its input pass unseen.
std::uint64_t row_hash(GlobalIndex id, const double* row, int components) {
  std::uint64_t hash = mix_bits(static_cast<std::uint64_t>(id));
  for (int c = 0; c < components; ++c) hash = mix_bits(hash ^ std::bit_cast<std::uint64_t>(row[c]));
  return hash;
}

// Rows are added up, which needs no order; their ids are inside the terms, so exchanged rows are seen.
template <class Id>
std::uint64_t sum_of_rows(const comm::Communicator& comm, std::span<const double> values, int components,
                          Id&& id) {
  TRIREME_EXPECT(components > 0 && values.size() % static_cast<std::size_t>(components) == 0);
  const std::size_t rows = values.size() / static_cast<std::size_t>(components);
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    sum += row_hash(id(row), values.data() + row * static_cast<std::size_t>(components), components);
  }
  return comm::all_sum(comm, sum);
}

}  // namespace

std::uint64_t state_hash(const comm::Communicator& comm, std::span<const double> values, int components,
                         std::span<const GlobalIndex> global_ids) {
  TRIREME_EXPECT(global_ids.size() * static_cast<std::size_t>(components) == values.size());
  return sum_of_rows(comm, values, components, [global_ids](std::size_t row) { return global_ids[row]; });
}

std::uint64_t state_hash(const comm::Communicator& comm, std::span<const double> values, int components,
                         GlobalIndex begin) {
  return sum_of_rows(comm, values, components,
                     [begin](std::size_t row) { return begin + static_cast<GlobalIndex>(row); });
}

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace trireme::io
