// SPDX-License-Identifier: Apache-2.0
#include "solvers/program/arguments.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/options/nearest_key.hpp"

namespace trireme::program {

namespace {

struct Flag {
  std::string_view name;
  bool Arguments::*field;
  std::string_view help;
};

constexpr Flag flags[] = {
    {"--help", &Arguments::help, "print this text"},
    {"--version", &Arguments::version, "print version, commit and compiler"},
    {"--write-template", &Arguments::write_template, "print an annotated deck with the current values"},
    {"--markdown", &Arguments::markdown, "print the options as Markdown tables"},
    {"--check", &Arguments::check, "check deck and options, run nothing"},
    {"--verbose", &Arguments::verbose,
     "also print the rank, thread and core table, and all options as resolved"},
};
constexpr std::string_view report_flag = "--json-report";

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_petsc_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && is_letter(word[1]);
}

bool is_flag(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] == '-';
}

bool is_yaml_file(std::string_view word) {
  return word.ends_with(".yaml") || word.ends_with(".yml");
}

// A dotted name before '=', so that a file name with '=' after a slash stays a file name.
bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || !is_letter(word[0])) return false;
  return word.substr(0, equals).find('/') == std::string_view::npos;
}

bool is_value_of(std::string_view option, std::string_view word) {
  if (is_petsc_option(word) || is_flag(word) || is_assignment(word)) return false;
  return !is_yaml_file(word) || option.find("file") != std::string_view::npos;
}

void note_problem(Arguments& arguments, const std::string& problem, const std::string& suggestion) {
  if (arguments.problem.empty()) arguments.problem = error_text(problem, "", suggestion);
}

// Takes `--name value` or `--name=value` when it is one of the program's; next: the word behind it, if any.
// Returns how many words were taken.
std::size_t take_key_flag(Arguments& arguments, std::span<const KeyFlag> key_flags, const std::string& word,
                          const std::string* next) {
  for (const KeyFlag& flag : key_flags) {
    if (word.starts_with(flag.name + "=")) {
      arguments.assignments.push_back(flag.key + word.substr(flag.name.size()));
      return 1;
    }
    if (word != flag.name) continue;
    if (next == nullptr || next->empty() || is_flag(*next)) {
      note_problem(arguments, flag.name + " has no value", fmt::format("write {} VALUE", flag.name));
      return 1;
    }
    arguments.assignments.push_back(flag.key + "=" + *next);
    return 2;
  }
  return 0;
}

void unknown_flag(Arguments& arguments, const std::string& word, std::span<const KeyFlag> key_flags) {
  std::vector<std::string> known = {std::string(report_flag)};
  for (const auto& flag : flags) known.emplace_back(flag.name);
  for (const auto& flag : key_flags) known.emplace_back(flag.name);
  const std::string name = word.substr(0, word.find('='));
  const std::string nearest = options::nearest_key(name, known);
  if (name != word && options::edit_distance(name, nearest) > 2) {
    note_problem(arguments, fmt::format("unknown flag '{}'", word),
                 fmt::format("options are written without dashes, as in {}", word.substr(2)));
    return;
  }
  note_problem(arguments, fmt::format("unknown flag '{}'", word), fmt::format("did you mean '{}'?", nearest));
}

void take_positional(Arguments& arguments, const std::string& word, Positional positional) {
  if (positional == Positional::words && !is_yaml_file(word)) {
    arguments.words.push_back(word);
  } else if (arguments.deck.empty()) {
    arguments.deck = word;
  } else {
    note_problem(arguments, fmt::format("a second deck '{}' is given beside '{}'", word, arguments.deck),
                 "give one deck, and single options as key=value");
  }
}

}  // namespace

Arguments parse_arguments(std::span<const std::string> words, Positional positional,
                          std::span<const KeyFlag> key_flags) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto flag = std::find_if(std::begin(flags), std::end(flags), [&word](const Flag& known) {
      return word == known.name || (word[0] == '-' && word == known.name.substr(1) &&
                                    (known.field == &Arguments::help || known.field == &Arguments::version));
    });
    if (word.empty()) {
      note_problem(arguments, "an empty argument is given", "remove it, or quote what was meant");
    } else if (flag != std::end(flags)) {
      arguments.*(flag->field) = true;
    } else if (word == "-h") {
      arguments.help = true;
    } else if (word == report_flag) {
      if (i + 1 < words.size() && !is_flag(words[i + 1]) && !words[i + 1].empty()) {
        arguments.json_report = words[++i];
      } else {
        note_problem(arguments, "--json-report has no file", "write --json-report FILE");
      }
    } else if (word.starts_with("--json-report=")) {
      arguments.json_report = word.substr(report_flag.size() + 1);
      if (arguments.json_report.empty()) {
        note_problem(arguments, "--json-report has no file", "write --json-report FILE");
      }
    } else if (const auto taken =
                   take_key_flag(arguments, key_flags, word, i + 1 < words.size() ? &words[i + 1] : nullptr);
               taken > 0) {
      i += taken - 1;
    } else if (is_flag(word)) {
      unknown_flag(arguments, word, key_flags);
    } else if (is_petsc_option(word)) {
      arguments.petsc.push_back(word);
      if (i + 1 < words.size() && !words[i + 1].empty() && is_value_of(word, words[i + 1])) {
        arguments.petsc.push_back(words[++i]);
      }
    } else if (is_assignment(word)) {
      arguments.assignments.push_back(word);
    } else {
      take_positional(arguments, word, positional);
    }
  }
  return arguments;
}

std::string flags_help() {
  std::string text;
  for (const auto& flag : flags) text += fmt::format("  {:<20} {}\n", flag.name, flag.help);
  text += fmt::format("  {:<20} {}\n", "--json-report FILE",
                      "write the run record there, also when the run fails");
  return text;
}

}  // namespace trireme::program
