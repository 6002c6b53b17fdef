// SPDX-License-Identifier: Apache-2.0
// A 64-bit hash of a hierarchy: of the bytes of all entries of its matrices and interpolations, each with its
// level and its global row and column, so that it does not depend on the layout or on the order of columns in
// a row. Called by reports and by tests of "same bits".
#pragma once

#include <cstdint>

#include "amg/hierarchy/setup_hierarchy.hpp"

namespace trireme::amg {

// Of one matrix; what: tells matrices with the same entries apart. Collective; the same on every rank.
std::uint64_t matrix_hash(const MatrixView& matrix, std::uint64_t what = 0);

// Of the matrices and the interpolation of all levels; these show the splitting too. Collective.
std::uint64_t hierarchy_hash(const SetupHierarchy& hierarchy);

}  // namespace trireme::amg
