// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/regions.hpp"

#include <algorithm>

#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

// Rounds in which an interval is cut into pieces at once: positions are found to 16^-8, 2e-10, of the box.
constexpr int rounds = 8;
constexpr std::size_t pieces = 16;

}  // namespace

Regions::Regions(const comm::Communicator& comm, std::span<const double> points) {
  nodes_.push_back({.first_rank = 0, .last_rank = comm.size()});
  std::vector<std::size_t> node_of(points.size() / 3, 0);
  const auto coordinate = [&](std::size_t point, std::size_t axis) { return points[3 * point + axis]; };

  // A level at a time: all its nodes are divided together.
  for (std::size_t begin = 0, end = 1; begin < end; begin = end, end = nodes_.size()) {
    const std::size_t n = end - begin;
    std::vector<double> low(3 * n, HUGE_VAL), high(3 * n, -HUGE_VAL);
    std::vector<GlobalIndex> total(n, 0);
    for (std::size_t p = 0; p < node_of.size(); ++p) {
      if (node_of[p] < begin) continue;
      const std::size_t k = node_of[p] - begin;
      ++total[k];
      for (std::size_t d = 0; d < 3; ++d) {
        low[3 * k + d] = std::min(low[3 * k + d], coordinate(p, d));
        high[3 * k + d] = std::max(high[3 * k + d], coordinate(p, d));
      }
    }
    comm::all_min_in_place(comm, std::span<double>(low));
    comm::all_max_in_place(comm, std::span<double>(high));
    comm::all_sum_in_place(comm, std::span<GlobalIndex>(total));
    std::vector<double> below(n, 0), above(n, 0);
    bool any = false;
    for (std::size_t k = 0; k < n; ++k) {
      Node& node = nodes_[begin + k];
      if (node.is_region()) continue;
      any = true;
      if (total[k] == 0) continue;
      for (std::size_t d = 1; d < 3; ++d) {
        const auto size = [&](std::size_t axis) { return high[3 * k + axis] - low[3 * k + axis]; };
        if (size(d) > size(node.axis)) node.axis = d;
      }
      below[k] = low[3 * k + node.axis];
      above[k] = high[3 * k + node.axis];
    }
    if (!any) return;

    // The smallest position with at least the lower ranks' share of the points below it.
    const auto cut = [&](std::size_t k, std::size_t piece) {
      return below[k] + static_cast<double>(piece) / pieces * (above[k] - below[k]);
    };
    for (int round = 0; round < rounds; ++round) {
      // count[k, j]: points below the upper end of piece j.
      std::vector<GlobalIndex> count(n * pieces, 0);
      for (std::size_t p = 0; p < node_of.size(); ++p) {
        if (node_of[p] < begin) continue;
        const std::size_t k = node_of[p] - begin;
        const double x = coordinate(p, nodes_[node_of[p]].axis);
        for (std::size_t j = pieces; j-- > 0 && x < cut(k, j + 1);) ++count[k * pieces + j];
      }
      comm::all_sum_in_place(comm, std::span<GlobalIndex>(count));
      for (std::size_t k = 0; k < n; ++k) {
        const GlobalIndex ranks = nodes_[begin + k].last_rank - nodes_[begin + k].first_rank;
        std::size_t j = 0;
        while (j + 1 < pieces && count[k * pieces + j] * ranks < total[k] * (ranks / 2)) ++j;
        const double low_end = cut(k, j), high_end = cut(k, j + 1);
        below[k] = low_end;
        above[k] = high_end;
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      const Node node = nodes_[begin + k];
      if (node.is_region()) continue;
      const int middle = node.first_rank + (node.last_rank - node.first_rank) / 2;
      nodes_[begin + k].left = nodes_.size();
      nodes_[begin + k].position = above[k];
      nodes_.push_back({.first_rank = node.first_rank, .last_rank = middle});
      nodes_.push_back({.first_rank = middle, .last_rank = node.last_rank});
    }
    for (std::size_t p = 0; p < node_of.size(); ++p) {
      if (node_of[p] < begin || nodes_[node_of[p]].is_region()) continue;
      const Node& node = nodes_[node_of[p]];
      node_of[p] = node.left + (coordinate(p, node.axis) < node.position ? 0 : 1);
    }
  }
}

int Regions::rank_of(const Point& x) const {
  Node node = nodes_.front();
  while (!node.is_region()) node = nodes_[node.left + (x[node.axis] < node.position ? 0 : 1)];
  return node.first_rank;
}

}  // namespace trireme::mesh
