// SPDX-License-Identifier: Apache-2.0
// What the checks of a mesh found: every kind of thing with its number and the first few examples, instead of
// only the first problem. Filled by the steps of core/check_mesh, printed by trireme-mesh check, turned into
// one Error when a mesh is loaded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::mesh {

// repaired: the mesh was changed and is good; note: left as it is, which is harmless but worth knowing.
enum class Severity { note, repaired, error };
std::string_view severity_name(Severity severity);

// One kind of finding. The sentences are without subject: "has no volume" of a cell.
struct FindingKind {
  std::string_view key;  // in the JSON report
  Severity severity;
  std::string_view one, many;   // "cell has no volume", "cells have no volume"
  std::string_view suggestion;  // what to do about it
};

struct Finding {
  const FindingKind* kind;
  GlobalIndex count;
  std::vector<std::string> examples;  // the first most_examples, with ids and coordinates

  // "3 cells have no volume"
  std::string headline() const;
};

class MeshFindings {
 public:
  static constexpr std::size_t most_examples = 10;

  // Counts one finding; text() is called for those whose example is kept. kind must outlive this object.
  template <class Text>
  void add(const FindingKind& kind, Text&& text) {
    Finding& finding = of(kind);
    ++finding.count;
    if (finding.examples.size() < most_examples) finding.examples.push_back(std::forward<Text>(text)());
  }

  // In the order in which their first was found.
  const std::vector<Finding>& all() const { return findings_; }
  bool has_errors() const { return n_errors() > 0; }
  GlobalIndex n_errors() const;
  GlobalIndex count(const FindingKind& kind) const;

 private:
  Finding& of(const FindingKind& kind);
  std::vector<Finding> findings_;
};

// The kinds. Points:
inline constexpr FindingKind not_finite{
    "non_finite_coordinates", Severity::error, "point has a coordinate that is not finite",
    "points have coordinates that are not finite", "write the mesh again"};
inline constexpr FindingKind orphan_point{"orphan_points", Severity::repaired,
                                          "point that no cell uses was dropped",
                                          "points that no cell uses were dropped", ""};
inline constexpr FindingKind duplicate_point{
    "duplicate_points", Severity::error,
    "point lies in the same place as another, and cells are not joined there",
    "points lie in the same place as others, and cells are not joined there",
    "merge duplicate points and export the mesh again"};
inline constexpr FindingKind coincident_point{
    "coincident_points", Severity::note, "point of the marked boundary lies in the same place as another",
    "points of the marked boundary lie in the same place as others", ""};
// Cells:
inline constexpr FindingKind repeated_point{"cells_with_a_repeated_point", Severity::error,
                                            "cell has a point twice", "cells have a point twice",
                                            "export the cell as the simpler shape that it is"};
inline constexpr FindingKind zero_edge{"cells_with_an_edge_without_length", Severity::error,
                                       "cell has an edge without length", "cells have an edge without length",
                                       "merge duplicate points, or export the simpler shape"};
inline constexpr FindingKind no_volume{"cells_without_volume", Severity::error, "cell has no volume",
                                       "cells have no volume", "remove it or move its points"};
inline constexpr FindingKind mirrored_cell{"mirrored_cells", Severity::repaired,
                                           "cell, whose corners were listed mirrored, was reoriented",
                                           "cells, whose corners were listed mirrored, were reoriented", ""};
inline constexpr FindingKind folded_cell{"folded_cells", Severity::error, "cell is folded or twisted",
                                         "cells are folded or twisted",
                                         "check the order of its corners, or move its points"};
inline constexpr FindingKind concave_cell{"concave_cells", Severity::note, "cell is not convex",
                                          "cells are not convex", ""};
// Faces:
inline constexpr FindingKind crowded_face{
    "faces_of_three_cells", Severity::error, "face is shared by more than two cells",
    "faces are shared by more than two cells", "a face has at most two sides; remove the cells that overlap"};
inline constexpr FindingKind folded_face{
    "faces_with_both_cells_on_one_side", Severity::error, "face has both its cells on the same side",
    "faces have both their cells on the same side", "the mesh is folded there; move its points"};
inline constexpr FindingKind doubled_facet{
    "facets_listed_twice", Severity::error, "face is listed twice on the boundary",
    "faces are listed twice on the boundary", "keep one of the facets"};
inline constexpr FindingKind inner_facet{
    "facets_between_two_cells", Severity::error, "facet is no boundary face: it lies between two cells",
    "facets are no boundary faces: they lie between two cells", "remove it from the marker"};
inline constexpr FindingKind stray_facet{
    "facets_of_no_cell", Severity::error, "facet is no boundary face: no cell has it",
    "facets are no boundary faces: no cell has them", "remove it from the marker"};
inline constexpr FindingKind nonconforming_face{"quadrilaterals_against_triangles", Severity::error,
                                                "quadrilateral of one cell meets triangles of others",
                                                "quadrilaterals of cells meet triangles of others",
                                                "put pyramids between them, or split the cell"};
inline constexpr FindingKind hanging_point{
    "hanging_points", Severity::error, "point hangs on the edge of another cell",
    "points hang on edges of other cells", "split the larger cell too: cells must meet face to face"};
inline constexpr FindingKind unmarked_face{
    "boundary_faces_without_marker", Severity::error, "boundary face belongs to no marker",
    "boundary faces belong to no marker", "give these faces a marker and export the mesh again"};
// The whole:
inline constexpr FindingKind empty_marker{"empty_markers", Severity::repaired,
                                          "marker without facets was dropped",
                                          "markers without facets were dropped", ""};
inline constexpr FindingKind repeated_marker{"markers_named_alike", Severity::error,
                                             "marker has the name of another",
                                             "markers have the names of others", "give each marker its name"};
inline constexpr FindingKind separate_part{"separate_parts", Severity::note,
                                           "part of the mesh is joined to the largest nowhere",
                                           "parts of the mesh are joined to the largest nowhere", ""};
inline constexpr FindingKind touching_parts{"parts_that_touch_in_points", Severity::error,
                                            "point or edge alone holds two parts of the mesh together here",
                                            "points alone hold parts of the mesh together",
                                            "join the parts by faces, or give each its own points"};
inline constexpr FindingKind pinched_point{"pinched_points", Severity::note,
                                           "point has cells that no face at it joins",
                                           "points have cells that no face at them joins", ""};

}  // namespace trireme::mesh
