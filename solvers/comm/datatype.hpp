// SPDX-License-Identifier: Apache-2.0
// MPI datatypes: of the arithmetic types that reductions combine, and of opaque entries that messages only
// carry. Used inside solvers/comm.
#pragma once

#include <cstdint>
#include <type_traits>

#include <mpi.h>

namespace trireme::comm {

// What may travel as bytes. Ranks are assumed to have the same representation of it, as on every machine we
// know.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T>;

// What reductions combine.
template <class T>
concept Reducible = std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

// The MPI datatype of a Reducible type.
template <Reducible T>
MPI_Datatype arithmetic_type() {
  if constexpr (std::is_same_v<T, double>) {
    return MPI_DOUBLE;
  } else if constexpr (std::is_same_v<T, float>) {
    return MPI_FLOAT;
  } else if constexpr (std::is_signed_v<T>) {
    return sizeof(T) == 8   ? MPI_INT64_T
           : sizeof(T) == 4 ? MPI_INT32_T
           : sizeof(T) == 2 ? MPI_INT16_T
                            : MPI_INT8_T;
  } else {
    return sizeof(T) == 8   ? MPI_UINT64_T
           : sizeof(T) == 4 ? MPI_UINT32_T
           : sizeof(T) == 2 ? MPI_UINT16_T
                            : MPI_UINT8_T;
  }
}

// A committed datatype of `bytes` opaque bytes, 0 to 2^31 - 1, freed with the object or left to MPI_Finalize.
// Counts of it are counts of whole entries, which an int holds where it would not hold their bytes.
class EntryDatatype {
 public:
  explicit EntryDatatype(std::int64_t bytes);
  ~EntryDatatype();
  EntryDatatype(const EntryDatatype&) = delete;
  EntryDatatype& operator=(const EntryDatatype&) = delete;
  MPI_Datatype handle() const noexcept { return handle_; }

 private:
  MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

}  // namespace trireme::comm
