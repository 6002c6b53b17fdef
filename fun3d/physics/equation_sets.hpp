// SPDX-License-Identifier: Apache-2.0
// The one list of equation sets. Every templated loop is instantiated for each of them through this macro, so
// a new set is one line here and one folder beside this file; no loop is touched.
#pragma once

#include "fun3d/physics/compressible_euler/equations.hpp"
#include "fun3d/physics/incompressible_euler/equations.hpp"

#define TRIREME_FOR_EACH_EQUATION_SET(INSTANTIATE) \
  INSTANTIATE(IncompressibleEuler)                 \
  INSTANTIATE(CompressibleEuler)
