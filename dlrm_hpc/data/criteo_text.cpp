// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/criteo_text.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

#include "solvers/base/error.hpp"
#include "solvers/base/number_words.hpp"

namespace trireme::dlrm {
namespace {

constexpr int n_fields = 1 + criteo_numbers + criteo_ids;

// The whole word as a number of that base, which must fit in T.
template <class T>
bool whole_number(std::string_view word, int base, T& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  return code == std::errc() && end == word.data() + word.size();
}

}  // namespace

DataSchema criteo_schema(const std::vector<GlobalIndex>& rows) {
  if (rows.size() != 1 && rows.size() != criteo_ids)
    throw Error(ErrorKind::input, "prepare.rows has " + std::to_string(rows.size()) + " values",
                "Criteo's data have 26 columns of ids", "give one value for all of them, or 26");
  DataSchema schema;
  for (int i = 0; i < criteo_numbers; ++i) schema.dense.push_back("I" + std::to_string(i + 1));
  for (int t = 0; t < criteo_ids; ++t)
    schema.tables.push_back(
        {"C" + std::to_string(t + 1), rows[rows.size() == 1 ? 0 : static_cast<std::size_t>(t)], Arity::one});
  schema.rule = "criteo: log(max(x, 0) + 1), hex modulo rows, empty is 0";
  return schema;
}

LineReading read_criteo_line(std::string_view line, Strictness strictness, const DataSchema& schema,
                             const RecordLayout& layout, std::uint32_t* record) {
  const bool strict = strictness == Strictness::strict;
  LineReading reading;
  const auto wrong = [&](int field, std::string_view word, const char* why) {
    if (strict) {
      reading.outcome = LineReading::Outcome::refused;
      reading.field = field;
      reading.problem = "'" + shown_word(word) + "' " + why;
    } else if (reading.outcome == LineReading::Outcome::good) {
      reading.outcome = LineReading::Outcome::mended;
    }
    return strict;
  };
  int field = 0;
  std::size_t begin = 0;
  for (; begin <= line.size(); ++field) {
    if (field == n_fields) {
      ++field;
      break;
    }
    std::size_t end = line.find('\t', begin);
    if (end == std::string_view::npos) end = line.size();
    const std::string_view word = line.substr(begin, end - begin);
    begin = end + 1;
    if (field == 0) {
      int label = -1;
      if (!whole_number(word, 10, label) || (label != 0 && label != 1)) {
        wrong(1, word, "is no label, which is 0 or 1");
        if (!strict) reading.outcome = LineReading::Outcome::skipped;
        return reading;
      }
      const auto value = static_cast<float>(label);
      std::memcpy(record, &value, 4);
    } else if (field <= criteo_numbers) {
      std::int32_t number = 0;
      if (!word.empty() && !whole_number(word, 10, number)) {
        if (wrong(field + 1, word, "is no integer of 32 bits")) return reading;
        number = 0;
      }
      if (number < 0) ++reading.negative_numbers;
      const float value = std::log1p(static_cast<float>(number < 0 ? 0 : number));
      std::memcpy(record + field, &value, 4);
    } else {
      const auto table = static_cast<std::size_t>(field - 1 - criteo_numbers);
      std::uint32_t id = 0;
      if (!word.empty() && !whole_number(word, 16, id)) {
        if (wrong(field + 1, word, "is no hexadecimal id of 32 bits")) return reading;
        id = 0;
      }
      store_id(record + layout.place[table], layout.id_words,
               static_cast<GlobalIndex>(id) % schema.tables[table].rows);
    }
  }
  if (field != n_fields) {
    if (strict) {
      reading.outcome = LineReading::Outcome::refused;
      reading.problem = field > n_fields ? "there are more than 40 fields"
                                         : "there are " + std::to_string(field) + " fields, not 40";
      return reading;
    }
    if (reading.outcome == LineReading::Outcome::good) reading.outcome = LineReading::Outcome::mended;
    for (; field < n_fields; ++field) {
      if (field <= criteo_numbers)
        record[field] = 0;
      else
        store_id(record + layout.place[static_cast<std::size_t>(field - 1 - criteo_numbers)], layout.id_words,
                 0);
    }
  }
  return reading;
}

}  // namespace trireme::dlrm
