// SPDX-License-Identifier: Apache-2.0
// The types an option may have: for each, what is allowed, how a value becomes the field and how the field is
// written.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solvers/options/scalar_conversion.hpp"
#include "solvers/options/schema.hpp"

namespace trireme::options {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string range_text(const std::string& type, const Range& range) {
  if (range.min == -infinity && range.max == infinity) return type;
  const std::string low = (range.open_min ? "above " : "at least ") + from_double(range.min);
  const std::string high = (range.open_max ? "below " : "at most ") + from_double(range.max);
  if (range.max == infinity) return fmt::format("{}, {}", type, low);
  if (range.min == -infinity) return fmt::format("{}, {}", type, high);
  if (range.open_min || range.open_max) return fmt::format("{} {}, {}", type, low, high);
  return fmt::format("{} from {} to {}", type, from_double(range.min), from_double(range.max));
}

bool in_range(double value, const Range& range) {
  return (range.open_min ? value > range.min : value >= range.min) &&
         (range.open_max ? value < range.max : value <= range.max);
}

bool is_plain(const Value& value) {
  return value.kind == Value::Kind::scalar && !value.quoted;
}

// A lone value stands for a list of one, so that `markers: wing` and `axis=1` need no brackets.
std::vector<Value> as_list(const Value& value) {
  return value.kind == Value::Kind::list ? value.items : std::vector<Value>{value};
}

std::string list_text(const std::string& what, std::size_t length) {
  return length == 0 ? fmt::format("list of {}", what) : fmt::format("list of {} {}", length, what);
}

Option row(const std::string& sentence, const std::string& unit, const std::string& allowed) {
  Option option;
  option.sentence = sentence;
  option.unit = unit;
  option.allowed = allowed;
  return option;
}

}  // namespace

void Schema::add(const std::string& name, double& field, const std::string& sentence, const Range& range) {
  Option option = row(sentence, range.unit, range_text("number", range));
  option.assign = [&field, range](const Value& value) {
    if (!is_plain(value)) return false;
    const auto number = to_double(value.text);
    if (!number || !in_range(*number, range)) return false;
    field = *number;
    return true;
  };
  option.current = [&field] { return Value::plain(from_double(field)); };
  add_option(name, std::move(option));
}

void Schema::add_integer(const std::string& name, const std::string& sentence, const Range& range,
                         std::int64_t lowest, std::int64_t highest,
                         const std::function<void(std::int64_t)>& assign,
                         const std::function<std::int64_t()>& current) {
  Option option = row(sentence, range.unit, range_text("integer", range));
  option.assign = [=](const Value& value) {
    if (!is_plain(value)) return false;
    const auto number = to_int64(value.text);
    if (!number || *number < lowest || *number > highest || !in_range(static_cast<double>(*number), range)) {
      return false;
    }
    assign(*number);
    return true;
  };
  option.current = [=] { return Value::plain(std::to_string(current())); };
  add_option(name, std::move(option));
}

void Schema::add(const std::string& name, int& field, const std::string& sentence, const Range& range) {
  using limits = std::numeric_limits<int>;
  add_integer(
      name, sentence, range, limits::min(), limits::max(),
      [&field](std::int64_t value) { field = static_cast<int>(value); },
      [&field] { return static_cast<std::int64_t>(field); });
}

void Schema::add(const std::string& name, std::int64_t& field, const std::string& sentence,
                 const Range& range) {
  using limits = std::numeric_limits<std::int64_t>;
  add_integer(
      name, sentence, range, limits::min(), limits::max(), [&field](std::int64_t value) { field = value; },
      [&field] { return field; });
}

void Schema::add(const std::string& name, bool& field, const std::string& sentence) {
  Option option = row(sentence, "", "true or false");
  option.assign = [&field](const Value& value) {
    if (!is_plain(value)) return false;
    const auto truth = to_bool(value.text);
    if (!truth) return false;
    field = *truth;
    return true;
  };
  option.current = [&field] { return Value::plain(field ? "true" : "false"); };
  add_option(name, std::move(option));
}

void Schema::add(const std::string& name, std::string& field, const std::string& sentence) {
  Option option = row(sentence, "", "text");
  option.assign = [&field](const Value& value) {
    if (value.kind != Value::Kind::scalar) return false;
    field = value.text;
    return true;
  };
  option.current = [&field] { return Value::string(field); };
  add_option(name, std::move(option));
}

void Schema::add(const std::string& name, std::vector<double>& field, const std::string& sentence,
                 const Range& range) {
  Option option = row(sentence, range.unit, range_text(list_text("numbers", range.length), range));
  option.assign = [&field, range](const Value& value) {
    std::vector<double> numbers;
    for (const auto& item : as_list(value)) {
      const auto number = is_plain(item) ? to_double(item.text) : std::nullopt;
      if (!number || !in_range(*number, range)) return false;
      numbers.push_back(*number);
    }
    if (range.length != 0 && numbers.size() != range.length) return false;
    field = std::move(numbers);
    return true;
  };
  option.current = [&field] {
    std::vector<Value> items;
    for (const double number : field) items.push_back(Value::plain(from_double(number)));
    return Value::list(std::move(items));
  };
  add_option(name, std::move(option));
}

void Schema::add(const std::string& name, std::vector<std::string>& field, const std::string& sentence) {
  Option option = row(sentence, "", list_text("texts", 0));
  option.assign = [&field](const Value& value) {
    std::vector<std::string> texts;
    for (const auto& item : as_list(value)) {
      if (item.kind != Value::Kind::scalar) return false;
      texts.push_back(item.text);
    }
    field = std::move(texts);
    return true;
  };
  option.current = [&field] {
    std::vector<Value> items;
    for (const auto& text : field) items.push_back(Value::string(text));
    return Value::list(std::move(items));
  };
  add_option(name, std::move(option));
}

void Schema::add_word(const std::string& name, const std::vector<std::string>& words,
                      const std::function<void(std::size_t)>& assign,
                      const std::function<std::size_t()>& current, const std::string& sentence) {
  Option option = row(sentence, "", fmt::format("one of {}", fmt::join(words, ", ")));
  option.choices = words;
  option.assign = [=](const Value& value) {
    const auto word = std::find(words.begin(), words.end(), value.text);
    if (value.kind != Value::Kind::scalar || word == words.end()) return false;
    assign(static_cast<std::size_t>(word - words.begin()));
    return true;
  };
  option.current = [=] {
    const std::size_t i = current();
    return i < words.size() ? Value::string(words[i]) : Value{};
  };
  add_option(name, std::move(option));
}

void Schema::add_map(const std::string& name, std::map<std::string, std::string>& field,
                     const std::string& sentence, const std::vector<std::string>& allowed) {
  const std::string words = allowed.empty() ? "text" : fmt::format("one of {}", fmt::join(allowed, ", "));
  Option option = row(sentence, "", "map of names to " + words);
  option.choices = allowed;
  option.is_map = true;
  option.assign = [&field, allowed](const Value& value) {
    if (value.kind != Value::Kind::map) return false;
    std::map<std::string, std::string> items;
    for (const auto& [key, line, word] : value.entries) {
      const bool known =
          allowed.empty() || std::find(allowed.begin(), allowed.end(), word.text) != allowed.end();
      if (word.kind != Value::Kind::scalar || !known) return false;
      items[key] = word.text;
    }
    field = std::move(items);
    return true;
  };
  option.current = [&field] {
    Value map;
    map.kind = Value::Kind::map;
    for (const auto& [key, word] : field) map.entries.push_back({key, 0, Value::string(word)});
    return map;
  };
  add_option(name, std::move(option));
}

}  // namespace trireme::options
