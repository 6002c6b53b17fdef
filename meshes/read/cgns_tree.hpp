// SPDX-License-Identifier: Apache-2.0
// The tree of nodes that a CGNS file is (CGNS SIDS, File Mapping Manual: a node has a name, a label, data and
// children), without the storage underneath: handed from read/cgns_hdf5 to read/cgns. Only nodes that
// describe a mesh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trireme::mesh {

struct CgnsNode {
  std::string name, label;
  // At most one of these holds the node's data, flat with the first CGNS index fastest.
  std::string text;
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<CgnsNode> children;
};

}  // namespace trireme::mesh
