// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/box.hpp"

#include <algorithm>
#include <cmath>

#include "meshes/generate/fill_ranges.hpp"
#include "meshes/generate/kuhn_split.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/counter_hash.hpp"

namespace trireme::mesh {
namespace {

using Lattice = std::array<GlobalIndex, 3>;

// Bricks with the proportions of the box, the fewest whose vertices reach about the target.
Lattice bricks_for(const BoxOptions& options) {
  if (options.nx > 0 && options.ny > 0 && options.nz > 0) return {options.nx, options.ny, options.nz};
  const auto bricks_at = [&options](double size) {
    Lattice bricks;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      bricks[axis] = std::max<GlobalIndex>(1, std::llround(options.extent[axis] / size));
    }
    return bricks;
  };
  const auto vertices_at = [&bricks_at](double size) {
    const Lattice bricks = bricks_at(size);
    return static_cast<double>(bricks[0] + 1) * static_cast<double>(bricks[1] + 1) *
           static_cast<double>(bricks[2] + 1);
  };
  double coarse = 2 * *std::max_element(options.extent.begin(), options.extent.end()), fine = coarse;
  while (vertices_at(fine) < static_cast<double>(options.target_vertices)) fine /= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (coarse + fine);
    (vertices_at(middle) < static_cast<double>(options.target_vertices) ? coarse : fine) = middle;
  }
  return bricks_at(fine);
}

void validate(const BoxOptions& options) {
  const bool none = options.nx == 0 && options.ny == 0 && options.nz == 0;
  const bool all = options.nx > 0 && options.ny > 0 && options.nz > 0;
  TRIREME_VALIDATE(none || all, ErrorKind::input, "box mesh cannot be generated",
                   "nx, ny, nz are given only in part", "give all three, or none and target_vertices");
  TRIREME_VALIDATE(options.extent.size() == 3 && options.origin.size() == 3 && options.extent[0] > 0 &&
                       options.extent[1] > 0 && options.extent[2] > 0,
                   ErrorKind::input, "box mesh cannot be generated",
                   "extent must hold three positive lengths", "for example extent: [1, 1, 1]");
  TRIREME_VALIDATE(none || std::max({options.nx, options.ny, options.nz}) < GlobalIndex{1} << 20,
                   ErrorKind::input, "box mesh cannot be generated",
                   "more than a million bricks along an axis", "lower nx, ny, nz");
  TRIREME_VALIDATE(options.perturbation >= 0 && options.perturbation <= largest_perturbation,
                   ErrorKind::input, "box mesh cannot be generated",
                   "perturbation is " + std::to_string(options.perturbation) + ", beyond 0 to " +
                       std::to_string(largest_perturbation) + " brick sizes cells may turn over",
                   "lower perturbation");
}

// The lattice as functions of ids; corner c of a brick is offset (c & 1, c >> 1 & 1, c >> 2 & 1).
class BoxLattice {
 public:
  explicit BoxLattice(const BoxOptions& options) : options_(options), bricks_(bricks_for(options)) {
    cells_per_brick_ = options.cells == BoxCells::tetrahedron ? kuhn_tetrahedra
                       : options.cells == BoxCells::prism     ? 2
                                                              : 1;
    for (int marker = 0; marker < 6; ++marker) {
      const int axis = marker / 2;
      facets_before_[marker + 1] = facets_before_[marker] + bricks_[(axis + 1) % 3] *
                                                                bricks_[(axis + 2) % 3] *
                                                                (side_has_triangles(axis) ? 2 : 1);
    }
  }

  MeshCounts counts() const {
    return {(bricks_[0] + 1) * (bricks_[1] + 1) * (bricks_[2] + 1),
            bricks_[0] * bricks_[1] * bricks_[2] * cells_per_brick_, facets_before_[6]};
  }

  Point point(GlobalIndex id) const {
    const Lattice at = unfold(id, {bricks_[0] + 1, bricks_[1] + 1, bricks_[2] + 1});
    Point result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double position = static_cast<double>(at[axis]);
      const bool on_side = at[axis] == 0 || at[axis] == bricks_[axis];
      if (!on_side && options_.perturbation > 0) {
        position +=
            options_.perturbation * symmetric_hash(static_cast<std::uint64_t>(options_.seed), id, axis);
      }
      result[axis] =
          options_.origin[axis] + options_.extent[axis] * (position / static_cast<double>(bricks_[axis]));
    }
    return result;
  }

  GeneratedCell cell(GlobalIndex id) const {
    const Lattice brick = unfold(id / cells_per_brick_, bricks_);
    const int part = static_cast<int>(id % cells_per_brick_);
    GeneratedCell made;
    const auto take = [&](CellType type, const auto& corners) {
      made.type = type;
      for (std::size_t i = 0; i < corners.size(); ++i) made.vertices[i] = corner(brick, corners[i]);
    };
    switch (options_.cells) {
      case BoxCells::tetrahedron:
        take(CellType::tetrahedron, kuhn_corners(part, Frame::right_handed));
        break;
      case BoxCells::prism:
        if (part == 0) {
          take(CellType::prism, std::array{0, 1, 3, 4, 5, 7});
        } else {
          take(CellType::prism, std::array{0, 3, 2, 4, 7, 6});
        }
        break;
      case BoxCells::hexahedron:
        take(CellType::hexahedron, std::array{0, 1, 3, 2, 4, 5, 7, 6});
        break;
    }
    return made;
  }

  // Facets look outward. Their diagonals run from the lowest to the highest corner of the side, as Kuhn's do.
  GeneratedFacet facet(GlobalIndex id) const {
    int marker = 0;
    while (id >= facets_before_[marker + 1]) ++marker;
    const std::size_t axis = static_cast<std::size_t>(marker / 2), first = (axis + 1) % 3,
                      second = (axis + 2) % 3;
    const bool at_max = marker % 2 == 1, triangles = side_has_triangles(marker / 2);
    const GlobalIndex within = id - facets_before_[marker];
    const GlobalIndex quad = triangles ? within / 2 : within;
    Lattice brick;
    brick[axis] = at_max ? bricks_[axis] - 1 : 0;
    brick[first] = quad % bricks_[first];
    brick[second] = quad / bricks_[first];
    const int base = at_max ? 1 << axis : 0, u = 1 << first, v = 1 << second;
    std::array<int, 4> corners{base, base | u, base | u | v, base | v};  // right-handed about +axis
    GeneratedFacet made;
    made.marker = marker;
    made.size = triangles ? 3 : 4;
    if (triangles && within % 2 == 1) corners = {base, base | u | v, base | v, base};
    if (!at_max) std::reverse(corners.begin() + 1, corners.begin() + made.size);
    for (int i = 0; i < made.size; ++i) made.vertices[i] = corner(brick, corners[i]);
    return made;
  }

 private:
  static Lattice unfold(GlobalIndex id, const Lattice& size) {
    return {id % size[0], id / size[0] % size[1], id / size[0] / size[1]};
  }
  GlobalIndex corner(const Lattice& brick, int c) const {
    const GlobalIndex i = brick[0] + (c & 1), j = brick[1] + (c >> 1 & 1), k = brick[2] + (c >> 2 & 1);
    return i + (bricks_[0] + 1) * (j + (bricks_[1] + 1) * k);
  }
  bool side_has_triangles(int axis) const {
    return options_.cells == BoxCells::tetrahedron || (options_.cells == BoxCells::prism && axis == 2);
  }

  const BoxOptions& options_;
  Lattice bricks_;
  GlobalIndex cells_per_brick_ = 1;
  std::array<GlobalIndex, 7> facets_before_{};
};

}  // namespace

void BoxOptions::describe(options::Schema& schema, const std::string& path) {
  schema.section(path, "A box on a lattice, one marker a side: x_min, x_max, y_min, y_max, z_min, z_max.");
  schema.add("nx", nx, "Bricks along x; 0 with ny and nz 0: taken from target_vertices.", {.min = 0});
  schema.add("ny", ny, "Bricks along y.", {.min = 0});
  schema.add("nz", nz, "Bricks along z.", {.min = 0});
  schema.add("origin", origin, "Corner with the smallest coordinates.", {.length = 3});
  schema.add("extent", extent, "Edge lengths of the box.", {.min = 0, .open_min = true, .length = 3});
  schema.add_choice("cells", cells,
                    {{"tetrahedron", BoxCells::tetrahedron},
                     {"prism", BoxCells::prism},
                     {"hexahedron", BoxCells::hexahedron}},
                    "Cell shape.");
  schema.add("perturbation", perturbation, "Largest random displacement of a point along each axis.",
             {.unit = "brick sizes", .min = 0, .max = largest_perturbation});
  schema.add("seed", seed, "Seed of the random displacement.", {.min = 0});
}

DistributedMesh generate_box(const comm::Communicator& comm, const BoxOptions& options) {
  validate(options);
  const BoxLattice lattice(options);
  return fill_ranges(
      comm, lattice.counts(), {"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"},
      [&](GlobalIndex id) { return lattice.point(id); }, [&](GlobalIndex id) { return lattice.cell(id); },
      [&](GlobalIndex id) { return lattice.facet(id); });
}

}  // namespace trireme::mesh
