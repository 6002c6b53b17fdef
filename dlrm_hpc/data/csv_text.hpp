// SPDX-License-Identifier: Apache-2.0
// One line of a table in text, whose columns a schema describes (prepare.columns). Called by prepare. Local.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dlrm_hpc/data/data_chunk.hpp"
#include "dlrm_hpc/data/line_reading.hpp"

namespace trireme::dlrm {

// What a column of the text is.
enum class CsvKind {
  skip,
  label,   // from 0 to 1
  number,  // as it stands; empty is 0
  log,     // log(max(x, 0) + 1)
  id,      // integer modulo rows; empty is 0
  hex,     // hexadecimal, modulo rows
  hash     // any text, by a hash modulo rows
};

struct CsvColumn {
  CsvKind kind = CsvKind::skip;
  std::string name;
  GlobalIndex rows = 0;
  bool is_bag = false;       // any number of ids between |; empty is an empty bag
  bool has_weights = false;  // each id of a bag is followed by : and a weight
};

struct CsvSchema {
  std::vector<CsvColumn> columns;
  char separator = ',';

  // words: one a column of the text, as in label, skip, number:NAME, log:NAME, id:NAME:ROWS, hex:NAME:ROWS,
  // hash:NAME:ROWS, and with `s` behind the kind (ids:NAME:ROWS ...) for bags, which may have weights
  // (ids:NAME:ROWS:weighted). Throws Error(input).
  static CsvSchema parse(const std::vector<std::string>& words, const std::string& separator);
  DataSchema columns_of_samples() const;
};

// Writes the record of `line`, and its bags [layout.n_bags] where there are any. Fields may stand between
// double quotes, which then hold separators but no quotes. What is wrong: another number of fields, a label
// or number or id or weight that is none.
LineReading read_csv_line(std::string_view line, Strictness strictness, const CsvSchema& schema,
                          const RecordLayout& layout, std::uint32_t* record, LineBags& bags);

}  // namespace trireme::dlrm
