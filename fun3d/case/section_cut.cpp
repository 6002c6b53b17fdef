// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/section_cut.hpp"

#include <algorithm>
#include <cmath>

namespace trireme::flow {

namespace {

// One wall and all planes.
class Cutter {
 public:
  Cutter(const mesh::FlowMesh& mesh, const SectionPlanes& planes, int width,
         const std::function<void(LocalIndex, double*)>& value, SectionCut& result)
      : mesh_(mesh),
        planes_(planes),
        value_(value),
        result_(result),
        a_(static_cast<std::size_t>(3 + width)),
        b_(a_.size()) {}

  void cut(const std::array<LocalIndex, 3>& corners, const Vector3& normal) {
    for (std::size_t section = 0; section < planes_.positions.size(); ++section) {
      std::array<double, 3> height;
      for (std::size_t i = 0; i < 3; ++i)
        height[i] = coordinate(corners[i], planes_.span) - planes_.positions[section];
      const auto below = std::count_if(height.begin(), height.end(), [](double h) { return h < 0; });
      if (below == 1 || below == 2) add_segment(static_cast<std::int64_t>(section), corners, height, normal);
    }
  }

 private:
  double coordinate(LocalIndex vertex, int axis) const {
    return mesh_.coordinates[3 * static_cast<std::size_t>(vertex) + static_cast<std::size_t>(axis)];
  }
  GlobalIndex id(LocalIndex vertex) const { return mesh_.original_id[static_cast<std::size_t>(vertex)]; }

  void load(LocalIndex vertex, std::vector<double>& out) const {
    for (int d = 0; d < 3; ++d) out[static_cast<std::size_t>(d)] = coordinate(vertex, d);
    value_(vertex, out.data() + 3);
  }

  // The point between vertices a and b, one of them below the plane; always computed from the smaller id, so
  // that its bits do not depend on the triangle.
  CutPoint add_end(LocalIndex a, LocalIndex b, double height_a, double height_b) {
    if (id(a) > id(b)) {
      std::swap(a, b);
      std::swap(height_a, height_b);
    }
    const double t = height_a / (height_a - height_b);
    load(a, a_);
    load(b, b_);
    for (std::size_t k = 0; k < a_.size(); ++k) result_.values.push_back((1 - t) * a_[k] + t * b_[k]);
    if (height_a == 0) return {id(a), id(a)};
    if (height_b == 0) return {id(b), id(b)};
    return {id(a), id(b)};
  }

  void add_segment(std::int64_t section, const std::array<LocalIndex, 3>& corners,
                   const std::array<double, 3>& height, const Vector3& normal) {
    const std::size_t before = result_.values.size(), width = a_.size();
    CutSegment segment{.section = section, .ends = {}, .upward = 0};
    std::size_t n_ends = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      if ((height[i] < 0) != (height[j] < 0))
        segment.ends[n_ends++] = add_end(corners[i], corners[j], height[i], height[j]);
    }
    if (segment.ends[0] == segment.ends[1]) {  // the plane only touches the vertex
      result_.values.resize(before);
      return;
    }
    double* first = result_.values.data() + before;
    double* second = first + width;
    if (segment.ends[1] < segment.ends[0]) {
      std::swap(segment.ends[0], segment.ends[1]);
      std::swap_ranges(first, first + width, second);
    }
    const double length = std::hypot(second[0] - first[0], second[1] - first[1], second[2] - first[2]);
    const double area = std::sqrt(dot(normal, normal));
    // Outward of the flow is into the body.
    segment.upward = area > 0 ? -length * normal[static_cast<std::size_t>(planes_.up)] / area : 0.0;
    result_.segments.push_back(segment);
  }

  const mesh::FlowMesh& mesh_;
  const SectionPlanes& planes_;
  const std::function<void(LocalIndex, double*)>& value_;
  SectionCut& result_;
  std::vector<double> a_, b_;
};

}  // namespace

SectionCut cut_walls(const mesh::FlowMesh& mesh, const SurfacePolygons& polygons,
                     std::span<const std::uint8_t> wall, const SectionPlanes& planes, int width,
                     const std::function<void(LocalIndex, double*)>& value) {
  SectionCut result;
  Cutter cutter(mesh, planes, width, value, result);
  for (std::size_t p = 0; p < polygons.size(); ++p) {
    if (!wall[static_cast<std::size_t>(polygons.markers[p])]) continue;
    const auto begin = static_cast<std::size_t>(polygons.offsets[p]);
    const auto end = static_cast<std::size_t>(polygons.offsets[p + 1]);
    for (std::size_t i = begin + 2; i < end; ++i)
      cutter.cut({polygons.corners[begin], polygons.corners[i - 1], polygons.corners[i]},
                 polygons.normals[p]);
  }
  return result;
}

}  // namespace trireme::flow
