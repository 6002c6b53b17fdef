// SPDX-License-Identifier: Apache-2.0
// The arrays of the multigrid: see solvers/base/array.hpp.
#pragma once

#include "solvers/base/array.hpp"

namespace trireme::amg {

using trireme::Array;

}  // namespace trireme::amg
