// SPDX-License-Identifier: Apache-2.0
// A tree of axis-aligned boxes (or points) that answers which of them hold a point, and which are near one.
// Used by the transfer between meshes, on each rank's region, and by the checks for duplicate and hanging
// points. Local.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

struct Box {
  Point low = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  Point high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Point& x) {
    for (std::size_t d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], x[d]);
      high[d] = std::max(high[d], x[d]);
    }
  }
  void add(const Box& box) {
    add(box.low);
    add(box.high);
  }
  bool holds(const Point& x) const {
    return x[0] >= low[0] && x[0] <= high[0] && x[1] >= low[1] && x[1] <= high[1] && x[2] >= low[2] &&
           x[2] <= high[2];
  }
  // Of the nearest point in the box; 0 inside.
  double squared_distance(const Point& x) const {
    double sum = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const double gap = std::max({low[d] - x[d], x[d] - high[d], 0.0});
      sum += gap * gap;
    }
    return sum;
  }
};

class BoxTree {
 public:
  BoxTree() = default;
  // O(n log n).
  explicit BoxTree(std::vector<Box> boxes);

  // Calls visit(position) for every box that holds x. Typically O(log n).
  template <class F>
  void for_each_holding(const Point& x, F&& visit) const {
    search(
        x, [&](const Box& box) { return box.holds(x); }, visit);
  }

  // Calls visit(position, squared distance) for boxes no further from x than the limit that visit returns,
  // which must not grow; starts with `limit`. The nearest box is always among them, as are all equally near.
  template <class F>
  void for_each_near(const Point& x, double limit, F&& visit) const {
    search(
        x, [&](const Box& box) { return box.squared_distance(x) <= limit; },
        [&](LocalIndex at) { limit = visit(at, boxes_[static_cast<std::size_t>(at)].squared_distance(x)); });
  }

 private:
  struct Node {
    Box box;
    LocalIndex begin, end;  // in order_
    LocalIndex right = 0;   // the left child follows its parent; 0: a leaf
  };
  static constexpr LocalIndex leaf_size = 8;

  LocalIndex build(LocalIndex begin, LocalIndex end);

  // Depth first, the child nearer to x before the other.
  template <class Wanted, class F>
  void search(const Point& x, Wanted&& wanted, F&& visit) const {
    if (nodes_.empty()) return;
    std::vector<LocalIndex> open{0};
    while (!open.empty()) {
      const Node& node = nodes_[static_cast<std::size_t>(open.back())];
      const LocalIndex left = open.back() + 1;
      open.pop_back();
      if (!wanted(node.box)) continue;
      if (node.right == 0) {
        for (LocalIndex k = node.begin; k < node.end; ++k) {
          const LocalIndex at = order_[static_cast<std::size_t>(k)];
          if (wanted(boxes_[static_cast<std::size_t>(at)])) visit(at);
        }
        continue;
      }
      const bool left_is_nearer = nodes_[static_cast<std::size_t>(left)].box.squared_distance(x) <=
                                  nodes_[static_cast<std::size_t>(node.right)].box.squared_distance(x);
      open.push_back(left_is_nearer ? node.right : left);
      open.push_back(left_is_nearer ? left : node.right);
    }
  }

  std::vector<Box> boxes_;
  std::vector<LocalIndex> order_;
  std::vector<Node> nodes_;
};

}  // namespace trireme::mesh
