// SPDX-License-Identifier: Apache-2.0
// Decks and command-line assignments -> fields, and what is said when they do not fit.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/options/deck_file.hpp"
#include "solvers/options/nearest_key.hpp"
#include "solvers/options/scalar_conversion.hpp"
#include "solvers/options/schema.hpp"
#include "solvers/options/yaml_reader.hpp"
#include "solvers/options/yaml_text.hpp"

namespace trireme::options {

namespace {

constexpr std::size_t longest_value_shown = 80;

std::string shown(const Value& value) {
  const bool nested = value.kind == Value::Kind::list || value.kind == Value::Kind::map;
  const std::string text = nested ? yaml_text(value) : described(value);
  return text.size() > longest_value_shown ? described(value) : text;
}

// A word is offered as a correction when at most a third of it differs.
bool is_close(std::string_view given, std::string_view known) {
  const auto tail = [](std::string_view key) { return key.substr(key.rfind('.') + 1); };
  const int limit = std::max<int>(2, static_cast<int>(given.size()) / 3);
  return given.size() < 200 &&
         (edit_distance(given, known) <= limit || edit_distance(tail(given), tail(known)) <= limit);
}

// Values on the command line are YAML where brackets say so, a comma list where a list is wanted, plain text
// otherwise.
Value command_line_value(const std::string& text, const std::string& allowed, const std::string& origin) {
  if (!text.empty() && (text.front() == '[' || text.front() == '{') && allowed != "text") {
    return read_yaml(text, origin);
  }
  if (allowed.rfind("list", 0) != 0) return Value::plain(text);
  std::vector<Value> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) items.push_back(Value::plain(item));
  return Value::list(std::move(items));
}

}  // namespace

void Schema::read_deck(const std::string& path) {
  read_deck_text(deck_file_text(path), path);
}

void Schema::read_deck_text(std::string_view text, const std::string& name) {
  const Value root = read_yaml(text, name);
  if (root.kind == Value::Kind::missing) return;
  if (root.kind != Value::Kind::map) {
    throw Error(ErrorKind::input, fmt::format("{}:{}: a deck is a map of keys to values", name, root.line),
                "found " + described(root), "write lines such as 'key: value'");
  }
  std::map<std::string, int> lines;
  read_entries(root, "", name, lines);
}

void Schema::read_entries(const Value& map, const std::string& prefix, const std::string& name,
                          std::map<std::string, int>& lines) {
  for (const auto& entry : map.entries) {
    const std::string key = prefix + entry.key;
    const std::string origin = fmt::format("{}:{}", name, entry.line);
    if (find(key) == nullptr && find_map_of(key) == nullptr && is_section(key)) {
      if (entry.value.kind == Value::Kind::map) {
        read_entries(entry.value, key + ".", name, lines);
      } else if (entry.value.kind != Value::Kind::missing) {
        throw Error(ErrorKind::input,
                    fmt::format("{}: {} = {} is not allowed", origin, key, shown(entry.value)),
                    fmt::format("'{}' is a section", key), "put its keys below it, indented");
      }
      continue;
    }
    const auto [first, is_new] = lines.emplace(key, entry.line);
    if (!is_new) {
      throw Error(ErrorKind::input, fmt::format("{}: key '{}' is given twice", origin, key),
                  fmt::format("first on line {}", first->second), "keep one of them");
    }
    assign(key, entry.value, origin);
  }
}

void Schema::set(const std::string& assignment, const std::string& origin) {
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(ErrorKind::input, fmt::format("{}: '{}' is not an assignment", origin, assignment), "",
                "write key=value");
  }
  const std::string key = assignment.substr(0, equals);
  const std::string text = assignment.substr(equals + 1);
  const Option* option = find(key);
  assign(key, command_line_value(text, option == nullptr ? "text" : option->allowed, origin), origin);
}

void Schema::assign(const std::string& key, const Value& value, const std::string& origin) {
  if (Option* option = find(key)) {
    if (!option->assign(value)) refuse(*option, key, value, origin);
    option->origin = origin;
    return;
  }
  if (Option* map = find_map_of(key)) return assign_item(*map, key, value, origin);
  if (is_section(key)) {
    throw Error(ErrorKind::input, fmt::format("{}: '{}' is a section, not a key", origin, key), "",
                fmt::format("set one of its keys, as in {}.name=value", key));
  }
  refuse_unknown(key, origin);
}

void Schema::assign_item(Option& map, const std::string& key, const Value& value, const std::string& origin) {
  const std::string item = key.substr(map.key.size() + 1);
  Value all = map.current();
  const auto place = std::find_if(all.entries.begin(), all.entries.end(),
                                  [&item](const Value::Entry& entry) { return entry.key == item; });
  if (place != all.entries.end()) {
    place->value = value;
  } else {
    all.entries.push_back({item, value.line, value});
  }
  if (item.empty() || !map.assign(all)) refuse(map, key, value, origin);
  map.origin = origin;
}

void Schema::refuse(const Option& option, const std::string& key, const Value& value,
                    const std::string& origin) const {
  std::string suggestion = "the default is " + yaml_text(option.default_value);
  if (value.kind == Value::Kind::scalar && !option.choices.empty() && !value.text.empty()) {
    const std::string nearest = nearest_key(value.text, option.choices);
    if (is_close(value.text, nearest)) suggestion = fmt::format("did you mean '{}'?", nearest);
  } else if (value.quoted && (to_double(value.text) || to_bool(value.text))) {
    suggestion = "remove the quotes";
  }
  const std::string unit = option.unit.empty() ? "" : fmt::format(", in {}", option.unit);
  throw Error(ErrorKind::input, fmt::format("{}: {} = {} is not allowed", origin, key, shown(value)),
              fmt::format("allowed: {}{}", option.allowed, unit), suggestion);
}

void Schema::refuse_unknown(const std::string& key, const std::string& origin) const {
  std::vector<std::string> known;
  for (const auto& option : options_) known.push_back(option.key);
  for (const auto& section : sections_) known.push_back(section.path);
  const std::string nearest = nearest_key(key, known);
  std::string suggestion = "this program has no options";
  if (!nearest.empty()) {
    suggestion = is_close(key, nearest) ? fmt::format("did you mean '{}'?", nearest)
                                        : fmt::format("the nearest key is '{}'; --help lists all", nearest);
  }
  throw Error(ErrorKind::input, fmt::format("{}: unknown key {}", origin, described(Value::string(key))), "",
              suggestion);
}

}  // namespace trireme::options
