// SPDX-License-Identifier: Apache-2.0
// Brings vertex values from one mesh to another of the same domain, for example from a coarse solution to a
// finer mesh. A component for programs to call; trireme-fun3d does not.
//
// A fine vertex inside a cell of the coarse mesh takes linear interpolation in a tetrahedron of it: the cell
// itself, or, for other shapes, the one spanned by the means of the cell and of a face and an edge of the
// face, which hold the means of their vertices' values. A fine vertex in no cell (outside the coarse
// boundary, or where the coarse mesh has no cells) takes the nearest coarse vertex and its least-squares
// gradient, clipped to what occurs at that vertex and its neighbours. A periodic coarse mesh holds a vertex
// beyond its cut in a cell's image, up to one period away; the nearest vertex of those in no image is looked
// for on their side of the cut.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "meshes/core/flow_mesh.hpp"
#include "meshes/partition/id_index.hpp"
#include "meshes/partition/range_directory.hpp"
#include "solvers/comm/communicator.hpp"

namespace trireme::mesh {

// Where the owned vertices of a fine mesh lie in a coarse one; made once, used for any number of fields. Both
// meshes may be distributed in any way over the same ranks, and the coarse one must outlive the object.
class Transfer {
 public:
  // Collective. No rank holds a whole mesh: both meet in regions with about equal numbers of coarse vertices.
  // Error (input, the same on all ranks) when the coarse mesh has no vertices. Cost: O(n log n) a rank, and
  // about ten small all-reduces for every doubling of the number of ranks; for a periodic coarse mesh two
  // more exchanges a period and direction (2, 8 or 26), of what lies beyond the cuts.
  Transfer(const comm::Communicator& comm, const FlowMesh& coarse, const FlowMesh& fine);

  // coarse_values [coarse.n_owned, width]; returns [fine.n_owned, width]. The same bits for any number of
  // ranks and any distribution of either mesh. Linear fields are exact within rounding inside the coarse
  // mesh; no result leaves the range of the coarse values by more than rounding. Collective. Cost: one
  // exchange of the values met, and, where vertices are outside, a halo exchange set up anew.
  std::vector<double> interpolate(std::span<const double> coarse_values, int width) const;

  // Fine vertices of all ranks that lie in no coarse cell, nor in a periodic image of one.
  GlobalIndex n_outside() const { return n_outside_; }

 private:
  comm::Communicator comm_;
  const FlowMesh* coarse_;
  LocalIndex n_fine_ = 0;
  GlobalIndex n_outside_ = 0;

  // Fine vertex f of those inside takes the sum of weights times values over stencil_[offsets[f] ..).
  std::vector<LocalIndex> inside_;                  // fine vertices
  std::vector<std::size_t> stencil_offsets_ = {0};  // [inside + 1]
  std::vector<GlobalIndex> stencil_;                // coarse global numbers
  std::vector<double> weights_;
  RangeDirectory coarse_vertices_;
  IdIndex wanted_;  // the numbers of stencil_

  struct Outside {
    GlobalIndex nearest;  // coarse global number
    std::array<double, 3> place;
    LocalIndex fine;
  };
  std::vector<Outside> outside_;
};

// Collective. Once: the same as Transfer(comm, coarse, fine).interpolate(coarse_values, width).
std::vector<double> transfer_values(const comm::Communicator& comm, const FlowMesh& coarse,
                                    std::span<const double> coarse_values, int width, const FlowMesh& fine);

}  // namespace trireme::mesh
