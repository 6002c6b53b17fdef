// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/kernels/solve_rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "solvers/ilu/kernels/block_arithmetic.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::ilu {
namespace {

using Four = simd::Pack<double, 4>;

// The BS numbers of one block column, or of one vector row: fours and a rest.
template <int BS>
struct Column {
  std::array<Four, BS / 4> fours;
  std::array<double, BS % 4> rest;

  static Column zero() {
    Column c;
    for (auto& four : c.fours) four = Four(0.0);
    for (double& number : c.rest) number = 0.0;
    return c;
  }
  template <class Value>
  static Column load(const Value* from) {
    Column c;
    for (int i = 0; i < BS / 4; ++i) c.fours[i] = Four::load_as(from + 4 * i);
    for (int i = 0; i < BS % 4; ++i) c.rest[i] = static_cast<double>(from[BS / 4 * 4 + i]);
    return c;
  }
  void store(double* to) const {
    for (int i = 0; i < BS / 4; ++i) fours[i].store(to + 4 * i);
    for (int i = 0; i < BS % 4; ++i) to[BS / 4 * 4 + i] = rest[i];
  }
  void operator+=(const Column& other) {
    for (int i = 0; i < BS / 4; ++i) fours[i] += other.fours[i];
    for (int i = 0; i < BS % 4; ++i) rest[i] += other.rest[i];
  }
  void operator-=(const Column& other) {
    for (int i = 0; i < BS / 4; ++i) fours[i] -= other.fours[i];
    for (int i = 0; i < BS % 4; ++i) rest[i] -= other.rest[i];
  }
  friend Column operator*(Column a, double x) {
    for (auto& four : a.fours) four *= Four(x);
    for (double& number : a.rest) number *= x;
    return a;
  }
};

// The sum of a vector row and products of blocks, one sum for each column of the blocks, so that a chain of
// additions is as long as the row has blocks, not BS times that; at the end, even columns plus odd columns.
template <int BS>
class RowSum {
 public:
  explicit RowSum(const double* first) {
    sums_.fill(Column<BS>::zero());
    sums_[0] = Column<BS>::load(first);
  }
  template <class Value>
  RowSum(const Value* block, const double* x) {
    for (int c = 0; c < BS; ++c) sums_[c] = Column<BS>::load(block + c * BS) * x[c];
  }
  template <class Value>
  void subtract(const Value* block, const double* x) {
    for (int c = 0; c < BS; ++c) sums_[c] -= Column<BS>::load(block + c * BS) * x[c];
  }
  Column<BS> total() {
    for (int c = 2; c < BS; ++c) sums_[c % 2] += sums_[c];
    if constexpr (BS > 1) sums_[0] += sums_[1];
    return sums_[0];
  }

 private:
  std::array<Column<BS>, BS> sums_;
};

// Two columns a register.
template <>
class RowSum<4> {
  using Eight = simd::Pack<double, 8>;

 public:
  explicit RowSum(const double* first) : sums_{Eight(0.0), Eight(0.0)} {
    double padded[8] = {};
    std::copy_n(first, 4, padded);
    sums_[0] = Eight::load(padded);
  }
  template <class Value>
  RowSum(const Value* block, const double* x) {
    for (int pair = 0; pair < 2; ++pair)
      sums_[pair] = Eight::load_as(block + 8 * pair) * Eight::load_repeated<4>(x + 2 * pair);
  }
  template <class Value>
  void subtract(const Value* block, const double* x) {
    for (int pair = 0; pair < 2; ++pair)
      sums_[pair] -= Eight::load_as(block + 8 * pair) * Eight::load_repeated<4>(x + 2 * pair);
  }
  Four total() const { return sum_of_halves(sums_[0] + sums_[1]); }

 private:
  Eight sums_[2];
};

// The same for any block size: entry r of the row's sum, blocks [begin, end) of the stream, first number.
template <class Value>
double total_of_row(int bs, const Value* values, StreamView stream, LocalIndex begin, LocalIndex end, int r,
                    double first, const double* y) {
  double parity[2] = {0.0, 0.0};
  for (int c = 0; c < bs; ++c) {
    double sum = c == 0 ? first : 0.0;
    for (LocalIndex e = begin; e < end; ++e)
      sum -= static_cast<double>(values[(static_cast<std::size_t>(e) * bs + c) * bs + r]) *
             y[static_cast<std::size_t>(stream.columns[e]) * bs + c];
    if (c < 2)
      parity[c] = sum;
    else
      parity[c % 2] += sum;
  }
  return bs > 1 ? parity[0] + parity[1] : parity[0];
}

template <int BS, class Value>
void lower_rows(int block_size, StreamView lower, const Value* values, PositionRange range,
                const LocalIndex* old, const double* b, double* y) {
  const int bs = block_rows<BS>(block_size);
  [[maybe_unused]] const Value* block =
      values + static_cast<std::size_t>(lower.offsets[range.begin]) * bs * bs;
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const LocalIndex row = lower.rows[p];
    const double* b_row = b + static_cast<std::size_t>(old ? old[row] : row) * bs;
    double* y_row = y + static_cast<std::size_t>(row) * bs;
    if constexpr (BS > 0) {
      RowSum<BS> sum(b_row);
      for (LocalIndex e = lower.offsets[p]; e < lower.offsets[p + 1]; ++e, block += BS * BS)
        sum.subtract(block, y + static_cast<std::size_t>(lower.columns[e]) * BS);
      sum.total().store(y_row);
    } else {
      for (int r = 0; r < bs; ++r)
        y_row[r] = total_of_row(bs, values, lower, lower.offsets[p], lower.offsets[p + 1], r, b_row[r], y);
    }
  }
}

template <int BS, class Value>
void upper_rows(int block_size, StreamView upper, const Value* values, PositionRange range,
                const LocalIndex* old, double* y, double* x, double* scratch) {
  const int bs = block_rows<BS>(block_size);
  const Value* block = values + static_cast<std::size_t>(upper.offsets[range.begin]) * bs * bs;
  for (LocalIndex p = range.begin; p < range.end; ++p) {
    const LocalIndex row = upper.rows[p];
    double* y_row = y + static_cast<std::size_t>(row) * bs;
    const Value* inverse_diagonal = block;
    if constexpr (BS > 0) {
      block += BS * BS;
      RowSum<BS> sum(y_row);
      for (LocalIndex e = upper.offsets[p] + 1; e < upper.offsets[p + 1]; ++e, block += BS * BS)
        sum.subtract(block, y + static_cast<std::size_t>(upper.columns[e]) * BS);
      double right_side[BS];
      sum.total().store(right_side);
      const auto result = RowSum<BS>(inverse_diagonal, right_side).total();
      result.store(y_row);
      if (old) result.store(x + static_cast<std::size_t>(old[row]) * BS);
    } else {
      const LocalIndex diagonal = upper.offsets[p];
      for (int r = 0; r < bs; ++r)
        scratch[r] = total_of_row(bs, values, upper, diagonal + 1, upper.offsets[p + 1], r, y_row[r], y);
      for (int r = 0; r < bs; ++r) {
        double parity[2] = {0.0, 0.0};
        for (int c = 0; c < bs; ++c) {
          const double product = static_cast<double>(inverse_diagonal[c * bs + r]) * scratch[c];
          parity[c % 2] = c < 2 ? product : parity[c % 2] + product;
        }
        y_row[r] = bs > 1 ? parity[0] + parity[1] : parity[0];
        if (old) x[static_cast<std::size_t>(old[row]) * bs + r] = y_row[r];
      }
      block += static_cast<std::size_t>(upper.offsets[p + 1] - diagonal) * bs * bs;
    }
  }
}

// f(BS) with the block size as the compiler shall see it.
template <class F>
void with_block_size(int block_size, F&& f) {
  switch (block_size) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 5:
      return f(std::integral_constant<int, 5>{});
    default:
      return f(std::integral_constant<int, 0>{});
  }
}

}  // namespace

template <class Value>
void solve_lower_rows(int block_size, StreamView lower, const Value* values, PositionRange range,
                      const LocalIndex* old, const double* b, double* y) {
  with_block_size(block_size, [&]<int BS>(std::integral_constant<int, BS>) {
    lower_rows<BS>(block_size, lower, values, range, old, b, y);
  });
}

template <class Value>
void solve_upper_rows(int block_size, StreamView upper, const Value* values, PositionRange range,
                      const LocalIndex* old, double* y, double* x, double* scratch) {
  with_block_size(block_size, [&]<int BS>(std::integral_constant<int, BS>) {
    upper_rows<BS>(block_size, upper, values, range, old, y, x, scratch);
  });
}

template void solve_lower_rows(int, StreamView, const double*, PositionRange, const LocalIndex*,
                               const double*, double*);
template void solve_lower_rows(int, StreamView, const float*, PositionRange, const LocalIndex*, const double*,
                               double*);
template void solve_upper_rows(int, StreamView, const double*, PositionRange, const LocalIndex*, double*,
                               double*, double*);
template void solve_upper_rows(int, StreamView, const float*, PositionRange, const LocalIndex*, double*,
                               double*, double*);

}  // namespace trireme::ilu
