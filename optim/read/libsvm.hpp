// SPDX-License-Identifier: Apache-2.0
// LIBSVM's text format: a row a line, "label index:value index:value ...", text behind '#' is a comment,
// empty lines are skipped. A label alone is a row without entries. Indices of a row may come in any order,
// each once. Bytes in, rows or a located error out; no MPI. Called by optim/data/load_samples for the lines
// of a rank.
#pragma once

#include <string>
#include <string_view>

#include "optim/data/raw_samples.hpp"

namespace trireme::optim {

// What the first feature is called. automatic: 0 where any index of the file is 0, else 1.
enum class IndexBase { automatic = -1, zero = 0, one = 1 };

struct LibsvmRows {
  RawSamples rows;  // columns are indices as they stand in the file
  bool has_index_zero = false;
};

// text: whole lines, the first of which has the number first_line. Errors (input) begin "name:line:column: ":
// a label or value that is no finite number in single precision, an index that is none or too large, or 0
// where the base is one, an index twice in a row.
LibsvmRows parse_libsvm(std::string_view text, const std::string& name, GlobalIndex first_line,
                        IndexBase base);

}  // namespace trireme::optim
