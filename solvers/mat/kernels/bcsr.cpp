// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/kernels/bcsr.hpp"

#include "solvers/mat/kernels/row_parts.hpp"

namespace trireme::mat {
namespace {

// rows(begin, end) for every part of row_bounds.
template <class F>
void for_rows(std::span<const LocalIndex> row_bounds, F&& rows) {
  for_parts(row_bounds.size() - 1, [&](std::size_t part) {
    rows(static_cast<std::size_t>(row_bounds[part]), static_cast<std::size_t>(row_bounds[part + 1]));
  });
}

// Sums of one block row with the block size known to the compiler.
template <int size>
struct FixedBlock {
  double sum[size];

  FixedBlock(const double* start, int) {
    for (int r = 0; r < size; ++r) sum[r] = start == nullptr ? 0.0 : start[r];
  }
  static constexpr std::size_t width(int) { return size; }
  void add(const double* block, const double* x) {
    for (int c = 0; c < size; ++c) {
      const double xc = x[c];
      for (int r = 0; r < size; ++r) sum[r] += block[c * size + r] * xc;
    }
  }
  void add_transposed(const double* block, const double* x) {
    for (int c = 0; c < size; ++c) {
      double column = 0;
      for (int r = 0; r < size; ++r) column += block[c * size + r] * x[r];
      sum[c] += column;
    }
  }
  void store(double* y) const {
    for (int r = 0; r < size; ++r) y[r] = sum[r];
  }
};

template <>
struct FixedBlock<1> {
  double sum;

  FixedBlock(const double* start, int) : sum(start == nullptr ? 0.0 : *start) {}
  static constexpr std::size_t width(int) { return 1; }
  void add(const double* value, const double* x) { sum += *value * *x; }
  void add_transposed(const double* value, const double* x) { sum += *value * *x; }
  void store(double* y) const { *y = sum; }
};

// row_sum<Block>(begin, end) with the Block that fits the block size, or false when none does.
template <class F>
bool with_fixed_block(int block_size, F&& run) {
  switch (block_size) {
    case 1:
      run.template operator()<FixedBlock<1>>();
      return true;
    case 4:
      run.template operator()<FixedBlock<4>>();
      return true;
    case 5:
      run.template operator()<FixedBlock<5>>();
      return true;
    default:
      return false;
  }
}

// Block sizes without code of their own sum into the result itself.
void start_row(const double* start, double* y, int size) {
  if (start == y) return;
  for (int r = 0; r < size; ++r) y[r] = start == nullptr ? 0.0 : start[r];
}
void add_block(const double* block, const double* x, double* y, int size) {
  for (int c = 0; c < size; ++c)
    for (int r = 0; r < size; ++r) y[r] += block[c * size + r] * x[c];
}
void add_block_transposed(const double* block, const double* x, double* y, int size) {
  for (int c = 0; c < size; ++c) {
    double column = 0;
    for (int r = 0; r < size; ++r) column += block[c * size + r] * x[r];
    y[c] += column;
  }
}

// z = start + A x, start null for zeros.
template <class Index>
void product(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds, const double* x,
             const double* start, double* z) {
  const Index *offsets = a.offsets.data(), *columns = a.columns.data();
  const double* values = a.values;
  const int size = a.block_size;
  const auto width = static_cast<std::size_t>(size);
  const auto fixed = [=]<class Block>() {
    constexpr std::size_t w = Block::width(0);
    for_rows(row_bounds, [=](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        // Most rows of an off-diagonal part are empty.
        if (start == z && offsets[row] == offsets[row + 1]) continue;
        Block sum(start == nullptr ? nullptr : start + row * w, 0);
        for (Index k = offsets[row]; k < offsets[row + 1]; ++k)
          sum.add(values + static_cast<std::size_t>(k) * w * w, x + static_cast<std::size_t>(columns[k]) * w);
        sum.store(z + row * w);
      }
    });
  };
  if (with_fixed_block(size, fixed)) return;
  for_rows(row_bounds, [=](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      start_row(start == nullptr ? nullptr : start + row * width, z + row * width, size);
      for (Index k = offsets[row]; k < offsets[row + 1]; ++k)
        add_block(values + static_cast<std::size_t>(k) * width * width,
                  x + static_cast<std::size_t>(columns[k]) * width, z + row * width, size);
    }
  });
}

// z = start + A^T x, start null for zeros.
template <class Index>
void transposed_product(const Bcsr<Index>& a, const TransposedPattern<Index>& t,
                        std::span<const LocalIndex> row_bounds, const double* x, const double* start,
                        double* z) {
  const Index *offsets = t.offsets.data(), *rows = t.rows.data(), *positions = t.positions.data();
  const double* values = a.values;
  const int size = a.block_size;
  const auto width = static_cast<std::size_t>(size);
  const auto fixed = [=]<class Block>() {
    constexpr std::size_t w = Block::width(0);
    for_rows(row_bounds, [=](std::size_t begin, std::size_t end) {
      for (std::size_t column = begin; column < end; ++column) {
        Block sum(start == nullptr ? nullptr : start + column * w, 0);
        for (Index k = offsets[column]; k < offsets[column + 1]; ++k)
          sum.add_transposed(values + static_cast<std::size_t>(positions[k]) * w * w,
                             x + static_cast<std::size_t>(rows[k]) * w);
        sum.store(z + column * w);
      }
    });
  };
  if (with_fixed_block(size, fixed)) return;
  for_rows(row_bounds, [=](std::size_t begin, std::size_t end) {
    for (std::size_t column = begin; column < end; ++column) {
      start_row(start == nullptr ? nullptr : start + column * width, z + column * width, size);
      for (Index k = offsets[column]; k < offsets[column + 1]; ++k)
        add_block_transposed(values + static_cast<std::size_t>(positions[k]) * width * width,
                             x + static_cast<std::size_t>(rows[k]) * width, z + column * width, size);
    }
  });
}

}  // namespace

template <class Index>
void multiply(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds, const double* x, double* y) {
  product(a, row_bounds, x, nullptr, y);
}

template <class Index>
void multiply_add(const Bcsr<Index>& a, std::span<const LocalIndex> row_bounds, const double* x,
                  const double* y, double* z) {
  product(a, row_bounds, x, y, z);
}

template <class Index>
void multiply_transposed(const Bcsr<Index>& a, const TransposedPattern<Index>& t,
                         std::span<const LocalIndex> row_bounds, const double* x, double* y) {
  transposed_product(a, t, row_bounds, x, nullptr, y);
}

template <class Index>
void multiply_transposed_add(const Bcsr<Index>& a, const TransposedPattern<Index>& t,
                             std::span<const LocalIndex> row_bounds, const double* x, const double* y,
                             double* z) {
  transposed_product(a, t, row_bounds, x, y, z);
}

#define TRIREME_INSTANTIATE(Index)                                                                          \
  template void multiply(const Bcsr<Index>&, std::span<const LocalIndex>, const double*, double*);          \
  template void multiply_add(const Bcsr<Index>&, std::span<const LocalIndex>, const double*, const double*, \
                             double*);                                                                      \
  template void multiply_transposed(const Bcsr<Index>&, const TransposedPattern<Index>&,                    \
                                    std::span<const LocalIndex>, const double*, double*);                   \
  template void multiply_transposed_add(const Bcsr<Index>&, const TransposedPattern<Index>&,                \
                                        std::span<const LocalIndex>, const double*, const double*, double*);
TRIREME_INSTANTIATE(LocalIndex)
TRIREME_INSTANTIATE(GlobalIndex)
#undef TRIREME_INSTANTIATE

}  // namespace trireme::mat
