// SPDX-License-Identifier: Apache-2.0
#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

std::string coarsening_end_text(CoarseningEnd end) {
  switch (end) {
    case CoarseningEnd::coarse_size:
      return "the coarsest level is small enough";
    case CoarseningEnd::max_levels:
      return "as many levels as allowed";
    case CoarseningEnd::no_coarse_points:
      return "no strong coupling is left";
    case CoarseningEnd::stagnation:
      return "the next level would hardly be smaller";
  }
  return "unknown";
}

}  // namespace trireme::amg
