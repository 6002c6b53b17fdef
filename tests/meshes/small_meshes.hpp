// SPDX-License-Identifier: Apache-2.0
// Small meshes written out by hand, which several tests of the meshes room read.
#pragma once

#include <string>

namespace trireme::mesh::testing {

// Two tetrahedra over five points, one marker.
inline const char two_tetrahedra[] = R"(NDIME= 3
NELEM= 2
10 0 1 2 3 0
10 1 2 3 4 1
NPOIN= 5
0 0 0 0
1 0 0 1
0 1 0 2
0 0 1 3
1 1 1 4
NMARK= 1
MARKER_TAG= all
MARKER_ELEMS= 6
5 0 1 2
5 0 1 3
5 0 2 3
5 1 2 4
5 1 3 4
5 2 3 4
)";

// The unit cube [0,1]^3 as a hexahedron below z = 1, and on top of it a pyramid to the apex (0.5, 0.5, 2).
inline const char house[] = R"(NDIME= 3
NELEM= 2
12 0 1 2 3 4 5 6 7
14 4 5 6 7 8
NPOIN= 9
0 0 0
1 0 0
1 1 0
0 1 0
0 0 1
1 0 1
1 1 1
0 1 1
0.5 0.5 2
NMARK= 2
MARKER_TAG= walls
MARKER_ELEMS= 5
9 0 1 2 3
9 0 1 5 4
9 1 2 6 5
9 2 3 7 6
9 3 0 4 7
MARKER_TAG= roof
MARKER_ELEMS= 4
5 4 5 8
5 5 6 8
5 6 7 8
5 7 4 8
)";

// A prism of height 1 and on top of it a tetrahedron to the apex (0.25, 0.25, 2); volume 1/2 + 1/6.
inline const char tower[] = R"(NDIME= 3
NELEM= 2
13 0 1 2 3 4 5
10 3 4 5 6
NPOIN= 7
0 0 0
1 0 0
0 1 0
0 0 1
1 0 1
0 1 1
0.25 0.25 2
NMARK= 2
MARKER_TAG= walls
MARKER_ELEMS= 4
5 0 1 2
9 0 1 4 3
9 1 2 5 4
9 2 0 3 5
MARKER_TAG= roof
MARKER_ELEMS= 3
5 3 4 6
5 4 5 6
5 5 3 6
)";

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace trireme::mesh::testing
