// SPDX-License-Identifier: Apache-2.0
// Turns a mesh into what the flow solver computes on: divides the vertices among the ranks, numbers them
// anew, collects a layer of ghosts, and computes (or takes over) the median-dual metrics. Called by
// load_flow_mesh and trireme-mesh.
#pragma once

#include "meshes/core/distributed_mesh.hpp"
#include "meshes/core/flow_mesh.hpp"
#include "meshes/core/raw_dual.hpp"
#include "meshes/partition/partition_options.hpp"

namespace trireme::mesh {

// Collective. Frees the input as it goes. Edge area vectors and volumes are sums over cells in ascending
// global number, computed from each cell's own corner order: their values depend neither on the number of
// ranks nor on that of threads. Errors (the same on all ranks): dual surfaces that do not close (kind input:
// facets missing or turned inward), a facet that joins vertices which no cell joins (input), a dual volume
// that is not positive (input), a partitioner that is not available (input), more on one rank than 32-bit
// local numbers count (input). All name the place.
FlowMesh build_flow_mesh(const comm::Communicator& comm, DistributedMesh&& mesh,
                         const PartitionOptions& options);

// Collective. The same from a dual that rank 0 holds; what other ranks pass is ignored.
FlowMesh build_flow_mesh(const comm::Communicator& comm, RawDual&& dual_on_root,
                         const PartitionOptions& options);

}  // namespace trireme::mesh
