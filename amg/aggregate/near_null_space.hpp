// SPDX-License-Identifier: Apache-2.0
// Vectors that the matrix takes to almost nothing and the coarse levels must hold: the constant, or the rigid
// body modes of elasticity. Given by the user (MatNearNullSpace) for the finest level, made by
// tentative_interpolation for the next.
#pragma once

#include "amg/matrix/array.hpp"

namespace trireme::amg {

struct NearNullSpace {
  int count = 1;
  Array<double> values;  // [owned rows, count], row by row
};

}  // namespace trireme::amg
