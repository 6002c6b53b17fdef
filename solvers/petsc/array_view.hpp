// SPDX-License-Identifier: Apache-2.0
// The local entries of a Vec as a span for the lifetime of an object. Reading leaves the Vec's state alone;
// writing marks it changed when the view ends. Constructors throw trireme::Error. Local to the rank; O(1).
#pragma once

#include <span>

#include <petscvec.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::petsc {

namespace detail {
inline std::size_t local_size(Vec vector) {
  PetscInt n = 0;
  check(VecGetLocalSize(vector, &n));
  return static_cast<std::size_t>(n);
}
}  // namespace detail

class ReadView {
 public:
  explicit ReadView(Vec vector) : vector_(vector), size_(detail::local_size(vector)) {
    check(VecGetArrayRead(vector_, &data_));
  }
  ~ReadView() { static_cast<void>(VecRestoreArrayRead(vector_, &data_)); }
  ReadView(const ReadView&) = delete;
  ReadView& operator=(const ReadView&) = delete;

  std::span<const double> span() const { return {data_, size_}; }

 private:
  Vec vector_;
  std::size_t size_;
  const PetscScalar* data_ = nullptr;
};

// Reads and writes.
class UpdateView {
 public:
  explicit UpdateView(Vec vector) : vector_(vector), size_(detail::local_size(vector)) {
    check(VecGetArray(vector_, &data_));
  }
  ~UpdateView() { static_cast<void>(VecRestoreArray(vector_, &data_)); }
  UpdateView(const UpdateView&) = delete;
  UpdateView& operator=(const UpdateView&) = delete;

  std::span<double> span() const { return {data_, size_}; }

 private:
  Vec vector_;
  std::size_t size_;
  PetscScalar* data_ = nullptr;
};

// Writes every entry; what was there need not be valid.
class WriteView {
 public:
  explicit WriteView(Vec vector) : vector_(vector), size_(detail::local_size(vector)) {
    check(VecGetArrayWrite(vector_, &data_));
  }
  ~WriteView() { static_cast<void>(VecRestoreArrayWrite(vector_, &data_)); }
  WriteView(const WriteView&) = delete;
  WriteView& operator=(const WriteView&) = delete;

  std::span<double> span() const { return {data_, size_}; }

 private:
  Vec vector_;
  std::size_t size_;
  PetscScalar* data_ = nullptr;
};

}  // namespace trireme::petsc
