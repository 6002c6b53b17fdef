// SPDX-License-Identifier: Apache-2.0
// Cells and facets that meet a periodic cut, as seen from each of their vertices. Used by build_flow_mesh.
#pragma once

#include "meshes/partition/image_keys.hpp"
#include "meshes/partition/records.hpp"

namespace trireme::mesh {

// Local. Every record (by keys) becomes as many as its vertices have different shifts: each moved by whole
// periods so that the vertices of one shift are at home, in the order in which the shifts occur. Where the
// record as it was has no vertex at home, it is kept as well, for output. Records that have been moved carry
// one more extra word. Without periods the records come back as they are. Consequences: an owner of a vertex
// gets all records around it in its own frame, in an order that does not depend on the number of ranks; each
// record exists once unmoved.
Records unfold_records(const ImageKeys& keys, Records&& records);

}  // namespace trireme::mesh
