// SPDX-License-Identifier: Apache-2.0
// What the flow solver sees of a mesh: this rank's vertices, a ghost layer, edges with area vectors, dual
// volumes and boundary facets. Built once by partition/build_flow_mesh and immutable afterwards; nothing in
// it depends on the number of threads.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "meshes/core/cell_type.hpp"
#include "meshes/core/point.hpp"
#include "solvers/base/types.hpp"
#include "solvers/comm/communicator.hpp"
#include "solvers/comm/exchange_plan.hpp"

namespace trireme::mesh {

// Local vertices are the owned ones [0, n_owned) followed by the ghosts [n_owned, n_owned + n_ghost), which
// ascend in the new global number. Owned vertex i has the new global number owned_begin + i. Lengths are in
// the mesh's unit.
//
// Periodic sides are cuts like those between ranks: all points that are identified are one vertex, owned
// once; an edge across the cut leads from an owned vertex to a ghost at the displaced place, whose values the
// halo exchange brings. So ghosts may be images of vertices that this rank owns, and several ghosts (and an
// owned vertex) may have one global number. An edge between a vertex and its own image is stored from both
// ends. Facets of periodic sides do not exist.
struct FlowMesh {
  LocalIndex n_owned = 0;
  LocalIndex n_ghost = 0;
  GlobalIndex n_global = 0;     // vertices of all ranks
  GlobalIndex owned_begin = 0;  // in the new numbering
  // [n_local()] id in the file or of the generator, from 0 to n_global - 1; with periodic sides, vertices
  // count in the order of the smallest id of their points.
  std::vector<GlobalIndex> original_id;
  std::vector<GlobalIndex> global_id;  // [n_local()] new number
  std::vector<double> coordinates;     // [n_local(), 3]
  std::vector<double> volumes;         // [n_local()] of the median dual

  // Every edge with an owned end, once: first < second, so `first` is always owned; ascending (first,
  // second).
  std::vector<LocalIndex> edges;     // [n_edges(), 2]
  std::vector<double> edge_normals;  // [n_edges(), 3] area vector pointing first -> second
  GlobalIndex n_edges_global = 0;    // each edge counted once over all ranks

  // Boundary triangles with an owned vertex, or integrated here. One third of a facet's area vector belongs
  // to each of its corners. A quadrilateral appears as four overlapping triangles, one around each corner,
  // whose area vectors (summing to the quadrilateral's) make those thirds equal the median dual's share; see
  // core/dual_metrics.hpp.
  std::vector<LocalIndex> facets;          // [n_facets(), 3]
  std::vector<double> facet_normals;       // [n_facets(), 3] outward area vectors
  std::vector<std::int32_t> facet_marker;  // [n_facets()] index into marker_names
  std::vector<std::uint8_t>
      facet_owned;  // [n_facets()] 1 where this rank integrates: the owner of the first corner (at a periodic
                    // cut, of the first that is not displaced; then all corners may be ghosts)
  std::vector<GlobalIndex> facet_id;      // [n_facets()] number over all ranks, independent of the partition
  std::vector<std::string> marker_names;  // the same on every rank

  // Cells for output, each on exactly one rank; all empty when the file held no cells.
  std::vector<CellType> cell_types;            // [n_cells()]
  std::vector<LocalIndex> cell_vertices;       // flat, local vertex numbers
  std::vector<LocalIndex> cell_offsets = {0};  // [n_cells() + 1]

  int dimension = 3;
  std::shared_ptr<const comm::ExchangePlan> halo;
  std::vector<Point> periods;  // up to three translations that the mesh repeats by; the same on every rank

  // Largest over all vertices of |sum of the area vectors around it| / (sum of their lengths): rounding when
  // the dual surfaces close.
  double closure_error = 0;

  std::vector<std::string> notes;  // on rank 0: what the user should know about how it was built

  LocalIndex n_local() const { return n_owned + n_ghost; }
  LocalIndex n_edges() const { return static_cast<LocalIndex>(edges.size() / 2); }
  LocalIndex n_facets() const { return static_cast<LocalIndex>(facets.size() / 3); }
  LocalIndex n_cells() const { return static_cast<LocalIndex>(cell_types.size()); }
  Point place(LocalIndex vertex) const {
    const double* x = coordinates.data() + 3 * static_cast<std::size_t>(vertex);
    return {x[0], x[1], x[2]};
  }
  // Bytes this rank holds in the arrays above.
  std::size_t memory_bytes() const;
};

// This rank's largest |sum of area vectors| / (sum of lengths) over owned vertices, and where it is: infinite
// where an area vector is not a number; vertex -1 without owned vertices. Local, O(edges).
struct ClosureError {
  double error = 0;
  LocalIndex vertex = -1;
};
ClosureError local_closure_error(const FlowMesh& mesh);

}  // namespace trireme::mesh
