// SPDX-License-Identifier: Apache-2.0
#include "optim/read/libsvm.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max() - 1;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// One line, read from left to right.
class Line {
 public:
  Line(std::string_view text, const std::string& name, GlobalIndex number)
      : text_(text.substr(0, text.find('#'))), name_(name), number_(number) {}

  // The next word; empty at the end.
  std::string_view next_word() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    word_at_ = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(word_at_, at_ - word_at_);
  }

  [[noreturn]] void refuse(std::string_view problem, std::string_view why, std::string_view suggestion,
                           std::size_t in_word = 0) const {
    throw Error(ErrorKind::input,
                fmt::format("{}:{}:{}: {}", name_, number_, word_at_ + in_word + 1, problem), why,
                suggestion);
  }

  double number(std::string_view word, const char* what, std::size_t in_word) const {
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range && end == digits.data() + digits.size()) {
      // Either too large or too small; the latter is as good as zero.
      if (digits.find("e-") == std::string_view::npos && digits.find("E-") == std::string_view::npos)
        refuse(fmt::format("{} '{}' is too large", what, word), "samples are kept in single precision",
               "scale the feature", in_word);
      return 0;
    }
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
      refuse(fmt::format("{} '{}' is no number", what, word), "", "a line reads: label index:value ...",
             in_word);
    if (!std::isfinite(value))
      refuse(fmt::format("{} '{}' is not finite", what, word), "", "remove the sample or mend the value",
             in_word);
    if (std::fabs(value) > std::numeric_limits<float>::max())
      refuse(fmt::format("{} '{}' is too large", what, word), "samples are kept in single precision",
             "scale the feature", in_word);
    return value;
  }

 private:
  std::string_view text_;
  const std::string& name_;
  GlobalIndex number_;
  std::size_t at_ = 0, word_at_ = 0;
};

struct Entry {
  std::int64_t index;
  float value;
};

std::int64_t index_of(const Line& line, std::string_view word, IndexBase base) {
  std::int64_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  const bool whole = end == word.data() + word.size() && !word.empty();
  if (word == "qid")
    line.refuse("'qid' is not supported", "ranking is none of the problems here", "remove it");
  if ((error != std::errc() && error != std::errc::result_out_of_range) || !whole || word.front() == '-')
    line.refuse(fmt::format("'{}' is no feature index", word), "",
                "indices are whole numbers from 0 or 1 on");
  if (error == std::errc::result_out_of_range || index > largest_index)
    line.refuse(fmt::format("feature index {} is too large", word),
                fmt::format("features are numbered up to {}", largest_index), "renumber the features");
  if (index == 0 && base == IndexBase::one)
    line.refuse("feature index 0", "data.index_base is 1", "set data.index_base=0 or auto");
  return index;
}

void parse_line(Line line, IndexBase base, std::vector<Entry>& entries, LibsvmRows& result) {
  const std::string_view label = line.next_word();
  if (label.empty()) return;
  RawSamples& rows = result.rows;
  const double label_value = line.number(label, "label", 0);
  entries.clear();
  for (std::string_view word = line.next_word(); !word.empty(); word = line.next_word()) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos)
      line.refuse(fmt::format("'{}' has no colon", word), "", "a line reads: label index:value ...");
    const std::int64_t index = index_of(line, word.substr(0, colon), base);
    const double value = line.number(word.substr(colon + 1), "value", colon + 1);
    for (std::size_t k = entries.size(); k > 0 && entries[k - 1].index >= index; --k)
      if (entries[k - 1].index == index)
        line.refuse(fmt::format("feature {} twice in a row", index), "", "keep one of the two");
    // Nearly all files are sorted: the place is found from the end.
    std::size_t place = entries.size();
    while (place > 0 && entries[place - 1].index > index) --place;
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place), {index, static_cast<float>(value)});
  }
  rows.labels.push_back(label_value);
  for (const Entry& entry : entries) {
    if (entry.index == 0) result.has_index_zero = true;
    rows.columns.push_back(entry.index);
    rows.values.push_back(entry.value);
  }
  rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
}

}  // namespace

LibsvmRows parse_libsvm(std::string_view text, const std::string& name, GlobalIndex first_line,
                        IndexBase base) {
  LibsvmRows result;
  std::vector<Entry> entries;
  GlobalIndex number = first_line;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    parse_line(Line(text.substr(at, end - at), name, number), base, entries, result);
    at = end + 1;
  }
  return result;
}

}  // namespace trireme::optim
