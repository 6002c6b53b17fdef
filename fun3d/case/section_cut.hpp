// SPDX-License-Identifier: Apache-2.0
// Where planes across the span cut the walls: every triangle a plane passes through gives a segment, whose
// ends lie on edges of the triangle and carry values interpolated along them. Exact for the piecewise linear
// surface. Called by case/section_file on every rank for its own triangles; case/section_curves joins the
// segments.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "fun3d/case/surface_polygons.hpp"

namespace trireme::flow {

// An end of a segment is known by the edge it lies on, so that neighbouring triangles, on whatever rank,
// agree: the original ids of the edge's vertices, ascending; twice the same where the plane meets a vertex.
using CutPoint = std::array<GlobalIndex, 2>;

struct CutSegment {
  std::int64_t section = 0;
  std::array<CutPoint, 2> ends{};  // ascending
  // Length of the segment times the up component of the unit normal into the flow.
  double upward = 0;
};

struct SectionCut {
  std::vector<CutSegment> segments;
  std::vector<double> values;  // [segments, 2 ends, 3 + width]: x, y, z and the interpolated values
};

struct SectionPlanes {
  int up = 1, span = 2;           // axes
  std::vector<double> positions;  // coordinates along the span axis
  std::vector<double> fractions;  // as output.sections gives them
};

// value(vertex, out): writes `width` values of a local vertex. wall [n_markers]: which polygons are cut;
// quadrilaterals count as two triangles. Local. Cost: polygons times planes.
SectionCut cut_walls(const mesh::FlowMesh& mesh, const SurfacePolygons& polygons,
                     std::span<const std::uint8_t> wall, const SectionPlanes& planes, int width,
                     const std::function<void(LocalIndex, double*)>& value);

}  // namespace trireme::flow
