// SPDX-License-Identifier: Apache-2.0
// One line of Criteo's text files (Kaggle's train.txt, the days of the terabyte): label, 13 integers, 26 hex
// ids, between tabs, any of the 39 empty. Called by prepare. Local, no memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dlrm_hpc/data/data_chunk.hpp"
#include "dlrm_hpc/data/line_reading.hpp"

namespace trireme::dlrm {

inline constexpr int criteo_numbers = 13, criteo_ids = 26;

// Columns of the format; table t has rows[t] rows, or rows[0] where one number is given.
DataSchema criteo_schema(const std::vector<GlobalIndex>& rows);

// Writes the record of `line`. Numbers become log(x + 1), where negative ones count as 0, as do empty ones;
// hex ids become id modulo rows, empty ones 0. What is wrong: another number of fields, a label that is
// neither 0 nor 1, a number or an id that is none or does not fit in 32 bits.
LineReading read_criteo_line(std::string_view line, Strictness strictness, const DataSchema& schema,
                             const RecordLayout& layout, std::uint32_t* record);

}  // namespace trireme::dlrm
