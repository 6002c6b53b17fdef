// SPDX-License-Identifier: Apache-2.0
#include "solvers/comm/datatype.hpp"

namespace trireme::comm {

ElementType::ElementType(std::int64_t bytes) {
  MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &handle_);
  MPI_Type_commit(&handle_);
}

ElementType::~ElementType() {
  MPI_Type_free(&handle_);
}

}  // namespace trireme::comm
