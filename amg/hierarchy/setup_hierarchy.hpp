// SPDX-License-Identifier: Apache-2.0
// What the set-up phase leaves: a matrix, a splitting and transfer operators for each level, in the order
// fine to coarse. Made by build_hierarchy; the cycle makes its own solve form from it; statistics and hash
// read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amg/matrix/distributed_matrix.hpp"

namespace trireme::amg {

enum class PointType : std::int8_t {
  fine = -1,
  isolated = 0,  // no strong coupling at all: smoothing alone solves it, its row of P is empty
  coarse = 1,
};

struct SetupLevel {
  MatrixView matrix;        // on level 0 the application's arrays, else those of `owned`
  DistributedMatrix owned;  // empty on level 0
  // The following are empty on the coarsest level.
  Array<PointType> points;          // [n_rows]
  DistributedMatrix interpolation;  // P: fine rows, coarse columns. The coarse points of a rank are numbered
                                    // in the order of their fine rows and stay with it; their rows of P hold
                                    // a single 1, or what kept weights are scaled by.
  DistributedMatrix restriction;    // R = P^T by rows: coarse rows, fine columns
};

// Why there is no further level.
enum class CoarseningEnd {
  coarse_size,       // few enough rows
  max_levels,        // as many levels as allowed
  no_coarse_points,  // no strong coupling is left: smoothing alone solves the coarsest level
  stagnation,        // the next level would hardly be smaller
};
std::string coarsening_end_text(CoarseningEnd end);

// Seconds of this rank.
struct SetupTimes {
  double strength = 0, coarsening = 0, interpolation = 0, transpose = 0, product = 0;

  SetupTimes& operator+=(const SetupTimes& other) {
    strength += other.strength;
    coarsening += other.coarsening;
    interpolation += other.interpolation;
    transpose += other.transpose;
    product += other.product;
    return *this;
  }
};

struct SetupHierarchy {
  std::vector<SetupLevel> levels;  // at least one
  CoarseningEnd end = CoarseningEnd::coarse_size;
  std::vector<SetupTimes> times;  // [levels - 1]
};

}  // namespace trireme::amg
