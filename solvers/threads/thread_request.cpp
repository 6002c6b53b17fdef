// SPDX-License-Identifier: Apache-2.0
#include "solvers/threads/thread_request.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::threads {

int largest_thread_request() {
  return std::max(64, 8 * static_cast<int>(std::thread::hardware_concurrency()));
}

void require_thread_request(std::string_view text) {
  std::string_view number = text.substr(0, text.find(','));
  const auto begin = std::min(number.find_first_not_of(" \t"), number.size());
  number = number.substr(begin, number.find_last_not_of(" \t") + 1 - begin);
  int threads = 0;
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), threads);
  const bool whole = problem == std::errc() && end == number.data() + number.size();
  if (whole && threads >= 1 && threads <= largest_thread_request()) return;
  throw Error(ErrorKind::input, fmt::format("OMP_NUM_THREADS is '{}'", text),
              fmt::format("a number of threads from 1 to {} is expected here, where there are {} cores",
                          largest_thread_request(), std::thread::hardware_concurrency()),
              "set it to the cores of one rank, or unset it and ranks share the cores");
}

}  // namespace trireme::threads
