// SPDX-License-Identifier: Apache-2.0
// A non-owning row-major view [rows, columns]; used wherever a function border passes interlaced data.
#pragma once

#include <cstddef>
#include <span>

#include "solvers/base/assert.hpp"

namespace trireme {

template <class T>
class Span2D {
 public:
  Span2D() = default;
  Span2D(T* data, std::size_t rows, std::size_t columns) : data_(data), rows_(rows), columns_(columns) {}
  Span2D(std::span<T> data, std::size_t columns)
      : data_(data.data()), rows_(columns == 0 ? 0 : data.size() / columns), columns_(columns) {
    TRIREME_EXPECT(columns == 0 || data.size() % columns == 0);
  }

  T& operator()(std::size_t row, std::size_t column) const { return data_[row * columns_ + column]; }
  std::span<T> row(std::size_t row) const { return {data_ + row * columns_, columns_}; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace trireme
