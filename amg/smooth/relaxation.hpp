// SPDX-License-Identifier: Apache-2.0
// The relaxation methods by the names that PETSc gives hypre's, and what each does. Read by options,
// smoothers and views.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trireme::amg {

// In the comments: hypre's number.
enum class Relaxation {
  hybrid_forward,        // 3: Gauss-Seidel inside blocks, Jacobi between them
  hybrid_backward,       // 4
  hybrid_symmetric,      // 6: forward, then backward
  l1_symmetric,          // 8: as 6, the diagonal enlarged where couplings between blocks are strong
  gaussian_elimination,  // 9: coarsest level only
  l1_forward,            // 13
  l1_backward,           // 14
  chebyshev,             // 16
  l1_jacobi,             // 18
};

// "l1-Gauss-Seidel" and so on; the words of -pc_trireme_relax_type_*.
const std::vector<std::pair<std::string, Relaxation>>& relaxation_names();
const std::string& relaxation_name(Relaxation relaxation);

}  // namespace trireme::amg
