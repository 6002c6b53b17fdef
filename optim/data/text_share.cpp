// SPDX-License-Identifier: Apache-2.0
#include "optim/data/text_share.hpp"

#include <algorithm>
#include <vector>

#include "optim/read/file_bytes.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/gather.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/comm/root_phase.hpp"

namespace trireme::optim {
namespace {

constexpr GlobalIndex longest_step = 1 << 16;

// Where the first line that begins at or behind `at` begins; `size` if none does.
GlobalIndex line_begin(const std::string& path, GlobalIndex at, GlobalIndex size) {
  if (at <= 0) return 0;
  for (GlobalIndex from = at - 1; from < size; from += longest_step) {
    const std::string bytes = file_bytes(path, from, std::min(size, from + longest_step));
    const std::size_t end = bytes.find('\n');
    if (end != std::string::npos) return from + static_cast<GlobalIndex>(end) + 1;
  }
  return size;
}

std::string dealt_from_root(const comm::Communicator& comm, const std::string& path) {
  std::string all;
  comm::run_on_root(comm, [&] { all = file_bytes(path); });
  std::vector<GlobalIndex> counts;
  if (comm.is_root()) {
    std::size_t begin = 0;
    for (int rank = 0; rank < comm.size(); ++rank) {
      const auto wanted = static_cast<std::size_t>(static_cast<double>(all.size()) * (rank + 1) /
                                                   static_cast<double>(comm.size()));
      std::size_t end = rank + 1 == comm.size() ? all.size() : std::max(begin, wanted);
      if (end > 0 && end < all.size() && all[end - 1] != '\n') {
        const std::size_t newline = all.find('\n', end);
        end = newline == std::string::npos ? all.size() : newline + 1;
      }
      counts.push_back(static_cast<GlobalIndex>(end - begin));
      begin = end;
    }
  }
  const std::vector<char> mine =
      comm::scatter_from_root(comm, std::span<const char>(all.data(), all.size()), counts);
  return {mine.begin(), mine.end()};
}

}  // namespace

TextShare read_text_share(const comm::Communicator& comm, const std::string& path) {
  int compressed = 0;
  comm::run_on_root(comm, [&] { compressed = compression_of(path) != Compression::none ? 1 : 0; });
  comm::broadcast_value(comm, compressed);
  TextShare share;
  if (compressed != 0) {
    share.text = dealt_from_root(comm, path);
  } else {
    share.text = comm::CollectiveGuard(comm).run([&] {
      const GlobalIndex size = file_size(path), part = size / comm.size(), rest = size % comm.size();
      const auto begin_of = [&](GlobalIndex rank) { return part * rank + std::min(rank, rest); };
      const GlobalIndex begin = line_begin(path, begin_of(comm.rank()), size),
                        end = comm.rank() + 1 == comm.size()
                                  ? size
                                  : line_begin(path, begin_of(comm.rank() + 1), size);
      return begin < end ? file_bytes(path, begin, end) : std::string();
    });
  }
  const auto lines = static_cast<GlobalIndex>(std::count(share.text.begin(), share.text.end(), '\n'));
  share.first_line = 1 + comm::exclusive_scan_sum(comm, lines);
  return share;
}

}  // namespace trireme::optim
