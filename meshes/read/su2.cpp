// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/su2.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "meshes/read/advice.hpp"
#include "meshes/read/extrude.hpp"
#include "meshes/read/text_lines.hpp"
#include "solvers/base/error.hpp"

namespace trireme::mesh {
namespace {

constexpr char comment = '%';

struct ElementShape {
  GlobalIndex vtk_type;
  int size;
  int dimension;
  CellType cell;  // of three-dimensional shapes
};
constexpr ElementShape shapes[] = {{3, 2, 1, {}},
                                   {5, 3, 2, {}},
                                   {9, 4, 2, {}},
                                   {10, 4, 3, CellType::tetrahedron},
                                   {12, 8, 3, CellType::hexahedron},
                                   {13, 6, 3, CellType::prism},
                                   {14, 5, 3, CellType::pyramid}};

// A section as the file gives it, with the line of each element so that a bad vertex can still be located
// when the number of points becomes known, which is usually later.
struct Elements {
  std::vector<const ElementShape*> shape;
  std::vector<GlobalIndex> vertices;
  std::vector<std::size_t> line;
};
struct NamedElements {
  std::string name;
  Elements elements;
};

class Su2Reader {
 public:
  Su2Reader(std::string_view text, std::string_view file_name)
      : lines_(text, file_name, comment), file_name_(file_name) {}

  RawMesh read() {
    while (lines_.next()) {
      const std::size_t equals = lines_.line().find('=');
      if (equals == std::string_view::npos) {
        if (!skipping_)
          lines_.fail("a line outside of any section", "every section starts with KEYWORD= value",
                      "remove the line, or correct the count of the section before");
        continue;
      }
      read_section(equals);
    }
    require_sections();
    check_vertices(cells_);
    for (const auto& marker : markers_) check_vertices(marker.elements);
    RawMesh mesh = dimension_ == 3 ? solid_mesh() : plane_mesh();
    mesh.notes = std::move(notes_);
    return mesh;
  }

 private:
  void read_section(std::size_t equals) {
    std::string key(lines_.line().substr(0, equals));
    key.erase(std::remove_if(key.begin(), key.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
              key.end());
    std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::toupper(c); });
    value_ = lines_.line().substr(equals + 1);
    skipping_ = false;
    if (key == "NDIME") {
      // What has been read already would be taken for what it is not.
      if (dimension_ != 0)
        lines_.fail("a second NDIME", "a file of one zone has one", "split the zones into files");
      dimension_ = count_value("NDIME");
      if (dimension_ != 2 && dimension_ != 3)
        lines_.fail("NDIME is " + std::to_string(dimension_), "2 or 3 is expected", damaged_value);
    } else if (key == "NELEM") {
      if (cells_.shape.empty())
        read_elements(cells_, count_value("NELEM"), "NELEM", dimension(), false);
      else
        lines_.fail("a second NELEM section", "a file of one zone has one", "split the zones into files");
    } else if (key == "NPOIN") {
      read_points(count_value("NPOIN"));
    } else if (key == "NMARK") {
      n_markers_ = count_value("NMARK");
      markers_line_ = lines_.line_number();
    } else if (key == "MARKER_TAG") {
      read_marker();
    } else if (key == "NZONE") {
      if (count_value("NZONE") != 1)
        lines_.fail("the file has several zones", "one is supported", "split the zones into files");
    } else if (key != "IZONE") {
      skipping_ = true;  // FFD boxes, periodic data and the like, with whatever lines they own
      const std::string family = key.substr(0, std::min<std::size_t>(key.find('_'), 40));
      const bool known = std::find(skipped_.begin(), skipped_.end(), family) != skipped_.end();
      if (!known && skipped_.size() < 20) {
        notes_.push_back(file_name_ + ":" + std::to_string(lines_.line_number()) + ": section " +
                         key.substr(0, 40) + (family == key ? "" : " and its like") + " is not used");
        skipped_.push_back(family);
      }
    }
  }

  GlobalIndex count_value(std::string_view key) {
    TextLines value(value_, file_name_, comment);
    GlobalIndex count = 0;
    const std::string_view word = value.next() ? value.word() : std::string_view{};
    if (!parse_integer(word, count) || count < 0) {
      lines_.fail(std::string(key) + " is '" + std::string(word.substr(0, 40)) + "'", "a count is expected",
                  damaged_value);
    }
    return count;
  }

  GlobalIndex dimension() const {
    if (dimension_ == 0)
      lines_.fail("NDIME is missing", "it must come before elements, points and markers",
                  "move or add the line NDIME= 2 or NDIME= 3");
    return dimension_;
  }

  // Moves to the next data line of a section; a section that ends early is an error at the line where it
  // does.
  void data_line(std::string_view key, GlobalIndex expected, GlobalIndex found) {
    const bool more = lines_.next();
    if (more && lines_.line().find('=') == std::string_view::npos) return;
    lines_.fail(std::string(key) + "= " + std::to_string(expected) + ", but only " + std::to_string(found) +
                    (found == 1 ? " line follows" : " lines follow"),
                more ? "the next section starts here" : "the file ends here",
                more ? "correct the count" : truncated_file);
  }

  void read_elements(Elements& elements, GlobalIndex count, std::string_view key,
                     GlobalIndex element_dimension, bool skip_points) {
    for (GlobalIndex k = 0; k < count; ++k) {
      data_line(key, count, k);
      const GlobalIndex type = lines_.integer("the element type");
      if (skip_points && type == 1) continue;  // vertex elements of old send/receive markers
      const auto shape = std::find_if(std::begin(shapes), std::end(shapes),
                                      [&](const ElementShape& s) { return s.vtk_type == type; });
      if (shape == std::end(shapes) || shape->dimension != element_dimension) {
        lines_.fail("element type " + std::to_string(type) + " cannot stand here",
                    element_dimension == 3   ? "cells are 10, 12, 13 or 14"
                    : element_dimension == 2 ? "5 or 9 is expected"
                                             : "3 is expected",
                    "export first-order elements only, each in its section");
      }
      elements.shape.push_back(shape);
      elements.line.push_back(lines_.line_number());
      for (int i = 0; i < shape->size; ++i)
        elements.vertices.push_back(lines_.integer("a vertex of the element"));
    }
  }

  void read_points(GlobalIndex count) {
    if (points_line_)
      lines_.fail("a second NPOIN section", "a file of one zone has one", "split the zones into files");
    points_line_ = lines_.line_number();
    const int n_coordinates = static_cast<int>(dimension());
    constexpr char axis[] = "xyz";
    for (GlobalIndex k = 0; k < count; ++k) {
      data_line("NPOIN", count, k);
      Point point{0, 0, 0};
      for (int d = 0; d < n_coordinates; ++d) {
        point[d] = lines_.finite_real(std::string(1, axis[d]) + " of point " + std::to_string(k));
      }
      points_.push_back(point);
    }
  }

  void read_marker() {
    std::string_view name = value_;
    const std::size_t first = name.find_first_not_of(" \t");
    if (first == std::string_view::npos)
      lines_.fail("MARKER_TAG has no name", "a marker is chosen by its name", "write one after MARKER_TAG=");
    name = name.substr(first, name.find_last_not_of(" \t") - first + 1);
    const std::string tag(name);
    const std::size_t tag_line = lines_.line_number();
    while (lines_.next()) {
      const std::size_t equals = lines_.line().find('=');
      if (equals == std::string_view::npos ||
          lines_.line().substr(0, equals).find("MARKER_ELEMS") == std::string_view::npos) {
        lines_.fail("MARKER_ELEMS of marker '" + tag + "' is missing", "it must follow MARKER_TAG",
                    "add the line with the number of its elements");
      }
      value_ = lines_.line().substr(equals + 1);
      auto marker =
          std::find_if(markers_.begin(), markers_.end(), [&](const auto& m) { return m.name == tag; });
      if (marker == markers_.end()) {
        markers_.push_back({tag, {}});
        marker = markers_.end() - 1;
      } else {
        notes_.push_back(file_name_ + ":" + std::to_string(tag_line) + ": marker '" + tag +
                         "' is given in several pieces, which were joined");
      }
      ++n_markers_found_;
      read_elements(marker->elements, count_value("MARKER_ELEMS"), "MARKER_ELEMS", dimension() - 1, true);
      skipping_ = true;  // SEND_RECV= and its lines may follow in old files
      return;
    }
    lines_.fail("MARKER_ELEMS of marker '" + tag + "' is missing", "the file ends here", truncated_file);
  }

  void require_sections() const {
    const auto missing = [&](std::string_view key) {
      lines_.fail("section " + std::string(key) + " is missing", "the file ends here",
                  "the file is truncated or no SU2 mesh");
    };
    if (dimension_ == 0) missing("NDIME");
    if (cells_.shape.empty()) missing("NELEM");
    if (!points_line_) missing("NPOIN");
    if (n_markers_ && *n_markers_ != n_markers_found_) {
      throw Error(
          ErrorKind::input,
          file_name_ + ":" + std::to_string(markers_line_) + ": NMARK= " + std::to_string(*n_markers_) +
              ", but " + std::to_string(n_markers_found_) + " markers follow",
          "the file is truncated or the count is wrong", "correct the count or export the mesh again");
    }
  }

  void check_vertices(const Elements& elements) const {
    const auto n = static_cast<GlobalIndex>(points_.size());
    std::size_t v = 0;
    for (std::size_t k = 0; k < elements.shape.size(); ++k) {
      for (int i = 0; i < elements.shape[k]->size; ++i, ++v) {
        if (elements.vertices[v] >= 0 && elements.vertices[v] < n) continue;
        throw Error(ErrorKind::input,
                    file_name_ + ":" + std::to_string(elements.line[k]) + ": vertex " +
                        std::to_string(elements.vertices[v]) + " does not exist",
                    "the file has points 0 to " + std::to_string(n - 1), "export the mesh again");
      }
    }
  }

  RawMesh solid_mesh() {
    RawMesh mesh;
    mesh.points = std::move(points_);
    mesh.cell_types.reserve(cells_.shape.size());
    mesh.cell_offsets.reserve(cells_.shape.size() + 1);
    for (const ElementShape* shape : cells_.shape) {
      mesh.cell_types.push_back(shape->cell);
      mesh.cell_offsets.push_back(mesh.cell_offsets.back() + shape->size);
    }
    mesh.cell_vertices = std::move(cells_.vertices);
    for (auto& [name, elements] : markers_) {
      RawMesh::Marker& marker = mesh.markers.emplace_back();
      marker.name = std::move(name);
      for (const ElementShape* shape : elements.shape)
        marker.facet_offsets.push_back(marker.facet_offsets.back() + shape->size);
      marker.facet_vertices = std::move(elements.vertices);
    }
    return mesh;
  }

  RawMesh plane_mesh() {
    PlaneMesh plane;
    for (const Point& p : points_) plane.points.push_back({p[0], p[1]});
    std::size_t v = 0;
    for (const ElementShape* shape : cells_.shape) {
      std::array<GlobalIndex, 4> cell{-1, -1, -1, -1};
      for (int i = 0; i < shape->size; ++i) cell[i] = cells_.vertices[v++];
      plane.cells.push_back(cell);
    }
    for (auto& [name, elements] : markers_) {
      PlaneMesh::Marker& marker = plane.markers.emplace_back();
      marker.name = std::move(name);
      for (std::size_t k = 0; k < elements.vertices.size(); k += 2) {
        marker.edges.push_back({elements.vertices[k], elements.vertices[k + 1]});
      }
    }
    return extrude_one_layer(std::move(plane));
  }

  TextLines lines_;
  std::string file_name_;
  std::string_view value_;
  bool skipping_ = false;
  GlobalIndex dimension_ = 0;
  Elements cells_;
  std::vector<Point> points_;
  std::optional<std::size_t> points_line_;
  std::vector<NamedElements> markers_;
  std::optional<GlobalIndex> n_markers_;
  std::size_t markers_line_ = 0;
  GlobalIndex n_markers_found_ = 0;
  std::vector<std::string> skipped_;
  std::vector<std::string> notes_;
};

}  // namespace

RawMesh read_su2(std::string_view text, std::string_view file_name) {
  return Su2Reader(text, file_name).read();
}

}  // namespace trireme::mesh
