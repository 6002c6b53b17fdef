// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/hypre_system.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "amg/hypre/hypre_call.hpp"

namespace trireme::amg::hypre {

HypreMatrix::HypreMatrix(const comm::Communicator& comm, const GlobalRows& rows)
    : begin_(rows.begin), n_rows_(rows.n_rows()) {
  if (rows.n_global > std::numeric_limits<HYPRE_BigInt>::max()) {
    throw Error(ErrorKind::input, "the matrix has too many rows for this hypre", "its integers have 32 bits",
                "build hypre with 64-bit integers");
  }
  check(HYPRE_Init());
  const auto first = static_cast<HYPRE_BigInt>(begin_),
             last = static_cast<HYPRE_BigInt>(begin_ + n_rows_ - 1);
  check(HYPRE_IJMatrixCreate(comm.handle(), first, last, first, last, &matrix_));
  check(HYPRE_IJMatrixSetObjectType(matrix_, HYPRE_PARCSR));
  const auto n = static_cast<std::size_t>(n_rows_);
  std::vector<HYPRE_Int> lengths(n);
  std::vector<HYPRE_BigInt> ids(n);
  std::iota(ids.begin(), ids.end(), first);
  for (std::size_t row = 0; row < n; ++row)
    lengths[row] = static_cast<HYPRE_Int>(rows.offsets[row + 1] - rows.offsets[row]);
  check(HYPRE_IJMatrixSetRowSizes(matrix_, lengths.data()));
  check(HYPRE_IJMatrixInitialize(matrix_));
  const std::vector<HYPRE_BigInt> columns(rows.columns.begin(), rows.columns.end());
  check(HYPRE_IJMatrixSetValues(matrix_, static_cast<HYPRE_Int>(n), lengths.data(), ids.data(),
                                columns.data(), rows.values.data()));
  check(HYPRE_IJMatrixAssemble(matrix_));
  void* object = nullptr;
  check(HYPRE_IJMatrixGetObject(matrix_, &object));
  par_ = static_cast<HYPRE_ParCSRMatrix>(object);
}

HypreMatrix::~HypreMatrix() {
  HYPRE_IJMatrixDestroy(matrix_);
}

HypreVector::HypreVector(const comm::Communicator& comm, const HypreMatrix& matrix,
                         std::span<const double> values)
    : ids_(static_cast<std::size_t>(matrix.n_rows())) {
  const auto first = static_cast<HYPRE_BigInt>(matrix.begin());
  std::iota(ids_.begin(), ids_.end(), first);
  check(HYPRE_IJVectorCreate(comm.handle(), first, first + static_cast<HYPRE_BigInt>(ids_.size()) - 1,
                             &vector_));
  check(HYPRE_IJVectorSetObjectType(vector_, HYPRE_PARCSR));
  check(HYPRE_IJVectorInitialize(vector_));
  set(values);
  check(HYPRE_IJVectorAssemble(vector_));
  void* object = nullptr;
  check(HYPRE_IJVectorGetObject(vector_, &object));
  par_ = static_cast<HYPRE_ParVector>(object);
}

HypreVector::~HypreVector() {
  HYPRE_IJVectorDestroy(vector_);
}

void HypreVector::set(std::span<const double> values) {
  check(HYPRE_IJVectorSetValues(vector_, static_cast<HYPRE_Int>(ids_.size()), ids_.data(), values.data()));
}

std::vector<double> HypreVector::values() const {
  std::vector<double> result(ids_.size());
  check(HYPRE_IJVectorGetValues(vector_, static_cast<HYPRE_Int>(ids_.size()), ids_.data(), result.data()));
  return result;
}

double relative_residual(const comm::Communicator& comm, const HypreMatrix& matrix, const HypreVector& rhs,
                         const HypreVector& solution) {
  const HypreVector residual(comm, matrix, rhs.values());
  check(HYPRE_ParCSRMatrixMatvec(-1, matrix.handle(), solution.handle(), 1, residual.handle()));
  HYPRE_Real squared = 0, rhs_squared = 0;
  check(HYPRE_ParVectorInnerProd(residual.handle(), residual.handle(), &squared));
  check(HYPRE_ParVectorInnerProd(rhs.handle(), rhs.handle(), &rhs_squared));
  return std::sqrt(rhs_squared > 0 ? squared / rhs_squared : squared);
}

}  // namespace trireme::amg::hypre
