// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/petsc_fun3d.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "meshes/read/byte_reader.hpp"

namespace trireme::mesh {
namespace {

constexpr std::size_t header_length = 13;
constexpr std::size_t header_bytes = 4 * header_length;
enum HeaderField {
  n_cells_at,
  n_nodes_at,
  n_edges_at,
  first_groups_at,
  first_facets_at = 6,
  first_nodes_at = 9
};
constexpr std::array<const char*, 3> marker_names{"solid", "viscous", "far_field"};

using Header = std::array<std::int64_t, header_length>;

Header read_header(std::span<const std::byte> bytes, std::int32_t (*number)(const std::byte*)) {
  Header header;
  for (std::size_t i = 0; i < header_length; ++i) header[i] = number(bytes.data() + 4 * i);
  return header;
}

// Bytes a file with this header has, or -1 when a count is negative. Counts have 31 bits, so nothing
// overflows.
std::int64_t expected_bytes(const Header& header) {
  std::int64_t bytes = header_bytes;
  for (const std::int64_t count : header) {
    if (count < 0) return -1;
  }
  bytes += header[n_edges_at] * (2 * 4 + 4 * 8) + header[n_nodes_at] * 4 * 8;
  for (int kind = 0; kind < 3; ++kind) {
    bytes += header[first_groups_at + kind] * 2 * 4 + header[first_facets_at + kind] * 4 * 4 +
             header[first_nodes_at + kind] * (4 + 3 * 8);
  }
  return bytes;
}

void check_header(std::span<const std::byte> bytes, const ByteReader& reader) {
  if (bytes.size() < header_bytes) {
    reader.fail(bytes.size(), "the file ends within its header",
                std::to_string(header_bytes) + " bytes of header are expected",
                "the file is truncated or no uns3d.msh");
  }
  const auto size = static_cast<std::int64_t>(bytes.size());
  const std::int64_t expected = expected_bytes(read_header(bytes, big_endian_integer));
  if (size == expected) return;
  const Header swapped = read_header(bytes, little_endian_integer);
  if (size == expected_bytes(swapped)) {
    reader.fail(0, "the file is little-endian",
                "uns3d.msh is big-endian; read the other way round its header gives " +
                    std::to_string(swapped[n_nodes_at]) + " nodes and the right size",
                "swap its bytes (4-byte integers, 8-byte reals)");
  }
  const bool swapped_plausible = expected_bytes(swapped) > 0 && expected_bytes(swapped) < 100 * size;
  if ((expected < 0 || expected > 100 * size) && swapped_plausible) {
    reader.fail(0, "the file seems to be little-endian and truncated",
                "its header makes sense only byte-swapped: " + std::to_string(expected_bytes(swapped)) +
                    " bytes are then expected and " + std::to_string(size) + " are there",
                "uns3d.msh is big-endian; fetch it again");
  }
  if (expected < 0) {
    reader.fail(0, "the header holds a negative count", "counts cannot be negative",
                "the file is damaged or no uns3d.msh");
  }
  const std::string counts =
      "the header asks for " + std::to_string(expected) + " bytes and " + std::to_string(size) + " are there";
  if (size < expected)
    reader.fail(bytes.size(), "the file ends early", counts, "the file is truncated; fetch it again");
  reader.fail(static_cast<std::size_t>(expected), "the file goes on after its last block", counts,
              "the file is damaged or no uns3d.msh");
}

class Fun3dReader {
 public:
  Fun3dReader(std::span<const std::byte> bytes, std::string_view file_name) : reader_(bytes, file_name) {
    check_header(bytes, reader_);
    header_ = read_header(bytes, big_endian_integer);
    reader_.integers(header_length, "the header");
  }

  RawDual read() {
    read_edges();
    read_nodes();
    for (int kind = 0; kind < 3; ++kind) read_boundary(kind);
    return std::move(dual_);
  }

 private:
  std::vector<double> finite_reals(std::size_t count, std::string_view what) {
    const std::size_t begin = reader_.offset();
    std::vector<double> values = reader_.reals(count, what);
    for (std::size_t i = 0; i < count; ++i) {
      if (std::isfinite(values[i])) continue;
      reader_.fail(
          begin + 8 * i, std::string(what) + " " + std::to_string(i) + " is " + std::to_string(values[i]),
          "it must be finite", "the program that wrote the file had already lost it; export the mesh again");
    }
    return values;
  }

  // 1-based indices into `limit` things, made 0-based.
  std::vector<std::int32_t> indices(std::size_t count, std::int64_t limit, std::string_view what) {
    const std::size_t begin = reader_.offset();
    std::vector<std::int32_t> values = reader_.integers(count, what);
    for (std::size_t i = 0; i < count; ++i) {
      if (values[i] < 1 || values[i] > limit) {
        reader_.fail(begin + 4 * i,
                     std::string(what) + " " + std::to_string(i) + " is " + std::to_string(values[i]),
                     "1 to " + std::to_string(limit) + " is expected", "the file is damaged");
      }
      --values[i];
    }
    return values;
  }

  void read_edges() {
    const auto n = static_cast<std::size_t>(header_[n_edges_at]);
    const auto first = indices(n, header_[n_nodes_at], "the first end of edge");
    const auto second = indices(n, header_[n_nodes_at], "the second end of edge");
    const auto x = finite_reals(n, "normal x of edge"), y = finite_reals(n, "normal y of edge");
    const auto z = finite_reals(n, "normal z of edge"), area = finite_reals(n, "the area of edge");
    dual_.edges.resize(n);
    dual_.edge_normals.resize(n);
    for (std::size_t e = 0; e < n; ++e) {
      if (first[e] == second[e]) {
        reader_.fail(
            header_bytes + 4 * e,
            "edge " + std::to_string(e) + " joins node " + std::to_string(first[e] + 1) + " to itself", {},
            "the file is damaged");
      }
      dual_.edges[e] = {first[e], second[e]};
      dual_.edge_normals[e] = scaled(area[e], {x[e], y[e], z[e]});
    }
  }

  void read_nodes() {
    const auto n = static_cast<std::size_t>(header_[n_nodes_at]);
    const auto x = finite_reals(n, "coordinate x of node"), y = finite_reals(n, "coordinate y of node");
    const auto z = finite_reals(n, "coordinate z of node");
    const std::size_t begin = reader_.offset();
    dual_.volumes = finite_reals(n, "the dual volume of node");
    dual_.points.resize(n);
    for (std::size_t v = 0; v < n; ++v) {
      dual_.points[v] = {x[v], y[v], z[v]};
      if (dual_.volumes[v] > 0) continue;
      reader_.fail(begin + 8 * v,
                   "the dual volume of node " + std::to_string(v) + " is " + std::to_string(dual_.volumes[v]),
                   "it must be positive", "the mesh is folded there");
    }
  }

  void read_boundary(int kind) {
    const std::string name = marker_names[static_cast<std::size_t>(kind)];
    const auto n_groups = static_cast<std::size_t>(header_[first_groups_at + kind]);
    const auto n_facets = static_cast<std::size_t>(header_[first_facets_at + kind]);
    const auto n_nodes = static_cast<std::size_t>(header_[first_nodes_at + kind]);
    const std::size_t groups_begin = reader_.offset();
    const auto group_sizes = reader_.integers(2 * n_groups, "the group sizes of the " + name + " boundary");
    std::array<std::vector<std::int32_t>, 3> corner;
    for (auto& column : corner) {
      column = indices(n_facets, header_[first_nodes_at + kind], "a corner of " + name + " facet");
    }
    reader_.integers(n_facets, "the cells of the " + name + " facets");
    const auto nodes = indices(n_nodes, header_[n_nodes_at], name + " boundary node");
    const auto x = finite_reals(n_nodes, name + " normal x"), y = finite_reals(n_nodes, name + " normal y");
    const auto z = finite_reals(n_nodes, name + " normal z");
    if (n_facets == 0) return;

    RawDual::Marker marker;
    double outwardness = 0;
    for (std::size_t f = 0; f < n_facets; ++f) {
      const std::array<std::int32_t, 3> at{corner[0][f], corner[1][f], corner[2][f]};
      marker.facets.push_back({nodes[at[0]], nodes[at[1]], nodes[at[2]]});
      const auto& ids = marker.facets.back();
      marker.facet_normals.push_back(
          triangle_area(dual_.points[ids[0]], dual_.points[ids[1]], dual_.points[ids[2]]));
      for (const std::int32_t i : at) outwardness += dot(marker.facet_normals.back(), {x[i], y[i], z[i]});
    }
    // One order of corners holds for a whole block; the lumped normals say which.
    if (outwardness < 0) {
      for (std::size_t f = 0; f < n_facets; ++f) {
        std::swap(marker.facets[f][1], marker.facets[f][2]);
        marker.facet_normals[f] = scaled(-1, marker.facet_normals[f]);
      }
    }
    add_groups(name, std::span(group_sizes).first(n_groups), groups_begin, marker);
  }

  // One marker a group of facets; a single group needs no number behind its name.
  void add_groups(const std::string& name, std::span<const std::int32_t> sizes, std::size_t sizes_begin,
                  const RawDual::Marker& all) {
    std::size_t begin = 0;
    if (sizes.empty()) {
      reader_.fail(4 * static_cast<std::size_t>(first_groups_at),
                   "the header gives the " + name + " boundary facets, but no groups", {},
                   "the file is damaged");
    }
    for (std::size_t group = 0; group < sizes.size(); ++group) {
      const auto size = static_cast<std::size_t>(std::max(sizes[group], 0));
      const bool last = group + 1 == sizes.size();
      if (begin + size > all.facets.size() || (last && begin + size < all.facets.size())) {
        reader_.fail(sizes_begin + 4 * group,
                     "the groups of the " + name + " boundary do not add up to its " +
                         std::to_string(all.facets.size()) + " facets",
                     {}, "the file is damaged");
      }
      RawDual::Marker& marker = dual_.markers.emplace_back();
      marker.name = sizes.size() == 1 ? name : name + "_" + std::to_string(group + 1);
      marker.facets.assign(all.facets.begin() + begin, all.facets.begin() + begin + size);
      marker.facet_normals.assign(all.facet_normals.begin() + begin,
                                  all.facet_normals.begin() + begin + size);
      begin += size;
    }
  }

  ByteReader reader_;
  Header header_{};
  RawDual dual_;
};

}  // namespace

RawDual read_petsc_fun3d(std::span<const std::byte> bytes, std::string_view file_name) {
  return Fun3dReader(bytes, file_name).read();
}

bool looks_like_petsc_fun3d(std::span<const std::byte> bytes) {
  if (bytes.size() < header_bytes) return false;
  const auto size = static_cast<std::int64_t>(bytes.size());
  return size == expected_bytes(read_header(bytes, big_endian_integer)) ||
         size == expected_bytes(read_header(bytes, little_endian_integer));
}

}  // namespace trireme::mesh
