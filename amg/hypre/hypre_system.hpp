// SPDX-License-Identifier: Apache-2.0
// A matrix and vectors in hypre's own form (ParCSR), made through its IJ interface. Called by the baseline
// runs; the copy from GlobalRows is not part of what is timed.
#pragma once

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_mv.h>
#include <span>
#include <vector>

#include "amg/matrix/global_rows.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::amg::hypre {

// Collective. Throws Error (input) where hypre's integers are too short for the matrix.
class HypreMatrix {
 public:
  HypreMatrix(const comm::Communicator& comm, const GlobalRows& rows);
  ~HypreMatrix();
  HypreMatrix(const HypreMatrix&) = delete;
  HypreMatrix& operator=(const HypreMatrix&) = delete;

  HYPRE_ParCSRMatrix handle() const { return par_; }
  GlobalIndex begin() const { return begin_; }
  LocalIndex n_rows() const { return n_rows_; }

 private:
  HYPRE_IJMatrix matrix_ = nullptr;
  HYPRE_ParCSRMatrix par_ = nullptr;
  GlobalIndex begin_;
  LocalIndex n_rows_;
};

// Collective.
class HypreVector {
 public:
  // values [n_rows of the matrix]
  HypreVector(const comm::Communicator& comm, const HypreMatrix& matrix, std::span<const double> values);
  ~HypreVector();
  HypreVector(const HypreVector&) = delete;
  HypreVector& operator=(const HypreVector&) = delete;

  HYPRE_ParVector handle() const { return par_; }
  void set(std::span<const double> values);
  std::vector<double> values() const;

 private:
  HYPRE_IJVector vector_ = nullptr;
  HYPRE_ParVector par_ = nullptr;
  std::vector<HYPRE_BigInt> ids_;
};

// |b - A x| / |b|, recomputed by hypre's product in double precision; |b - A x| where b is zero. Collective.
double relative_residual(const comm::Communicator& comm, const HypreMatrix& matrix, const HypreVector& rhs,
                         const HypreVector& solution);

}  // namespace trireme::amg::hypre
