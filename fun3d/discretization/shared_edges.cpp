// SPDX-License-Identifier: Apache-2.0
#include "fun3d/discretization/shared_edges.hpp"

#include "solvers/threads/parallel_for.hpp"

namespace trireme::flow {

std::vector<std::vector<VisitedEdge>> coloured(std::span<const VisitedEdge> edges,
                                               std::span<const LocalIndex> ends, LocalIndex n_vertices) {
  std::vector<int> last_colour(static_cast<std::size_t>(n_vertices), -1);
  std::vector<VisitedEdge> rest(edges.begin(), edges.end());
  std::vector<std::vector<VisitedEdge>> colours;
  while (!rest.empty()) {
    const int colour = static_cast<int>(colours.size());
    std::vector<VisitedEdge> taken, left;
    for (const VisitedEdge& edge : rest) {
      const LocalIndex* end = &ends[2 * static_cast<std::size_t>(edge.number)];
      const bool first = (edge.writes & writes_first) != 0, second = (edge.writes & writes_second) != 0;
      if ((first && last_colour[end[0]] == colour) || (second && last_colour[end[1]] == colour)) {
        left.push_back(edge);
        continue;
      }
      if (first) last_colour[end[0]] = colour;
      if (second) last_colour[end[1]] = colour;
      taken.push_back(edge);
    }
    colours.push_back(std::move(taken));
    rest = std::move(left);
  }
  return colours;
}

SharedEdges::SharedEdges(const EdgeSource& source, std::span<const VisitedEdge> edges, int n_threads,
                         const EdgeLoop& loop, ThreadStrategy strategy)
    : threads_(static_cast<std::size_t>(n_threads)), loop_(loop) {
  loop_.atomic = strategy == ThreadStrategy::atomic && n_threads > 1;
  std::vector<std::vector<VisitedEdge>> colours;
  if (strategy == ThreadStrategy::colouring) {
    colours = coloured(edges, source.mesh.edges, source.mesh.n_local());
  } else {
    colours.emplace_back(edges.begin(), edges.end());
  }
  threads::parallel_region([&](int thread, int running) {
    for (int t = thread; t < n_threads; t += running) {
      std::vector<VisitedEdge> own;
      std::vector<LocalIndex>& offsets = threads_[static_cast<std::size_t>(t)].offsets;
      offsets.push_back(0);
      for (const std::vector<VisitedEdge>& colour : colours) {
        const auto [begin, end] = threads::thread_range(colour.size(), t, n_threads);
        own.insert(own.end(), colour.begin() + static_cast<std::ptrdiff_t>(begin),
                   colour.begin() + static_cast<std::ptrdiff_t>(end));
        offsets.push_back(static_cast<LocalIndex>(own.size()));
      }
      threads_[static_cast<std::size_t>(t)].edges = EdgeArrays(source, own);
    }
  });
}

}  // namespace trireme::flow
