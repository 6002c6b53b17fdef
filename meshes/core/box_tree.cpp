// SPDX-License-Identifier: Apache-2.0
#include "meshes/core/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace trireme::mesh {

BoxTree::BoxTree(std::vector<Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!boxes_.empty()) build(0, static_cast<LocalIndex>(boxes_.size()));
}

// Halves the boxes by their centres along the axis on which these extend furthest.
LocalIndex BoxTree::build(LocalIndex begin, LocalIndex end) {
  const auto at = static_cast<LocalIndex>(nodes_.size());
  Node node{{}, begin, end, 0};
  Box centres;
  const auto centre = [&](LocalIndex k) {
    const Box& box = boxes_[static_cast<std::size_t>(k)];
    return midpoint(box.low, box.high);
  };
  for (LocalIndex k = begin; k < end; ++k) {
    const LocalIndex box = order_[static_cast<std::size_t>(k)];
    node.box.add(boxes_[static_cast<std::size_t>(box)]);
    centres.add(centre(box));
  }
  nodes_.push_back(node);
  if (end - begin <= leaf_size) return at;
  const Point size = difference(centres.high, centres.low);
  const auto axis = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
  const LocalIndex middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](LocalIndex a, LocalIndex b) {
                     return std::pair(centre(a)[axis], a) < std::pair(centre(b)[axis], b);
                   });
  build(begin, middle);
  const LocalIndex right = build(middle, end);
  nodes_[static_cast<std::size_t>(at)].right = right;
  return at;
}

}  // namespace trireme::mesh
