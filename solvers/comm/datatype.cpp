// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/datatype.hpp"

namespace trireme::comm {

EntryDatatype::EntryDatatype(std::int64_t bytes) {
  MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &handle_);
  MPI_Type_commit(&handle_);
}

EntryDatatype::~EntryDatatype() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Type_free(&handle_);
}

}  // namespace trireme::comm
