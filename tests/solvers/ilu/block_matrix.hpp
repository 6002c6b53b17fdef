// SPDX-License-Identifier: Apache-2.0
// Block matrices for the tests of the ILU: the graph of a box of vertices with some random couplings, values
// from a fixed generator, diagonal blocks large enough for a stable factorization.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "solvers/base/types.hpp"
#include "solvers/ilu/core/factor_pattern.hpp"

namespace trireme::ilu::testing {

struct BlockMatrix {
  int block_size = 1;
  std::vector<LocalIndex> offsets{0};
  std::vector<LocalIndex> columns;
  std::vector<double> values;  // column-major blocks

  LocalIndex rows() const { return static_cast<LocalIndex>(offsets.size()) - 1; }
  std::size_t unknowns() const { return static_cast<std::size_t>(rows()) * block_size; }
  SparsityView sparsity() const { return {offsets, columns}; }
};

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double value() { return static_cast<double>(generator_()) / 2147483648.0 - 1.0; }  // [-1, 1)
  LocalIndex index(LocalIndex below) {
    return static_cast<LocalIndex>(generator_() % static_cast<unsigned>(below));
  }
  std::vector<double> vector(std::size_t size) {
    std::vector<double> v(size);
    for (double& x : v) x = value();
    return v;
  }
  std::vector<LocalIndex> permutation(LocalIndex size) {
    std::vector<LocalIndex> p(size);
    for (LocalIndex i = 0; i < size; ++i) p[i] = i;
    for (LocalIndex i = size; i-- > 1;) std::swap(p[i], p[index(i + 1)]);
    return p;
  }

 private:
  std::mt19937 generator_;
};

// Values of a pattern; seeds give independent values.
inline void fill_values(BlockMatrix& a, unsigned seed) {
  Random random(seed);
  const int bs = a.block_size;
  a.values.resize(a.columns.size() * bs * bs);
  for (double& v : a.values) v = random.value();
  for (LocalIndex row = 0; row < a.rows(); ++row)
    for (LocalIndex e = a.offsets[row]; e < a.offsets[row + 1]; ++e)
      if (a.columns[e] == row)
        for (int r = 0; r < bs; ++r)
          a.values[(static_cast<std::size_t>(e) * bs + r) * bs + r] +=
              2.0 * bs * (a.offsets[row + 1] - a.offsets[row]);
}

// nx * ny * nz vertices coupled to their six neighbours and `extra` random others, not symmetric.
inline BlockMatrix box_matrix(LocalIndex nx, LocalIndex ny, LocalIndex nz, int block_size,
                              LocalIndex extra = 0) {
  Random random(7);
  const LocalIndex n = nx * ny * nz;
  std::vector<std::vector<LocalIndex>> rows(n);
  for (LocalIndex i = 0; i < n; ++i) {
    const LocalIndex x = i % nx, y = i / nx % ny, z = i / nx / ny;
    rows[i].push_back(i);
    if (x > 0) rows[i].push_back(i - 1);
    if (x + 1 < nx) rows[i].push_back(i + 1);
    if (y > 0) rows[i].push_back(i - nx);
    if (y + 1 < ny) rows[i].push_back(i + nx);
    if (z > 0) rows[i].push_back(i - nx * ny);
    if (z + 1 < nz) rows[i].push_back(i + nx * ny);
  }
  for (LocalIndex e = 0; e < extra; ++e) rows[random.index(n)].push_back(random.index(n));
  BlockMatrix a;
  a.block_size = block_size;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    a.columns.insert(a.columns.end(), row.begin(), row.end());
    a.offsets.push_back(static_cast<LocalIndex>(a.columns.size()));
  }
  fill_values(a, 11);
  return a;
}

// y = A x, or A^T x.
inline std::vector<double> multiply(const BlockMatrix& a, const std::vector<double>& x,
                                    bool transposed = false) {
  const int bs = a.block_size;
  std::vector<double> y(x.size(), 0.0);
  for (LocalIndex row = 0; row < a.rows(); ++row)
    for (LocalIndex e = a.offsets[row]; e < a.offsets[row + 1]; ++e)
      for (int c = 0; c < bs; ++c)
        for (int r = 0; r < bs; ++r) {
          const double v = a.values[(static_cast<std::size_t>(e) * bs + c) * bs + r];
          const std::size_t i = static_cast<std::size_t>(row) * bs + r;
          const std::size_t j = static_cast<std::size_t>(a.columns[e]) * bs + c;
          if (transposed) {
            y[j] += v * x[i];
          } else {
            y[i] += v * x[j];
          }
        }
  return y;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0.0 : 1e300;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    largest = std::max(largest, a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]);
  return largest;
}

}  // namespace trireme::ilu::testing
