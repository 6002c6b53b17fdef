// SPDX-License-Identifier: Apache-2.0
#include "meshes/transfer/nearest_vertex.hpp"

#include <tuple>

#include "meshes/partition/send_items.hpp"
#include "solvers/comm/gather.hpp"

namespace trireme::mesh {
namespace {

struct Vertex {
  Point place;
  GlobalIndex original, number;
};

struct Nearest {
  double squared_distance = HUGE_VAL;
  GlobalIndex original = -1, number = -1;
  bool operator<(const Nearest& other) const {
    return std::tie(squared_distance, original) < std::tie(other.squared_distance, other.original);
  }
};

struct Question {
  Point place;
  Nearest known;
  LocalIndex point;
  int asker, asked;
};

Nearest find_nearer(const BoxTree& tree, const std::vector<Vertex>& vertices, const Point& x, Nearest best) {
  tree.for_each_near(x, best.squared_distance, [&](LocalIndex at, double squared_distance) {
    const Vertex& vertex = vertices[static_cast<std::size_t>(at)];
    const Nearest found{squared_distance, vertex.original, vertex.number};
    if (found < best) best = found;
    return best.squared_distance;
  });
  return best;
}

}  // namespace

std::vector<GlobalIndex> nearest_vertices(const comm::Communicator& comm, const Regions& regions,
                                          const FlowMesh& mesh, std::span<const Point> points) {
  std::vector<Vertex> owned;
  for (LocalIndex v = 0; v < mesh.n_owned; ++v)
    owned.push_back({mesh.place(v), mesh.original_id[static_cast<std::size_t>(v)], mesh.owned_begin + v});
  const auto here = send_items(comm, std::span<const Vertex>(owned), [&](const Vertex& vertex) {
                      return regions.rank_of(vertex.place);
                    }).values;
  std::vector<Box> places(here.size());
  Box extent;
  for (std::size_t k = 0; k < here.size(); ++k) {
    places[k].add(here[k].place);
    extent.add(here[k].place);
  }
  const BoxTree tree(std::move(places));
  const auto extents = comm::all_gather_value(comm, extent);

  std::vector<Nearest> best(points.size());
  std::vector<Question> questions;
  for (std::size_t k = 0; k < points.size(); ++k) {
    best[k] = find_nearer(tree, here, points[k], {});
    for (int rank = 0; rank < comm.size(); ++rank) {
      if (rank == comm.rank()) continue;
      if (extents[static_cast<std::size_t>(rank)].squared_distance(points[k]) <= best[k].squared_distance)
        questions.push_back({points[k], best[k], static_cast<LocalIndex>(k), comm.rank(), rank});
    }
  }
  auto asked = send_items(comm, std::span<const Question>(questions), [](const Question& q) {
                 return q.asked;
               }).values;
  for (Question& question : asked) question.known = find_nearer(tree, here, question.place, question.known);
  const auto answers =
      send_items(comm, std::span<const Question>(asked), [](const Question& q) { return q.asker; });
  for (const Question& answer : answers.values) {
    Nearest& known = best[static_cast<std::size_t>(answer.point)];
    if (answer.known < known) known = answer.known;
  }
  std::vector<GlobalIndex> numbers;
  for (const Nearest& found : best) numbers.push_back(found.number);
  return numbers;
}

}  // namespace trireme::mesh
