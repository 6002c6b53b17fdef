// SPDX-License-Identifier: Apache-2.0
// Space divided among the ranks so that each region holds about as many of given points: recursive coordinate
// bisection (M. J. Berger and S. H. Bokhari, IEEE Trans. Comput. C-36(5), 1987). Two meshes that are
// distributed in different ways meet in it. Used by the transfer between meshes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/box_tree.hpp"
#include "meshes/core/point.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

class Regions {
 public:
  // Collective. points: this rank's, a row of three each. Regions cover all space. Cost: about ten
  // all-reduces, of up to 16 counts a region, for every doubling of the number of ranks.
  Regions(const comm::Communicator& comm, std::span<const double> points);

  // Local. The rank whose region a point belongs to.
  int rank_of(const Point& x) const;

  // Local. Calls visit(rank) for every rank whose region a box touches.
  template <class F>
  void for_each_touched(const Box& box, F&& visit) const {
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
      const Node node = nodes_[open.back()];
      open.pop_back();
      if (node.is_region()) {
        visit(node.first_rank);
        continue;
      }
      if (box.high[node.axis] >= node.position) open.push_back(node.left + 1);
      if (box.low[node.axis] < node.position) open.push_back(node.left);
    }
  }

 private:
  // Ranks first_rank .. last_rank - 1; points below `position` on `axis` go to node `left`, others to the
  // next.
  struct Node {
    int first_rank, last_rank;
    std::size_t axis = 0, left = 0;
    double position = 0;
    bool is_region() const { return last_rank - first_rank == 1; }
  };
  std::vector<Node> nodes_;
};

}  // namespace trireme::mesh
