// SPDX-License-Identifier: Apache-2.0
// Runs the parts of a matrix's rows, one on each thread. Called by the product kernels.
#pragma once

#include <cstddef>

#include "solvers/threads/parallel_for.hpp"

namespace trireme::mat {

// f(part) for every part. Parts go round robin where fewer threads came than were asked for; one part runs on
// the calling thread.
template <class F>
void for_parts(std::size_t parts, F&& f) {
  if (parts == 1) return f(std::size_t{0});
  threads::parallel_region([&](int thread, int n_threads) {
    for (auto part = static_cast<std::size_t>(thread); part < parts;
         part += static_cast<std::size_t>(n_threads))
      f(part);
  });
}

}  // namespace trireme::mat
