// SPDX-License-Identifier: Apache-2.0
#include "optim/kernels/sample_rows.hpp"

#include <bit>

#include "optim/reduce/fixed_scale.hpp"
#include "solvers/simd/pack.hpp"

namespace trireme::optim::kernels {
namespace {

// The same whatever fits in a machine's registers, since they are partial sums.
constexpr int lanes = 8;
using Numbers = simd::Pack<double, lanes>;
using Number = simd::Pack<double, 1>;
// Rows at a time: weights are read, sums read and written, once for them.
constexpr int rows_at_once = 4;

constexpr std::int64_t line_floats = 16;  // of the cache
// Sparse entries are asked for so many entries before they are needed: 2 KiB of columns and of values. 0.57
// ns an entry of the margins became 0.44 by it (uniform columns, Zen 5).
constexpr std::int64_t entries_ahead = 512;

// Asks for the line of something that may lie beyond the rows. level: 3 for the first-level cache, 2 for the
// second.
template <int level>
void fetch(const void* first, std::int64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(first) + static_cast<std::uintptr_t>(bytes);
  __builtin_prefetch(reinterpret_cast<const void*>(address), 0, level);
}

inline void add_term(std::int64_t& sum, double term) {
  sum = add_fixed(sum, fixed_of(term));
}
inline void add_term(double& sum, double term) {
  sum += term;
}

// x r of some lanes, in what is added to sums: doubles, or integers modulo 2^64, which are rounded once where
// the machine has fused multiply-adds. An integer is too large by fixed_shift's bits.
template <class Cell, int width>
struct Term;
template <int width>
struct Term<double, width> {
  using Pack = simd::Pack<double, width>;
  static constexpr double excess = 0;
  static Pack of(const Pack& x, const Pack& r) { return x * r; }
  static Pack load(const double* sums) { return Pack::load(sums); }
  static void store(const Pack& pack, double* sums) { pack.store(sums); }
};
template <int width>
struct Term<std::int64_t, width> {
  using Pack = simd::Pack<std::uint64_t, width>;
  static constexpr auto excess = std::bit_cast<std::uint64_t>(fixed_shift);
  static Pack of(const simd::Pack<double, width>& x, const simd::Pack<double, width>& r) {
    return std::bit_cast<Pack>(fma(x, r, simd::Pack<double, width>(fixed_shift)));
  }
  static Pack load(const std::int64_t* sums) {
    return Pack::load(reinterpret_cast<const std::uint64_t*>(sums));
  }
  static void store(const Pack& pack, std::int64_t* sums) {
    pack.store(reinterpret_cast<std::uint64_t*>(sums));
  }
};

double total(const Numbers& part) {
  return sum_of_halves(sum_of_halves(sum_of_halves(part)))[0];
}

// The values of a row's entries: one each, or one for all of them, which need not be read.
struct EachValue {
  const float* values;
  template <int width>
  simd::Pack<double, width> at(std::int64_t e) const {
    return simd::Pack<double, width>::load_as(values + e);
  }
  void fetch_ahead(std::int64_t e) const {
    fetch<3>(values + e, entries_ahead * std::int64_t{sizeof(float)});
  }
};
struct OneValue {
  double value;
  template <int width>
  simd::Pack<double, width> at(std::int64_t) const {
    return value;
  }
  void fetch_ahead(std::int64_t) const {}
};

template <class Values>
double sparse_margin(const Values& values, const std::int32_t* columns, std::int64_t first, std::int64_t last,
                     const double* w) {
  Numbers part(0.0);
  std::int64_t e = first;
  for (; e + lanes <= last; e += lanes) {
    values.fetch_ahead(e);
    fetch<3>(columns + e, entries_ahead * std::int64_t{sizeof(std::int32_t)});
    part = fma(values.template at<lanes>(e), Numbers::gather(w, columns + e), part);
  }
  Number even(0.0), odd(0.0);
  for (; e + 2 <= last; e += 2) {
    even = fma(values.template at<1>(e), Number(w[columns[e]]), even);
    odd = fma(values.template at<1>(e + 1), Number(w[columns[e + 1]]), odd);
  }
  if (e < last) even = fma(values.template at<1>(e), Number(w[columns[e]]), even);
  return total(part) + (even + odd)[0];
}

// Margins of n_rows rows of n features one behind the other. Of the first half of them the rows that lie
// bytes_ahead behind are fetched, of the second half by add_dense_rows: so the memory works while sums are
// added, which read from the cache. 1.25 times as fast as with neither.
template <int n_rows>
void dense_margins(const float* x, std::int64_t n, std::int64_t bytes_ahead, const double* w, double* z) {
  Numbers part[n_rows];
  Number rest[n_rows];
  for (int i = 0; i < n_rows; ++i) {
    part[i] = Numbers(0.0);
    rest[i] = Number(0.0);
  }
  std::int64_t j = 0;
  const auto add_lanes = [&](std::int64_t at) {
    const Numbers weights = Numbers::load(w + at);
    for (int i = 0; i < n_rows; ++i) part[i] = fma(Numbers::load_as(x + i * n + at), weights, part[i]);
  };
  for (; j + line_floats <= n; j += line_floats) {
    for (int i = 0; i < (n_rows + 1) / 2; ++i) fetch<2>(x + i * n + j, bytes_ahead);
    for (std::int64_t at = j; at < j + line_floats; at += lanes) add_lanes(at);
  }
  for (; j + lanes <= n; j += lanes) add_lanes(j);
  for (; j < n; ++j)
    for (int i = 0; i < n_rows; ++i) rest[i] = fma(Number::load_as(x + i * n + j), Number(w[j]), rest[i]);
  for (int i = 0; i < n_rows; ++i) z[i] = total(part[i]) + rest[i][0];
}

template <int n_rows, class Cell>
void add_dense_rows(const float* x, std::int64_t n, std::int64_t bytes_ahead, const double* r, double scale,
                    Cell* sums) {
  double scaled[n_rows];
  for (int i = 0; i < n_rows; ++i) scaled[i] = r[i] * scale;
  const auto add_columns_from = [&]<int width>(std::int64_t j) {
    using T = Term<Cell, width>;
    using Pack = typename T::Pack;
    Pack sum = T::load(sums + j) - Pack(n_rows * T::excess);
    for (int i = 0; i < n_rows; ++i)
      sum += T::of(simd::Pack<double, width>::load_as(x + i * n + j), simd::Pack<double, width>(scaled[i]));
    T::store(sum, sums + j);
  };
  std::int64_t j = 0;
  for (; j + line_floats <= n; j += line_floats) {
    for (int i = (n_rows + 1) / 2; i < n_rows; ++i) fetch<2>(x + i * n + j, bytes_ahead);
    for (std::int64_t at = j; at < j + line_floats; at += lanes)
      add_columns_from.template operator()<lanes>(at);
  }
  for (; j + lanes <= n; j += lanes) add_columns_from.template operator()<lanes>(j);
  for (; j < n; ++j) add_columns_from.template operator()<1>(j);
}

// f.template operator()<n_rows>(row) for groups of rows, then for those that are left.
template <class F>
void each_group(std::int64_t begin, std::int64_t end, F&& f) {
  std::int64_t i = begin;
  for (; i + rows_at_once <= end; i += rows_at_once) f.template operator()<rows_at_once>(i);
  for (; i < end; ++i) f.template operator()<1>(i);
}

std::int64_t bytes_of(const DenseRows& rows, std::int64_t begin, std::int64_t end) {
  return (end - begin) * rows.n_features * std::int64_t{sizeof(float)};
}

template <int width, class Cell>
auto sparse_terms(const simd::Pack<double, width>& x, double scaled) {
  using T = Term<Cell, width>;
  return T::of(x, simd::Pack<double, width>(scaled)) - typename T::Pack(T::excess);
}

template <class Cell>
void add_to(Cell* sum, const typename Term<Cell, 1>::Pack& term) {
  Term<Cell, 1>::store(Term<Cell, 1>::load(sum) + term, sum);
}

// The columns of a row are distinct, but terms are added one by one: scattering registers is slower.
template <class Cell>
void add_sparse_row(const EachValue& values, const std::int32_t* columns, std::int64_t first,
                    std::int64_t last, double scaled, Cell* sums) {
  std::int64_t e = first;
  for (; e + lanes <= last; e += lanes) {
    alignas(64) Cell terms[lanes];
    Term<Cell, lanes>::store(sparse_terms<lanes, Cell>(values.at<lanes>(e), scaled), terms);
    for (int k = 0; k < lanes; ++k) add_to(sums + columns[e + k], Term<Cell, 1>::load(terms + k));
  }
  for (; e < last; ++e) add_to(sums + columns[e], sparse_terms<1, Cell>(values.at<1>(e), scaled));
}
template <class Cell>
void add_sparse_row(const OneValue& values, const std::int32_t* columns, std::int64_t first,
                    std::int64_t last, double scaled, Cell* sums) {
  const auto term = sparse_terms<1, Cell>(values.at<1>(first), scaled);
  for (std::int64_t e = first; e < last; ++e) add_to(sums + columns[e], term);
}

template <class Cell>
void add_sparse(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                double scale, Cell* sums) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t first = rows.offsets[i], last = rows.offsets[i + 1];
    const double* of_row = r + (i - begin) * width;
    if (width == 1) {
      const double scaled = of_row[0] * scale;
      if (scaled == 0) continue;
      if (rows.row_values != nullptr)
        add_sparse_row(OneValue{static_cast<double>(rows.row_values[i])}, rows.columns, first, last, scaled,
                       sums);
      else
        add_sparse_row(EachValue{rows.values}, rows.columns, first, last, scaled, sums);
    } else {
      for (std::int64_t e = first; e < last; ++e) {
        const double x = static_cast<double>(rows.values[e]) * scale;
        Cell* of_column = sums + static_cast<std::int64_t>(rows.columns[e]) * width;
        for (int k = 0; k < width; ++k) add_term(of_column[k], x * of_row[k]);
      }
    }
  }
}

template <class Cell>
void add_dense(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
               double scale, Cell* sums) {
  const std::int64_t n = rows.n_features;
  if (width == 1)
    return each_group(begin, end, [&]<int n_rows>(std::int64_t i) {
      add_dense_rows<n_rows>(rows.values + i * n, n, bytes_of(rows, begin, end), r + (i - begin), scale,
                             sums);
    });
  for (std::int64_t i = begin; i < end; ++i) {
    const float* x = rows.values + i * rows.n_features;
    const double* of_row = r + (i - begin) * width;
    for (std::int64_t j = 0; j < rows.n_features; ++j) {
      if (x[j] == 0) continue;  // images are mostly background
      const double scaled = static_cast<double>(x[j]) * scale;
      for (int k = 0; k < width; ++k) add_term(sums[j * width + k], scaled * of_row[k]);
    }
  }
}

}  // namespace

void row_margins(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t first = rows.offsets[i], last = rows.offsets[i + 1];
    double* of_row = z + (i - begin) * width;
    if (width == 1) {
      of_row[0] =
          rows.row_values != nullptr
              ? sparse_margin(OneValue{static_cast<double>(rows.row_values[i])}, rows.columns, first, last, w)
              : sparse_margin(EachValue{rows.values}, rows.columns, first, last, w);
    } else {
      for (int k = 0; k < width; ++k) of_row[k] = 0;
      for (std::int64_t e = first; e < last; ++e) {
        const double x = static_cast<double>(rows.values[e]);
        const double* of_column = w + static_cast<std::int64_t>(rows.columns[e]) * width;
        for (int k = 0; k < width; ++k) of_row[k] += x * of_column[k];
      }
    }
  }
}

void row_margins(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* w, int width,
                 double* z) {
  const std::int64_t n = rows.n_features;
  if (width == 1)
    return each_group(begin, end, [&]<int n_rows>(std::int64_t i) {
      dense_margins<n_rows>(rows.values + i * n, n, bytes_of(rows, begin, end), w, z + (i - begin));
    });
  for (std::int64_t i = begin; i < end; ++i) {
    const float* x = rows.values + i * n;
    double* of_row = z + (i - begin) * width;
    for (int k = 0; k < width; ++k) of_row[k] = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      if (x[j] == 0) continue;
      const double value = static_cast<double>(x[j]);
      for (int k = 0; k < width; ++k) of_row[k] += value * w[j * width + k];
    }
  }
}

void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums) {
  add_sparse(rows, begin, end, r, width, scale, sums);
}
void add_columns(const SparseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums) {
  add_sparse(rows, begin, end, r, width, scale, sums);
}
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, std::int64_t* sums) {
  add_dense(rows, begin, end, r, width, scale, sums);
}
void add_columns(const DenseRows& rows, std::int64_t begin, std::int64_t end, const double* r, int width,
                 double scale, double* sums) {
  add_dense(rows, begin, end, r, width, scale, sums);
}

}  // namespace trireme::optim::kernels
