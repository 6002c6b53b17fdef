// SPDX-License-Identifier: Apache-2.0
#include "meshes/apps/trireme-mesh/commands.hpp"

namespace trireme::mesh {

void report_quality(program::Context& context, const MeshQuality& quality) {
  context.log.line(quality_text(quality));
  context.record.set("mesh.quality.inverted_cells", quality.inverted_cells);
  context.record.set("mesh.quality.smallest_volume", quality.smallest_volume);
  context.record.set("mesh.quality.smallest_dihedral", quality.smallest_dihedral);
  context.record.set("mesh.quality.largest_dihedral", quality.largest_dihedral);
  context.record.set("mesh.quality.largest_aspect_ratio", quality.largest_aspect_ratio);
}

}  // namespace trireme::mesh
