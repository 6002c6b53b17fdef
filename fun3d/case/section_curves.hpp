// SPDX-License-Identifier: Apache-2.0
// Joins the segments of one section into contours and splits each at its leading edge into an upper and a
// lower side, both running from the leading edge downstream. Called by case/section_file on rank 0.
#pragma once

#include <span>
#include <vector>

#include "fun3d/case/section_cut.hpp"

namespace trireme::flow {

struct SectionCurve {
  enum class Side { upper, lower };
  int contour = 0;  // several bodies in one plane: ascending from upstream
  Side side = Side::upper;
  double leading_edge = 0, chord = 0;  // smallest x of the contour, and largest less smallest
  std::vector<std::size_t> points;     // positions in the rows of the cut's values
};

// Of one section: segments [n] and values [n, 2, stride] beginning with x. A closed contour gives two curves;
// an open one, as a bump in a wall, one where the leading edge is its end. The side is upper where the flow
// lies mostly above. The same for any order of the segments.
std::vector<SectionCurve> trace_section(std::span<const CutSegment> segments, std::span<const double> values,
                                        std::size_t stride);

}  // namespace trireme::flow
