// SPDX-License-Identifier: Apache-2.0
#include "meshes/partition/vertex_numbering.hpp"

#include <algorithm>
#include <numeric>

#include "meshes/core/local_count.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/reduction.hpp"
#include "solvers/mat/order/rcm.hpp"

namespace trireme::mesh {
namespace {

// Coordinates are addressed by local numbers.
constexpr std::size_t values_of_vertex = 3;

}  // namespace

std::vector<GlobalIndex> owned_ids(const comm::Communicator& comm, const RangeDirectory& points,
                                   std::span<const int> parts) {
  std::vector<GlobalIndex> counts(static_cast<std::size_t>(comm.size()), 0);
  for (const int part : parts) ++counts[part];
  std::vector<GlobalIndex> next(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), next.begin(), GlobalIndex{0});
  std::vector<GlobalIndex> ids(parts.size());
  for (std::size_t v = 0; v < parts.size(); ++v)
    ids[next[parts[v]]++] = points.begin() + static_cast<GlobalIndex>(v);
  // Ranges ascend with the rank, so what arrives ascends too.
  return comm::all_to_all_v(comm, std::span<const GlobalIndex>(ids), counts).values;
}

std::vector<LocalIndex> rcm_permutation(LocalIndex n, std::span<const std::array<LocalIndex, 2>> edges) {
  std::vector<LocalIndex> row_offsets(static_cast<std::size_t>(n) + 1, 0);
  for (const auto& [a, b] : edges) {
    ++row_offsets[a + 1];
    ++row_offsets[b + 1];
  }
  std::partial_sum(row_offsets.begin(), row_offsets.end(), row_offsets.begin());
  std::vector<LocalIndex> columns(2 * edges.size()), next(row_offsets.begin(), row_offsets.end() - 1);
  for (const auto& [a, b] : edges) {
    columns[next[a]++] = b;
    columns[next[b]++] = a;
  }
  for (LocalIndex row = 0; row < n; ++row) {
    std::sort(columns.begin() + row_offsets[row], columns.begin() + row_offsets[row + 1]);
  }
  return mat::rcm_order(row_offsets, columns);
}

std::vector<GlobalIndex> number_vertices(const comm::Communicator& comm, const RangeDirectory& points,
                                         const ImageKeys& keys, std::span<const Point> held_points,
                                         std::vector<GlobalIndex> owned_in_order,
                                         std::vector<GlobalIndex> touched_keys, FlowMesh& mesh) {
  const comm::CollectiveGuard guard(comm);
  mesh.n_owned = guard.run([&] { return local_count(owned_in_order.size(), "vertices", values_of_vertex); });
  mesh.n_global = points.total();
  mesh.owned_begin = comm::exclusive_scan_sum(comm, static_cast<GlobalIndex>(mesh.n_owned));

  // Owned vertices by ascending original id, which is how the directory is addressed.
  std::vector<LocalIndex> by_id(owned_in_order.size());
  std::iota(by_id.begin(), by_id.end(), 0);
  std::sort(by_id.begin(), by_id.end(),
            [&](LocalIndex a, LocalIndex b) { return owned_in_order[a] < owned_in_order[b]; });
  std::vector<GlobalIndex> ids(by_id.size()), numbers(by_id.size());
  for (std::size_t k = 0; k < by_id.size(); ++k) {
    ids[k] = owned_in_order[by_id[k]];
    numbers[k] = mesh.owned_begin + by_id[k];
  }
  const std::vector<GlobalIndex> number_of_id =
      points.publish(std::span<const GlobalIndex>(numbers), std::span<const GlobalIndex>(ids));

  // Ghosts by ascending id, images of one vertex by key.
  std::vector<GlobalIndex> ghost_keys;
  std::set_difference(touched_keys.begin(), touched_keys.end(), ids.begin(), ids.end(),
                      std::back_inserter(ghost_keys));
  touched_keys = {};
  std::vector<GlobalIndex> ghost_ids(ghost_keys);
  if (keys.any_periods()) {
    std::sort(ghost_keys.begin(), ghost_keys.end(), [&](GlobalIndex a, GlobalIndex b) {
      return std::pair(keys.id(a), a) < std::pair(keys.id(b), b);
    });
    std::transform(ghost_keys.begin(), ghost_keys.end(), ghost_ids.begin(),
                   [&](GlobalIndex key) { return keys.id(key); });
  }
  const std::vector<GlobalIndex> ghost_numbers =
      points.look_up(std::span<const GlobalIndex>(number_of_id), std::span<const GlobalIndex>(ghost_ids));
  guard.run([&] { local_count(owned_in_order.size() + ghost_ids.size(), "vertices", values_of_vertex); });
  mesh.n_ghost = static_cast<LocalIndex>(ghost_ids.size());
  std::vector<LocalIndex> by_number(ghost_ids.size());
  std::iota(by_number.begin(), by_number.end(), 0);
  std::sort(by_number.begin(), by_number.end(), [&](LocalIndex a, LocalIndex b) {
    return std::pair(ghost_numbers[a], a) < std::pair(ghost_numbers[b], b);
  });

  std::vector<GlobalIndex> key_of_vertex(owned_in_order);
  key_of_vertex.reserve(static_cast<std::size_t>(mesh.n_local()));
  mesh.original_id = std::move(owned_in_order);
  mesh.original_id.reserve(static_cast<std::size_t>(mesh.n_local()));
  mesh.global_id.resize(static_cast<std::size_t>(mesh.n_owned));
  mesh.global_id.reserve(static_cast<std::size_t>(mesh.n_local()));
  std::iota(mesh.global_id.begin(), mesh.global_id.end(), mesh.owned_begin);
  for (const LocalIndex k : by_number) {
    key_of_vertex.push_back(ghost_keys[k]);
    mesh.original_id.push_back(ghost_ids[k]);
    mesh.global_id.push_back(ghost_numbers[k]);
  }

  const auto place = [&](LocalIndex local, const Point& point) {
    std::copy(point.begin(), point.end(), mesh.coordinates.begin() + 3 * static_cast<std::ptrdiff_t>(local));
  };
  mesh.coordinates.resize(3 * static_cast<std::size_t>(mesh.n_local()));
  const auto owned_points = points.look_up(held_points, std::span<const GlobalIndex>(ids));
  for (std::size_t k = 0; k < by_id.size(); ++k) place(by_id[k], owned_points[k]);
  const auto ghost_points = points.look_up(held_points, std::span<const GlobalIndex>(ghost_ids));
  for (std::size_t k = 0; k < by_number.size(); ++k) {
    const LocalIndex ghost = by_number[k];
    place(mesh.n_owned + static_cast<LocalIndex>(k), keys.place(ghost_keys[ghost], ghost_points[ghost]));
  }

  mesh.halo = std::make_shared<const comm::ExchangePlan>(
      comm::build_exchange_plan(comm, mesh.owned_begin, mesh.n_owned,
                                std::span(mesh.global_id).subspan(static_cast<std::size_t>(mesh.n_owned)),
                                keys.any_periods() ? comm::GhostIds::images : comm::GhostIds::foreign));
  return key_of_vertex;
}

LocalNumbers::LocalNumbers(std::span<const GlobalIndex> key_of_vertex) {
  std::vector<LocalIndex> order(key_of_vertex.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](LocalIndex a, LocalIndex b) { return key_of_vertex[a] < key_of_vertex[b]; });
  std::vector<GlobalIndex> ascending(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) ascending[k] = key_of_vertex[order[k]];
  index_ = IdIndex(std::move(ascending));
  local_ = std::move(order);
}

}  // namespace trireme::mesh
