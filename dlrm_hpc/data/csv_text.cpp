// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/csv_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "dlrm_hpc/data/dataset_format.hpp"
#include "solvers/base/error.hpp"
#include "solvers/base/number_words.hpp"

namespace trireme::dlrm {
namespace {

struct KindName {
  const char* name;
  CsvKind kind;
};
constexpr KindName kind_names[] = {
    {"skip", CsvKind::skip}, {"label", CsvKind::label}, {"number", CsvKind::number}, {"log", CsvKind::log},
    {"id", CsvKind::id},     {"hex", CsvKind::hex},     {"hash", CsvKind::hash}};

bool is_of_ids(CsvKind kind) {
  return kind == CsvKind::id || kind == CsvKind::hex || kind == CsvKind::hash;
}

std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts(1);
  for (const char c : word)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

[[noreturn]] void refuse(const std::string& problem, const std::string& why) {
  throw Error(ErrorKind::input, problem, why,
              "give one word a column, as in [label, number:age, id:city:1000, hashes:tags:5000, skip]");
}

CsvColumn column_of(const std::string& word) {
  const std::vector<std::string> parts = parts_of(word);
  CsvColumn column;
  const auto name_of = [](const KindName& entry) { return std::string(entry.name); };
  const auto find = [&](const auto& matches) {
    for (const KindName& entry : kind_names)
      if (matches(entry)) {
        column.kind = entry.kind;
        return true;
      }
    return false;
  };
  if (!find([&](const KindName& entry) { return parts[0] == name_of(entry); })) {
    column.is_bag = find([&](const KindName& entry) {
      return is_of_ids(entry.kind) && parts[0] == name_of(entry) + (entry.kind == CsvKind::id ? "s" : "es");
    });
    if (!column.is_bag) refuse("'" + word + "' in prepare.columns has no known kind", "'" + parts[0] + "'");
  }
  const std::size_t wanted = is_of_ids(column.kind)                                          ? 3
                             : column.kind == CsvKind::number || column.kind == CsvKind::log ? 2
                                                                                             : 1;
  column.has_weights = column.is_bag && parts.size() == 4 && parts[3] == "weighted";
  if (parts.size() != wanted + (column.has_weights ? 1 : 0) || (wanted > 1 && parts[1].empty()))
    refuse("'" + word + "' in prepare.columns is not complete",
           wanted == 3   ? "a kind of ids is followed by :NAME:ROWS, that of bags also by :weighted"
           : wanted == 2 ? "it is followed by :NAME"
                         : "nothing follows it");
  if (wanted > 1) column.name = parts[1];
  if (wanted == 3 && (!parse_integer(parts[2], column.rows) || column.rows < 1))
    refuse("'" + word + "' in prepare.columns has no rows", "'" + parts[2] + "' is no positive integer");
  return column;
}

}  // namespace

CsvSchema CsvSchema::parse(const std::vector<std::string>& words, const std::string& separator) {
  CsvSchema schema;
  if (separator != "tab" && separator.size() != 1)
    throw Error(ErrorKind::input, "prepare.separator is not one character", "'" + separator + "'",
                "give one, or tab");
  schema.separator = separator == "tab" ? '\t' : separator[0];
  for (const std::string& word : words) schema.columns.push_back(column_of(word));
  const auto labels = std::count_if(schema.columns.begin(), schema.columns.end(),
                                    [](const CsvColumn& column) { return column.kind == CsvKind::label; });
  if (labels != 1) refuse("prepare.columns names " + std::to_string(labels) + " labels", "a sample has one");
  return schema;
}

DataSchema CsvSchema::columns_of_samples() const {
  DataSchema schema;
  schema.rule = "csv:";
  for (const CsvColumn& column : columns) {
    const auto kind = std::find_if(std::begin(kind_names), std::end(kind_names),
                                   [&](const KindName& entry) { return entry.kind == column.kind; });
    schema.rule += std::string(" ") + kind->name;
    if (is_of_ids(column.kind))
      schema.tables.push_back(
          {column.name, column.rows, column.is_bag ? Arity::bag : Arity::one, column.has_weights});
    else if (column.kind == CsvKind::number || column.kind == CsvKind::log)
      schema.dense.push_back(column.name);
  }
  return schema;
}

namespace {

// The next field from `begin` on, which moves behind its separator; false when there is none.
bool next_field(std::string_view line, char separator, std::size_t& begin, std::string_view& field) {
  if (begin > line.size()) return false;
  if (begin < line.size() && line[begin] == '"') {
    const std::size_t quote = line.find('"', begin + 1);
    const std::size_t after = quote == std::string_view::npos ? quote : quote + 1;
    if (after != std::string_view::npos && (after == line.size() || line[after] == separator)) {
      field = line.substr(begin + 1, quote - begin - 1);
      begin = after + 1;
      return true;
    }
  }
  const std::size_t end = std::min(line.find(separator, begin), line.size());
  field = line.substr(begin, end - begin);
  begin = end + 1;
  return true;
}

// Cuts the weight behind the last : from an id; false when there is none that a float can hold.
bool take_weight(std::string_view& word, float& weight) {
  const std::size_t colon = word.rfind(':');
  double value = 0;
  if (colon == std::string_view::npos || !parse_real(word.substr(colon + 1), value)) return false;
  weight = static_cast<float>(value);
  word = word.substr(0, colon);
  return std::isfinite(value) && std::isfinite(weight);
}

bool id_of(const CsvColumn& column, std::string_view word, GlobalIndex& id) {
  if (column.kind == CsvKind::hash) {
    id = static_cast<GlobalIndex>(checksum_of(word.data(), word.size()) %
                                  static_cast<std::uint64_t>(column.rows));
    return true;
  }
  std::uint64_t value = 0;
  const auto [end, code] =
      std::from_chars(word.data(), word.data() + word.size(), value, column.kind == CsvKind::hex ? 16 : 10);
  id = static_cast<GlobalIndex>(value % static_cast<std::uint64_t>(column.rows));
  return code == std::errc() && end == word.data() + word.size();
}

}  // namespace

LineReading read_csv_line(std::string_view line, Strictness strictness, const CsvSchema& schema,
                          const RecordLayout& layout, std::uint32_t* record, LineBags& bags) {
  using Outcome = LineReading::Outcome;
  const bool strict = strictness == Strictness::strict;
  LineReading reading;
  const auto wrong = [&](int field, const std::string& problem) {
    reading.outcome = strict ? Outcome::refused : Outcome::mended;
    reading.field = field;
    reading.problem = problem;
    return strict;
  };
  bags.assign(layout.n_bags, {});
  std::size_t begin = 0, table = 0, dense = 0;
  int field = 0;
  for (const CsvColumn& column : schema.columns) {
    ++field;
    std::string_view word;
    if (!next_field(line, schema.separator, begin, word) &&
        wrong(0, "there are " + std::to_string(field - 1) + " fields, not " +
                     std::to_string(schema.columns.size())))
      return reading;
    const auto complain = [&](const char* what) {
      return wrong(field, "'" + shown_word(word) + "' is no " + what);
    };
    double value = 0;
    switch (column.kind) {
      case CsvKind::skip:
        break;
      case CsvKind::label: {
        if (!parse_real(word, value) || !(value >= 0 && value <= 1)) {
          complain("label, which is from 0 to 1");
          if (!strict) reading.outcome = Outcome::skipped;
          return reading;
        }
        const auto label = static_cast<float>(value);
        std::memcpy(record, &label, 4);
        break;
      }
      case CsvKind::number:
      case CsvKind::log: {
        const auto stored = [&] {
          return static_cast<float>(column.kind == CsvKind::log ? std::log1p(std::max(value, 0.0)) : value);
        };
        // A double may be beyond what the float it becomes can hold.
        if (!word.empty() &&
            (!parse_real(word, value) || !std::isfinite(value) || !std::isfinite(stored()))) {
          if (complain("number that a float can hold")) return reading;
          value = 0;
        }
        if (column.kind == CsvKind::log && value < 0) ++reading.negative_numbers;
        const float number = stored();
        std::memcpy(record + 1 + dense++, &number, 4);
        break;
      }
      default: {
        const std::size_t place = layout.place[table++];
        GlobalIndex id = 0;
        if (!column.is_bag) {
          if (!word.empty() && !id_of(column, word, id)) {
            if (complain("id")) return reading;
            id = 0;
          }
          store_id(record + place, layout.id_words, id);
          break;
        }
        for (std::size_t at = 0; !word.empty() && at <= word.size();) {
          const std::size_t end = std::min(word.find('|', at), word.size());
          std::string_view one = word.substr(at, end - at);
          at = end + 1;
          float weight = 1;
          if ((column.has_weights && !take_weight(one, weight)) || !id_of(column, one, id)) {
            if (complain(column.has_weights
                             ? "list of ids and weights, as in 12:0.5|7:2, with weights that a float can hold"
                             : "list of ids between |"))
              return reading;
            continue;
          }
          bags[place].ids.push_back(id);
          if (column.has_weights) bags[place].weights.push_back(weight);
        }
      }
    }
  }
  if (begin <= line.size())
    wrong(0, "there are more than " + std::to_string(schema.columns.size()) + " fields");
  return reading;
}

}  // namespace trireme::dlrm
