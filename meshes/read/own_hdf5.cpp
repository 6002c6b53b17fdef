// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/own_hdf5.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "meshes/core/name_list.hpp"
#include "meshes/core/own_format.hpp"
#include "solvers/base/error.hpp"
#include "solvers/comm/collective_guard.hpp"
#include "solvers/comm/root_phase.hpp"
#include "solvers/io/hdf5_file.hpp"

namespace trireme::mesh {
namespace {

class OwnReader {
 public:
  OwnReader(const comm::Communicator& comm, const std::string& path)
      : comm_(comm), guard_(comm), path_(path), file_(open()) {}

  std::variant<DistributedMesh, RawDual> read() {
    check_header();
    const std::string kind = file_.read_text_attribute("/", own_format::kind);
    if (kind == own_format::kind_cells) return read_cells();
    if (kind == own_format::kind_dual) return read_dual();
    throw Error(ErrorKind::input, path_ + ": attribute 'kind' is '" + kind + "'",
                "'cells' or 'dual' is expected");
  }

 private:
  io::Hdf5File open() {
    comm::run_on_root(comm_, [&] {
      errno = 0;
      if (!std::ifstream(path_, std::ios::binary)) {
        throw Error(ErrorKind::input, "cannot open mesh file '" + path_ + "'", std::strerror(errno),
                    "check the path; it is relative to the current directory");
      }
    });
    return io::Hdf5File::open(path_, comm_);
  }

  void check_header() {
    const bool ours = file_.has_attribute("/", own_format::name) &&
                      file_.read_text_attribute("/", own_format::name) == own_format::name_value;
    if (!ours) {
      throw Error(ErrorKind::input, path_ + " is no mesh of this project",
                  "its root has no attribute format = trireme mesh", "write it with trireme-mesh convert");
    }
    const auto version = file_.read_int_attribute("/", own_format::version);
    if (version < 1 || version > own_format::current_version) {
      throw Error(ErrorKind::input, path_ + " has mesh format version " + std::to_string(version),
                  "this program reads versions 1 to " + std::to_string(own_format::current_version),
                  "use a newer program, or write the mesh again");
    }
    marker_names_ = split_names(file_.read_text_attribute("/", own_format::marker_names));
  }

  template <class T>
  std::vector<Point> as_points(std::vector<T> flat) {
    std::vector<Point> points(flat.size() / 3);
    for (std::size_t i = 0; i < flat.size(); ++i) points[i / 3][i % 3] = flat[i];
    return points;
  }

  // A list of vertex lists (cells or facets) in this rank's range of items.
  struct Lists {
    GlobalIndex n = 0, begin = 0, count = 0;
    std::vector<GlobalIndex> vertices, offsets;
  };
  Lists read_lists(const char* offsets_name, const char* vertices_name) {
    Lists lists;
    const GlobalIndex rows = file_.rows(offsets_name);
    if (rows < 1)
      throw Error(ErrorKind::input, path_ + ": data set '" + offsets_name + "' is empty",
                  "its first entry is 0");
    lists.n = rows - 1;
    lists.begin = range_begin(lists.n, comm_.size(), comm_.rank());
    lists.count = range_begin(lists.n, comm_.size(), comm_.rank() + 1) - lists.begin;
    lists.offsets = file_.read_rows<GlobalIndex>(offsets_name, lists.begin, lists.count + 1, 1);
    const GlobalIndex n_vertices = file_.rows(vertices_name);
    guard_.run([&] {
      const bool ascending = std::is_sorted(lists.offsets.begin(), lists.offsets.end());
      if (ascending && lists.offsets.front() >= 0 && lists.offsets.back() <= n_vertices) return;
      throw Error(ErrorKind::input,
                  path_ + ": data set '" + offsets_name + "' does not ascend within 0 and " +
                      std::to_string(n_vertices),
                  {}, "the file is damaged");
    });
    const GlobalIndex first = lists.offsets.front();
    lists.vertices = file_.read_rows<GlobalIndex>(vertices_name, first, lists.offsets.back() - first, 1);
    for (GlobalIndex& offset : lists.offsets) offset -= first;
    return lists;
  }

  void check_ids(const std::vector<GlobalIndex>& ids, const char* name, GlobalIndex n_points) const {
    for (const GlobalIndex id : ids) {
      if (id >= 0 && id < n_points) continue;
      throw Error(ErrorKind::input, path_ + ": data set '" + name + "' names vertex " + std::to_string(id),
                  "the file has points 0 to " + std::to_string(n_points - 1), "the file is damaged");
    }
  }

  [[noreturn]] void refuse_real(const std::string& what, const char* name, GlobalIndex row,
                                double value) const {
    throw Error(ErrorKind::input,
                path_ + ": " + what + " in row " + std::to_string(row) + " of data set '" + name + "' is " +
                    std::to_string(value),
                "it must be finite", "write the mesh again");
  }

  // values: rows of data set `name` from row `begin` on.
  void check_finite(const std::vector<Point>& values, const char* name, GlobalIndex begin) const {
    for (std::size_t row = 0; row < values.size(); ++row) {
      for (int d = 0; d < 3; ++d) {
        if (std::isfinite(values[row][d])) continue;
        refuse_real(std::string(1, "xyz"[d]), name, begin + static_cast<GlobalIndex>(row), values[row][d]);
      }
    }
  }
  void check_finite(const std::vector<double>& values, const char* name, GlobalIndex begin) const {
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (std::isfinite(values[row])) continue;
      refuse_real("the value", name, begin + static_cast<GlobalIndex>(row), values[row]);
    }
  }

  // Data sets that describe the same things have the same number of rows.
  void expect_rows(const char* name, GlobalIndex rows, const char* like) const {
    const GlobalIndex found = file_.rows(name);
    if (found == rows) return;
    throw Error(ErrorKind::input, path_ + ": data set '" + name + "' has " + std::to_string(found) + " rows",
                std::string("'") + like + "' asks for " + std::to_string(rows), "the file is damaged");
  }

  void check_markers(const std::vector<std::int32_t>& markers) const {
    for (const std::int32_t marker : markers) {
      if (marker >= 0 && marker < static_cast<std::int32_t>(marker_names_.size())) continue;
      throw Error(ErrorKind::input,
                  path_ + ": data set 'facet_marker' names marker " + std::to_string(marker),
                  "the file has " + std::to_string(marker_names_.size()) + " markers", "the file is damaged");
    }
  }

  void check_sizes(const DistributedMesh& mesh) const {
    for (std::size_t c = 0; c < mesh.cell_types.size(); ++c) {
      const auto type = static_cast<int>(mesh.cell_types[c]);
      if (type < n_cell_types &&
          mesh.cell_offsets[c + 1] - mesh.cell_offsets[c] == cell_size(mesh.cell_types[c]))
        continue;
      throw Error(ErrorKind::input,
                  path_ + ": cell " + std::to_string(mesh.cell_begin + static_cast<GlobalIndex>(c)) +
                      " of type " + std::to_string(type) + " has " +
                      std::to_string(mesh.cell_offsets[c + 1] - mesh.cell_offsets[c]) + " vertices",
                  "types are 0 to 3 with 4, 5, 6, 8", "the file is damaged");
    }
    for (std::size_t f = 0; f + 1 < mesh.facet_offsets.size(); ++f) {
      const GlobalIndex size = mesh.facet_offsets[f + 1] - mesh.facet_offsets[f];
      if (size == 3 || size == 4) continue;
      throw Error(ErrorKind::input, path_ + ": a facet has " + std::to_string(size) + " vertices",
                  "3 or 4 are expected", "the file is damaged");
    }
  }

  DistributedMesh read_cells() {
    DistributedMesh mesh;
    const std::int64_t dimension = file_.read_int_attribute("/", own_format::dimension);
    if (dimension != 2 && dimension != 3) {
      throw Error(ErrorKind::input, path_ + ": attribute 'dimension' is " + std::to_string(dimension),
                  "2 or 3 is expected", "the file is damaged");
    }
    mesh.dimension = static_cast<int>(dimension);
    mesh.marker_names = marker_names_;
    mesh.n_points = file_.rows("points");
    mesh.point_begin = range_begin(mesh.n_points, comm_.size(), comm_.rank());
    const GlobalIndex n_here = range_begin(mesh.n_points, comm_.size(), comm_.rank() + 1) - mesh.point_begin;
    mesh.points = as_points(file_.read_rows<double>("points", mesh.point_begin, n_here, 3));

    Lists cells = read_lists("cell_offsets", "cell_vertices");
    mesh.n_cells = cells.n;
    mesh.cell_begin = cells.begin;
    mesh.cell_vertices = std::move(cells.vertices);
    mesh.cell_offsets = std::move(cells.offsets);
    expect_rows("cell_types", cells.n, "cell_offsets");
    for (const std::uint8_t type : file_.read_rows<std::uint8_t>("cell_types", cells.begin, cells.count, 1)) {
      mesh.cell_types.push_back(static_cast<CellType>(type));
    }
    Lists facets = read_lists("facet_offsets", "facet_vertices");
    mesh.n_facets = facets.n;
    mesh.facet_begin = facets.begin;
    mesh.facet_vertices = std::move(facets.vertices);
    mesh.facet_offsets = std::move(facets.offsets);
    expect_rows("facet_marker", facets.n, "facet_offsets");
    mesh.facet_marker = file_.read_rows<std::int32_t>("facet_marker", facets.begin, facets.count, 1);
    guard_.run([&] {
      check_finite(mesh.points, "points", mesh.point_begin);
      check_sizes(mesh);
      check_ids(mesh.cell_vertices, "cell_vertices", mesh.n_points);
      check_ids(mesh.facet_vertices, "facet_vertices", mesh.n_points);
      check_markers(mesh.facet_marker);
    });
    return mesh;
  }

  template <class T>
  std::vector<T> rows_on_root(const char* name, GlobalIndex rows, std::int64_t columns) {
    return file_.read_rows<T>(name, 0, comm_.is_root() ? rows : 0, columns);
  }

  RawDual read_dual() {
    RawDual dual;
    const GlobalIndex n = file_.rows("points"), n_edges = file_.rows("edges"),
                      n_facets = file_.rows("facets");
    expect_rows("volumes", n, "points");
    expect_rows("edge_normals", n_edges, "edges");
    expect_rows("facet_normals", n_facets, "facets");
    expect_rows("facet_marker", n_facets, "facets");
    dual.points = as_points(rows_on_root<double>("points", n, 3));
    dual.volumes = rows_on_root<double>("volumes", n, 1);
    const auto edges = rows_on_root<GlobalIndex>("edges", n_edges, 2);
    dual.edge_normals = as_points(rows_on_root<double>("edge_normals", n_edges, 3));
    const auto facets = rows_on_root<GlobalIndex>("facets", n_facets, 3);
    const auto normals = as_points(rows_on_root<double>("facet_normals", n_facets, 3));
    const auto markers = rows_on_root<std::int32_t>("facet_marker", n_facets, 1);
    guard_.run([&] {
      check_finite(dual.points, "points", 0);
      check_finite(dual.volumes, "volumes", 0);
      check_finite(dual.edge_normals, "edge_normals", 0);
      check_finite(normals, "facet_normals", 0);
      check_ids(edges, "edges", n);
      check_ids(facets, "facets", n);
      check_markers(markers);
      for (std::size_t e = 0; e < edges.size(); e += 2) {
        if (edges[e] != edges[e + 1]) continue;
        throw Error(ErrorKind::input,
                    path_ + ": edge " + std::to_string(e / 2) + " joins vertex " + std::to_string(edges[e]) +
                        " to itself",
                    {}, "the file is damaged");
      }
    });
    if (!comm_.is_root()) return {};
    for (std::size_t e = 0; e < edges.size(); e += 2) dual.edges.push_back({edges[e], edges[e + 1]});
    for (const std::string& name : marker_names_) dual.markers.push_back({name, {}, {}});
    for (std::size_t f = 0; f < markers.size(); ++f) {
      dual.markers[markers[f]].facets.push_back({facets[3 * f], facets[3 * f + 1], facets[3 * f + 2]});
      dual.markers[markers[f]].facet_normals.push_back(normals[f]);
    }
    return dual;
  }

  comm::Communicator comm_;
  comm::CollectiveGuard guard_;
  std::string path_;
  io::Hdf5File file_;
  std::vector<std::string> marker_names_;
};

}  // namespace

std::variant<DistributedMesh, RawDual> read_own_hdf5(const comm::Communicator& comm,
                                                     const std::string& path) {
  return OwnReader(comm, path).read();
}

}  // namespace trireme::mesh
