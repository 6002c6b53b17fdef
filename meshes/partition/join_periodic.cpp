// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/join_periodic.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "meshes/partition/id_index.hpp"
#include "meshes/partition/match_periodic.hpp"
#include "meshes/partition/periodic_classes.hpp"
#include "meshes/partition/periodic_lattice.hpp"
#include "meshes/partition/range_directory.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"

namespace trireme::mesh {
namespace {

std::vector<PeriodicPair> resolve_pairs(const DistributedMesh& mesh,
                                        const std::map<std::string, std::string>& names) {
  std::vector<PeriodicPair> pairs;
  std::vector<bool> paired(mesh.marker_names.size(), false);
  for (const auto& [first, second] : names) {
    const std::string name = first + ", " + second;
    const auto marker = [&](const std::string& wanted) {
      const auto at = std::find(mesh.marker_names.begin(), mesh.marker_names.end(), wanted);
      if (at == mesh.marker_names.end()) {
        throw Error(ErrorKind::input,
                    "mesh.periodic joins " + name + ", but the mesh has no marker " + wanted,
                    fmt::format("its markers are {}", fmt::join(mesh.marker_names, ", ")),
                    "correct or remove the entry");
      }
      const auto position = static_cast<std::size_t>(at - mesh.marker_names.begin());
      if (paired[position]) {
        throw Error(ErrorKind::input, "mesh.periodic names marker " + wanted + " twice",
                    "a marker has one partner", "correct or remove an entry");
      }
      paired[position] = true;
      return static_cast<std::int32_t>(position);
    };
    const std::int32_t a = marker(first), b = marker(second);
    pairs.push_back({a, b, name});
  }
  return pairs;
}

// The key of every point of this rank's range; the mesh's points become the classes'.
struct Classes {
  ImageKeys keys;
  std::vector<GlobalIndex> key_of_point;
};

Classes number_classes(const comm::Communicator& comm, const RangeDirectory& points, DistributedMesh& mesh,
                       const std::vector<ClassLabel>& labels, std::vector<Point> basis) {
  const auto is_first = [&](std::size_t k) {
    return labels[k].first == points.begin() + static_cast<GlobalIndex>(k);
  };
  std::vector<Point> places;
  std::vector<GlobalIndex> number(labels.size(), -1), wanted;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (is_first(k)) {
      number[k] = static_cast<GlobalIndex>(places.size());
      places.push_back(mesh.points[k]);
    } else {
      wanted.push_back(labels[k].first);
    }
  }
  mesh.points = std::move(places);
  const auto n_here = static_cast<GlobalIndex>(mesh.points.size());
  mesh.n_points = comm::all_sum(comm, n_here);
  mesh.point_begin = comm::exclusive_scan_sum(comm, n_here);
  for (GlobalIndex& n : number) n += n >= 0 ? mesh.point_begin : 0;

  const IdIndex firsts =
      comm::CollectiveGuard(comm).run([&] { return IdIndex(distinct_ids(std::move(wanted))); });
  const auto numbers =
      points.look_up(std::span<const GlobalIndex>(number), std::span<const GlobalIndex>(firsts.ids()));
  Classes classes{ImageKeys(mesh.n_points, std::move(basis)), {}};
  classes.key_of_point.reserve(labels.size());
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const GlobalIndex id =
        is_first(k) ? number[k] : numbers[static_cast<std::size_t>(firsts.position(labels[k].first))];
    classes.key_of_point.push_back(classes.keys.key(id, labels[k].shift));
  }
  return classes;
}

void replace_by_keys(const comm::Communicator& comm, const RangeDirectory& points,
                     const std::vector<GlobalIndex>& key_of_point, std::vector<GlobalIndex>& vertices) {
  const IdIndex index = comm::CollectiveGuard(comm).run([&] { return IdIndex(distinct_ids(vertices)); });
  const auto keys =
      points.look_up(std::span<const GlobalIndex>(key_of_point), std::span<const GlobalIndex>(index.ids()));
  for (GlobalIndex& vertex : vertices) vertex = keys[static_cast<std::size_t>(index.position(vertex))];
}

void drop_markers(const comm::Communicator& comm, DistributedMesh& mesh,
                  const std::vector<PeriodicPair>& pairs) {
  std::vector<std::int32_t> new_marker(mesh.marker_names.size(), 0);
  for (const PeriodicPair& pair : pairs)
    new_marker[static_cast<std::size_t>(pair.first)] = new_marker[static_cast<std::size_t>(pair.second)] = -1;
  std::vector<std::string> names;
  for (std::size_t m = 0; m < new_marker.size(); ++m) {
    if (new_marker[m] < 0) continue;
    new_marker[m] = static_cast<std::int32_t>(names.size());
    names.push_back(mesh.marker_names[m]);
  }
  mesh.marker_names = std::move(names);

  std::vector<GlobalIndex> vertices, offsets{0};
  std::vector<std::int32_t> markers;
  for (std::size_t f = 0; f < mesh.facet_marker.size(); ++f) {
    const std::int32_t marker = new_marker[static_cast<std::size_t>(mesh.facet_marker[f])];
    if (marker < 0) continue;
    vertices.insert(vertices.end(), mesh.facet_vertices.begin() + mesh.facet_offsets[f],
                    mesh.facet_vertices.begin() + mesh.facet_offsets[f + 1]);
    offsets.push_back(static_cast<GlobalIndex>(vertices.size()));
    markers.push_back(marker);
  }
  mesh.facet_vertices = std::move(vertices);
  mesh.facet_offsets = std::move(offsets);
  mesh.facet_marker = std::move(markers);
  const auto n_here = static_cast<GlobalIndex>(mesh.facet_marker.size());
  mesh.n_facets = comm::all_sum(comm, n_here);
  mesh.facet_begin = comm::exclusive_scan_sum(comm, n_here);
}

}  // namespace

ImageKeys join_periodic(const comm::Communicator& comm, DistributedMesh& mesh,
                        const std::map<std::string, std::string>& names) {
  const RangeDirectory points(comm, static_cast<GlobalIndex>(mesh.points.size()));
  if (names.empty()) return ImageKeys(points.total());
  const std::vector<PeriodicPair> pairs = resolve_pairs(mesh, names);

  std::vector<Point> translations;
  std::vector<std::string> pair_names;
  std::vector<std::vector<PeriodicLink>> links_of_pair;
  for (const PeriodicPair& pair : pairs) {
    PeriodicMatch match = match_periodic(comm, points, mesh, pair);
    translations.push_back(match.translation);
    pair_names.push_back(pair.name);
    links_of_pair.push_back(std::move(match.links));
  }
  PeriodicLattice lattice = build_periodic_lattice(translations, pair_names);
  std::vector<ShiftedLink> links;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair)
    for (const PeriodicLink& link : links_of_pair[pair]) links.push_back({link, lattice.of_pair[pair]});
  links_of_pair = {};

  const auto labels = label_periodic_classes(comm, points, links);
  const Classes classes = number_classes(comm, points, mesh, labels, std::move(lattice.basis));
  drop_markers(comm, mesh, pairs);
  replace_by_keys(comm, points, classes.key_of_point, mesh.cell_vertices);
  replace_by_keys(comm, points, classes.key_of_point, mesh.facet_vertices);
  return classes.keys;
}

}  // namespace trireme::mesh
