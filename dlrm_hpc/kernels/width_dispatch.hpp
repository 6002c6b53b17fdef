// SPDX-License-Identifier: Apache-2.0
// Kernels over rows know the usual widths at compile time, so that a row stays in registers. Called by the
// kernels of this folder.
#pragma once

#include <type_traits>

namespace trireme::dlrm::kernels {

// f(std::integral_constant<int, W>): W = width for the widths known, 0 for all others.
template <class F>
void with_width(int width, F&& f) {
  switch (width) {
    case 8:
      return f(std::integral_constant<int, 8>());
    case 16:
      return f(std::integral_constant<int, 16>());
    case 32:
      return f(std::integral_constant<int, 32>());
    case 64:
      return f(std::integral_constant<int, 64>());
    case 128:
      return f(std::integral_constant<int, 128>());
    default:
      return f(std::integral_constant<int, 0>());
  }
}

// Asks for the cache lines of a row.
inline void prefetch_row(const void* row, std::size_t bytes) {
  const char* const at = static_cast<const char*>(row);
  for (std::size_t line = 0; line < bytes; line += 64) __builtin_prefetch(at + line);
}
inline void prefetch_row_to_write(const void* row, std::size_t bytes) {
  const char* const at = static_cast<const char*>(row);
  for (std::size_t line = 0; line < bytes; line += 64) __builtin_prefetch(at + line, 1);
}

}  // namespace trireme::dlrm::kernels
