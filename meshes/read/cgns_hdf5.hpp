// SPDX-License-Identifier: Apache-2.0
// Reads the nodes of a CGNS file stored in HDF5 (CGNS documentation, "HDF5 mapping": a node is a group with
// the attributes name, label and type, its data the data set " data"). Called by read_mesh for read/cgns; no
// MPI.
//
// HDF5 is called directly instead of through libcgns: Debian's libcgns is linked to the serial HDF5, and two
// HDF5 libraries in one process, the other being the parallel one of checkpoints, share names of functions
// and global state.
#pragma once

#include <span>
#include <string_view>

#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh {

// The root node; nodes whose label says nothing of a mesh are left out, links are not followed. The bytes are
// read in place, without a copy. Errors (kind input) name file and node: no HDF5 file (with a hint for ADF,
// CGNS's older storage), a file that HDF5 cannot read, data larger than their storage. HDF5
// itself crashes on some damaged files, so those of others are to be tried first, see
// solvers/io/hdf5_trial.hpp.
CgnsNode read_cgns_nodes(std::span<std::byte> bytes, std::string_view file_name);

}  // namespace trireme::mesh
