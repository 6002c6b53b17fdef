// SPDX-License-Identifier: Apache-2.0
// Joins the periodic sides of a mesh: points on opposite sides become one vertex, cells across the cut see it
// displaced by whole periods. Called by build_flow_mesh.
#pragma once

#include <map>
#include <string>

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/partition/image_keys.hpp"

namespace trireme::mesh {

// Collective. pairs: marker -> the marker that is its copy. Afterwards the mesh's points are vertices: points
// that periodicity identifies (two on a side, four on an edge, eight at a corner of a box) are one, at the
// place of the point with the smallest id; vertices are numbered anew, in the order of these ids. Cells and
// facets hold keys of images; facets of the paired markers, and the markers, are gone. Without pairs nothing
// changes and keys are ids. Errors (input, the same on all ranks): unknown markers, a marker in two pairs,
// and those of match_periodic and build_periodic_lattice. Memory: a few words a point in passing.
ImageKeys join_periodic(const comm::Communicator& comm, DistributedMesh& mesh,
                        const std::map<std::string, std::string>& pairs);

}  // namespace trireme::mesh
