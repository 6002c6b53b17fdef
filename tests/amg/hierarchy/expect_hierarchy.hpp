// SPDX-License-Identifier: Apache-2.0
// What every hierarchy must satisfy, and when two of them are the same.
#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "amg/hierarchy/setup_hierarchy.hpp"
#include "tests/amg/matrices.hpp"

namespace trireme::amg::test {

// Rows of Galerkin's P^T A P.
inline std::vector<std::vector<double>> dense_product(const std::vector<Row>& a, const std::vector<Row>& p,
                                                      std::size_t n_coarse) {
  std::vector<std::vector<double>> product(n_coarse, std::vector<double>(n_coarse, 0.0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (const auto& a_ik : a[i])
      for (const auto& p_i : p[i])
        for (const auto& p_k : p[static_cast<std::size_t>(a_ik.column)])
          product[static_cast<std::size_t>(p_i.column)][static_cast<std::size_t>(p_k.column)] +=
              p_i.value * a_ik.value * p_k.value;
  return product;
}

inline void expect_galerkin(const SetupLevel& level, const SetupLevel& next, const char* name) {
  const auto a = gather_rows(level.matrix), p = gather_rows(level.interpolation.view()),
             coarse = gather_rows(next.matrix);
  auto product = dense_product(a, p, coarse.size());
  double largest = 0, error = 0;
  for (const auto& row : product)
    for (const double value : row) largest = std::max(largest, std::fabs(value));
  for (std::size_t row = 0; row < coarse.size(); ++row)
    for (const auto& entry : coarse[row]) product[row][static_cast<std::size_t>(entry.column)] -= entry.value;
  for (const auto& row : product)
    for (const double value : row) error = std::max(error, std::fabs(value));
  EXPECT_LE(error, 1e-13 * largest) << name;
}

inline void expect_transposed(const SetupLevel& level, const char* name) {
  const auto p = gather_rows(level.interpolation.view()), r = gather_rows(level.restriction.view());
  std::vector<Row> transposed(r.size());
  for (std::size_t row = 0; row < p.size(); ++row)
    for (const auto& entry : p[row])
      transposed[static_cast<std::size_t>(entry.column)].push_back(
          {static_cast<GlobalIndex>(row), entry.value});
  for (std::size_t row = 0; row < r.size(); ++row) {
    ASSERT_EQ(transposed[row].size(), r[row].size()) << name;
    for (std::size_t k = 0; k < r[row].size(); ++k) {
      EXPECT_EQ(transposed[row][k].column, r[row][k].column);
      EXPECT_EQ(transposed[row][k].value, r[row][k].value);
    }
  }
}

inline bool same_bits(const Csr& a, const Csr& b) {
  return a.offsets == b.offsets && a.columns == b.columns && same_bits(a.values, b.values);
}

inline bool same_bits(const DistributedMatrix& a, const DistributedMatrix& b) {
  return same_bits(a.diagonal, b.diagonal) && same_bits(a.off_diagonal, b.off_diagonal) &&
         a.ghost_columns == b.ghost_columns;
}

// The same patterns, values within `relative` of the largest.
inline void expect_near(const Csr& a, const Csr& b, double relative) {
  ASSERT_EQ(a.columns, b.columns);
  double largest = 0, error = 0;
  for (std::size_t k = 0; k < a.values.size(); ++k) {
    largest = std::max(largest, std::fabs(a.values[k]));
    error = std::max(error, std::fabs(a.values[k] - b.values[k]));
  }
  EXPECT_LE(error, relative * largest);
}
inline void expect_near(const DistributedMatrix& a, const DistributedMatrix& b, double relative) {
  expect_near(a.diagonal, b.diagonal, relative);
  expect_near(a.off_diagonal, b.off_diagonal, relative);
}

// All levels but the finest matrix.
inline bool same_bits(const SetupHierarchy& a, const SetupHierarchy& b) {
  bool same = a.levels.size() == b.levels.size();
  for (std::size_t l = 0; same && l < a.levels.size(); ++l)
    same = same_bits(a.levels[l].owned, b.levels[l].owned) &&
           same_bits(a.levels[l].interpolation, b.levels[l].interpolation) &&
           same_bits(a.levels[l].restriction, b.levels[l].restriction);
  return same;
}

}  // namespace trireme::amg::test
