// SPDX-License-Identifier: Apache-2.0
// Between arrays by vertex [n, R] and by unknown [R, n], and the sum of threads' copies of an array. Called
// over ranges by discretization/segregated_fields and edge_sums; the *_reference twins do it all at once.
// Local, no allocation.
#pragma once

#include <cstddef>
#include <span>

namespace trireme::flow {

// by_unknown from by_vertex, for vertices [begin, end) of n.
template <int R>
void to_unknowns(const double* by_vertex, std::size_t n, std::size_t begin, std::size_t end,
                 double* by_unknown) {
  for (std::size_t vertex = begin; vertex < end; ++vertex)
    for (std::size_t k = 0; k < R; ++k) by_unknown[k * n + vertex] = by_vertex[vertex * R + k];
}

// by_vertex from by_unknown, for vertices [begin, end) of n.
template <int R>
void to_vertices(const double* by_unknown, std::size_t n, std::size_t begin, std::size_t end,
                 double* by_vertex) {
  for (std::size_t vertex = begin; vertex < end; ++vertex)
    for (std::size_t k = 0; k < R; ++k) by_vertex[vertex * R + k] = by_unknown[k * n + vertex];
}

// Adds entries [begin, end) of every copy [n_copies, n] to the sums [n], copy after copy.
inline void add_copies(const double* copies, std::size_t n, int n_copies, std::size_t begin, std::size_t end,
                       double* sums) {
  for (int copy = 0; copy < n_copies; ++copy) {
    const double* own = copies + n * static_cast<std::size_t>(copy);
    for (std::size_t i = begin; i < end; ++i) sums[i] += own[i];
  }
}

// to[j, i] = from[i, j] for from [rows, columns]: both ways of the layouts.
inline void turn_reference(std::span<const double> from, std::size_t rows, std::size_t columns,
                           std::span<double> to) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
}
inline void add_copies_reference(std::span<const double> copies, std::span<double> sums) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (std::size_t place = i; place < copies.size(); place += sums.size()) sums[i] += copies[place];
}

}  // namespace trireme::flow
