// SPDX-License-Identifier: Apache-2.0
#include "meshes/generate/brick_cells.hpp"

#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "meshes/core/cell_geometry.hpp"

namespace trireme::mesh {
namespace {

TEST(BrickColumns, EveryPieceOfEveryBrickHasOneNumber) {
  for (const BrickCells cells :
       {BrickCells::tetrahedron, BrickCells::prism, BrickCells::hexahedron, BrickCells::mixed}) {
    for (const bool side : {false, true}) {
      const auto columns = side ? BrickColumns::of_side(cells, 3, 5) : BrickColumns::of_cells(cells, 3, 5);
      std::set<std::tuple<GlobalIndex, GlobalIndex, int>> met;
      GlobalIndex hexahedra = 0;
      for (GlobalIndex id = 0; id < columns.size(); ++id) {
        const auto place = columns.place(id);
        EXPECT_TRUE(met.insert({place.column, place.layer, place.part}).second);
        EXPECT_LT(place.column, 3);
        EXPECT_LT(place.layer, 5);
        hexahedra += place.hexahedral ? 1 : 0;
      }
      const GlobalIndex parts = !side && cells == BrickCells::tetrahedron ? 6 : 2;
      const GlobalIndex hexahedral = cells == BrickCells::hexahedron ? 15
                                     : cells == BrickCells::mixed    ? 9
                                                                     : 0;
      EXPECT_EQ(hexahedra, hexahedral);
      EXPECT_EQ(columns.size(), hexahedral + parts * (15 - hexahedral));
    }
  }
}

Frame frame_of(bool mirrored) {
  return mirrored ? Frame::left_handed : Frame::right_handed;
}

// In a unit brick, whose first direction is turned around when mirrored.
CellCorners unit_corners(const std::array<int, 8>& corners, int size, bool mirrored) {
  CellCorners points{};
  for (int n = 0; n < size; ++n) {
    const int c = corners[static_cast<std::size_t>(n)];
    const double first = (c & 1) != 0 ? 1 : 0;
    points[static_cast<std::size_t>(n)] = {mirrored ? 1 - first : first, static_cast<double>(c >> 1 & 1),
                                           static_cast<double>(c >> 2)};
  }
  return points;
}

TEST(BrickPiece, PiecesArePositiveAndFillTheBrick) {
  for (const BrickCells cells : {BrickCells::tetrahedron, BrickCells::prism, BrickCells::hexahedron}) {
    for (const bool mirrored : {false, true}) {
      const auto columns = BrickColumns::of_cells(cells, 1, 1);
      double volume = 0;
      for (GlobalIndex id = 0; id < columns.size(); ++id) {
        const BrickPiece piece = brick_piece(cells, columns.place(id), frame_of(mirrored));
        const double part =
            cell_volume(piece.type, unit_corners(piece.corners, cell_size(piece.type), mirrored));
        EXPECT_GT(part, 0.1);
        volume += part;
      }
      EXPECT_NEAR(volume, 1, 1e-15);
    }
  }
}

TEST(BrickFacet, LooksOutOfTheBrick) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool upper : {false, true}) {
      for (const bool mirrored : {false, true}) {
        for (const bool triangle : {false, true}) {
          Point area{};
          for (int part = 0; part < (triangle ? 2 : 1); ++part) {
            const BrickFacet facet =
                brick_facet({axis, upper ? End::upper : End::lower},
                            triangle ? side_triangle(part) : SidePiece::quadrilateral, frame_of(mirrored));
            std::array<int, 8> corners{};
            std::copy(facet.corners.begin(), facet.corners.end(), corners.begin());
            const CellCorners p = unit_corners(corners, facet.size, mirrored);
            area = sum(area, triangle_area(p[0], p[1], p[2]));
            if (facet.size == 4) area = sum(area, triangle_area(p[0], p[2], p[3]));
          }
          const bool at_one = axis == 0 && mirrored ? !upper : upper;
          for (int other = 0; other < 3; ++other) {
            EXPECT_EQ(area[static_cast<std::size_t>(other)], other != axis ? 0.0 : at_one ? 1.0 : -1.0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace trireme::mesh
