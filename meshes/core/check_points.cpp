// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "meshes/core/check_mesh.hpp"

namespace trireme::mesh {

void check_points(const RawMesh& mesh, MeshFindings& findings) {
  for (GlobalIndex p = 0; p < mesh.n_points(); ++p) {
    const Point& x = mesh.points[static_cast<std::size_t>(p)];
    if (std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2])) continue;
    findings.add(not_finite, [&] { return point_text(mesh, p); });
  }
}

}  // namespace trireme::mesh
