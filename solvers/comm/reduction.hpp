// SPDX-License-Identifier: Apache-2.0
// Reductions over the ranks of a communicator. All collective; every rank gets the result. Floating-point
// sums have the same bits on every rank, and from run to run for a given rank count. Cost: one small
// all-reduce.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/datatype.hpp"
#include "solvers/comm/piece_limit.hpp"

namespace trireme::comm {

template <Reducible T>
void all_reduce_in_place(const Communicator& comm, std::span<T> values, MPI_Op operation,
                         PieceLimit limit = {}) {
  for_each_piece(static_cast<std::int64_t>(values.size()), sizeof(T), limit,
                 [&](std::int64_t first, int count) {
                   MPI_Allreduce(MPI_IN_PLACE, values.data() + first, count, arithmetic_type<T>(), operation,
                                 comm.handle());
                 });
}

// The same for operations that compare. MPICH 4.0 compares unsigned integers as if they were signed (seen:
// the maximum of 0 and 255 as MPI_UINT8_T is 0), so these travel as signed ones, shifted by half the range to
// keep their order.
template <Reducible T>
void all_compare_in_place(const Communicator& comm, std::span<T> values, MPI_Op operation) {
  if constexpr (std::is_unsigned_v<T>) {
    using Signed = std::make_signed_t<T>;
    constexpr T half_range = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
    std::vector<Signed> shifted(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) shifted[i] = static_cast<Signed>(values[i] ^ half_range);
    all_reduce_in_place(comm, std::span<Signed>(shifted), operation);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<T>(static_cast<T>(shifted[i]) ^ half_range);
  } else {
    all_reduce_in_place(comm, values, operation);
  }
}

// values [n], n the same on every rank: entry by entry.
template <Reducible T>
void all_sum_in_place(const Communicator& comm, std::span<T> values) {
  all_reduce_in_place(comm, values, MPI_SUM);
}
template <Reducible T>
void all_max_in_place(const Communicator& comm, std::span<T> values) {
  all_compare_in_place(comm, values, MPI_MAX);
}
template <Reducible T>
void all_min_in_place(const Communicator& comm, std::span<T> values) {
  all_compare_in_place(comm, values, MPI_MIN);
}

template <Reducible T>
T all_sum(const Communicator& comm, T value) {
  all_sum_in_place(comm, std::span<T>(&value, 1));
  return value;
}
template <Reducible T>
T all_max(const Communicator& comm, T value) {
  all_max_in_place(comm, std::span<T>(&value, 1));
  return value;
}
template <Reducible T>
T all_min(const Communicator& comm, T value) {
  all_min_in_place(comm, std::span<T>(&value, 1));
  return value;
}

// Whether it is true on every rank, on some rank.
inline bool all_of(const Communicator& comm, bool value) {
  return all_min(comm, value ? 1 : 0) == 1;
}
inline bool any_of(const Communicator& comm, bool value) {
  return all_max(comm, value ? 1 : 0) == 1;
}

// Sum over the lower ranks; zero on rank 0.
template <Reducible T>
T exclusive_scan_sum(const Communicator& comm, T value) {
  T before{};
  MPI_Exscan(&value, &before, 1, arithmetic_type<T>(), MPI_SUM, comm.handle());
  return comm.is_root() ? T{} : before;
}

}  // namespace trireme::comm
