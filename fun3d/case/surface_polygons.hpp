// SPDX-License-Identifier: Apache-2.0
// The faces of the boundary as triangles and quadrilaterals, each once over all ranks, for files and cuts.
// The flow's mesh holds a quadrilateral as four overlapping triangles, which is right for sums alone. Called
// by case/surface_file and case/section_file.
#pragma once

#include <vector>

#include "fun3d/physics/state.hpp"
#include "meshes/core/flow_mesh.hpp"

namespace trireme::flow {

struct SurfacePolygons {
  std::vector<LocalIndex> corners;        // flat, local vertex numbers, around the outward normal
  std::vector<LocalIndex> offsets = {0};  // [size() + 1]
  std::vector<std::int32_t> markers;      // [size()] index into the mesh's marker_names
  std::vector<Vector3> normals;           // [size()] outward area vectors

  std::size_t size() const { return markers.size(); }
};

// Those that this rank writes: the owner of the first corner does. Local.
SurfacePolygons surface_polygons(const mesh::FlowMesh& mesh);

}  // namespace trireme::flow
