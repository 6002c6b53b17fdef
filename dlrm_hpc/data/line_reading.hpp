// SPDX-License-Identifier: Apache-2.0
// What a reader of one line says of it, and the bags that it found there. Called by prepare, which knows file
// and line number.
#pragma once

#include <string>
#include <vector>

#include "solvers/base/types.hpp"

namespace trireme::dlrm {

// strict: the first damaged line ends the work. lenient: fields that are missing or unreadable count as
// empty, fields too many are left out, and lines whose label cannot be read are skipped; all are counted.
enum class Strictness { strict, lenient };

// The bags of a line, one a column of bags; weights: of the ids, or none.
struct LineBag {
  std::vector<GlobalIndex> ids;
  std::vector<float> weights;
};
using LineBags = std::vector<LineBag>;

struct LineReading {
  enum class Outcome { good, mended, skipped, refused };
  Outcome outcome = Outcome::good;
  int negative_numbers = 0;
  int field = 0;        // 1-based, of what is wrong; 0: the line as a whole
  std::string problem;  // when refused
};

}  // namespace trireme::dlrm
