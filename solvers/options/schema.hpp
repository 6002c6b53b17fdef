// SPDX-License-Identifier: Apache-2.0
// The table of a program's options: one entry per key, bound to the field of an options struct, with unit,
// range and one sentence. The same table reads the deck and the command line and writes help, template,
// documentation and the resolved deck, so none of them can disagree. Called by every component's
// `describe(Schema&)` and by Program.
//
//   struct PseudoTimeOptions {
//     double cfl_initial = 50;
//     void describe(options::Schema& schema) {
//       schema.section("pseudo_time", "Growth of the pseudo-time step.");
//       schema.add("cfl_initial", cfl_initial, "CFL number of the first step", {.min = 0, .open_min = true});
//     }
//   };
//
// The schema keeps references: bound fields must outlive it and stay where they are. All members are local to
// the rank and give the same result on every rank for the same text. Errors are trireme::Error(input):
// file:line, value, what is allowed, nearest key. Registering a key twice or a default outside its own range
// is std::logic_error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "solvers/options/value.hpp"

namespace trireme::options {

// What a number may be; for lists it holds for every item.
struct Range {
  std::string unit = {};
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false;   // values must lie above min
  bool open_max = false;   // values must lie below max
  std::size_t length = 0;  // of a list; 0 for any
};

// One row of the table.
struct Option {
  std::string key;  // dotted path
  std::string sentence;
  std::string unit;
  std::string allowed;               // "number from 0 to 1"
  std::vector<std::string> choices;  // allowed words, empty when open
  bool is_map = false;
  std::function<bool(const Value&)> assign;  // false, and nothing changed, when the value is not allowed
  std::function<Value()> current;
  Value default_value;
  std::string origin;  // "default", "case.yaml:12", "command line"
};

struct Section {
  std::string path;
  std::string sentence;
};

class Schema {
 public:
  Schema() = default;
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  // Keys added after it are `path.name`; "" returns to the top level.
  void section(const std::string& path, const std::string& sentence);

  void add(const std::string& name, double& field, const std::string& sentence, const Range& range = {});
  void add(const std::string& name, int& field, const std::string& sentence, const Range& range = {});
  void add(const std::string& name, std::int64_t& field, const std::string& sentence,
           const Range& range = {});
  void add(const std::string& name, bool& field, const std::string& sentence);
  void add(const std::string& name, std::string& field, const std::string& sentence);
  void add(const std::string& name, std::vector<double>& field, const std::string& sentence,
           const Range& range = {});
  void add(const std::string& name, std::vector<std::string>& field, const std::string& sentence);

  // A word out of a list, stored as an enum.
  template <class E>
  void add_choice(const std::string& name, E& field,
                  const std::type_identity_t<std::vector<std::pair<std::string, E>>>& choices,
                  const std::string& sentence) {
    std::vector<std::string> words;
    for (const auto& choice : choices) words.push_back(choice.first);
    add_word(
        name, words, [&field, choices](std::size_t i) { field = choices[i].second; },
        [&field, choices] {
          for (std::size_t i = 0; i < choices.size(); ++i) {
            if (choices[i].second == field) return i;
          }
          return choices.size();
        },
        sentence);
  }

  // Names of the user's choice -> words, as in `boundary: {wing: slip_wall}`; `allowed` empty for any word. A
  // deck's map replaces the default; `boundary.wing=slip_wall` sets one name and keeps the others.
  void add_map(const std::string& name, std::map<std::string, std::string>& field,
               const std::string& sentence, const std::vector<std::string>& allowed = {});

  // Reads a YAML deck: from a file, or from its text where `name` is what errors call it.
  void read_deck(const std::string& path);
  void read_deck_text(std::string_view text, const std::string& name);

  // One `key=value`; `origin` is what errors call its place, as in "command line".
  void set(const std::string& assignment, const std::string& origin);

  // Nested YAML of every option with its current value; reading it back gives the same values.
  std::string resolved_yaml() const;
  // The same, with sentence, unit, allowed values and default above each key.
  std::string template_yaml() const;
  std::string help_text() const;
  // One table per section.
  std::string markdown() const;

  const std::vector<Option>& options() const { return options_; }
  const std::vector<Section>& sections() const { return sections_; }

 private:
  void add_word(const std::string& name, const std::vector<std::string>& words,
                const std::function<void(std::size_t)>& assign, const std::function<std::size_t()>& current,
                const std::string& sentence);
  void add_option(const std::string& name, Option option);
  void add_integer(const std::string& name, const std::string& sentence, const Range& range,
                   std::int64_t lowest, std::int64_t highest, const std::function<void(std::int64_t)>& assign,
                   const std::function<std::int64_t()>& current);

  Option* find(std::string_view key);
  Option* find_map_of(std::string_view key);
  bool is_section(std::string_view path) const;
  void read_entries(const Value& map, const std::string& prefix, const std::string& name,
                    std::map<std::string, int>& lines);
  void assign(const std::string& key, const Value& value, const std::string& origin);
  void assign_item(Option& map, const std::string& key, const Value& value, const std::string& origin);
  [[noreturn]] void refuse(const Option& option, const std::string& key, const Value& value,
                           const std::string& origin) const;
  [[noreturn]] void refuse_unknown(const std::string& key, const std::string& origin) const;

  std::string prefix_;
  std::vector<Option> options_;
  std::vector<Section> sections_;
};

}  // namespace trireme::options
