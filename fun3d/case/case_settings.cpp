// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/case_settings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

#include "solvers/options/yaml_text.hpp"

namespace trireme::flow {

namespace {

bool shapes_the_flow(std::string_view key) {
  constexpr std::array<std::string_view, 5> sections{"flow", "boundary", "boundary_values", "limiter",
                                                     "manufactured"};
  return std::find(sections.begin(), sections.end(), key.substr(0, key.find('.'))) != sections.end();
}

std::map<std::string, std::string> entries_of(const std::string& text) {
  std::map<std::string, std::string> entries;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) entries[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return entries;
}

}  // namespace

std::string settings_text(const FlowCase& flow_case) {
  FlowCase copy = flow_case;
  options::Schema schema;
  copy.describe(schema);
  std::map<std::string, std::string> entries;
  for (const options::Option& option : schema.options()) {
    if (shapes_the_flow(option.key)) entries[option.key] = options::yaml_text(option.current());
  }
  std::string text;
  for (const auto& [key, value] : entries) text += key + ": " + value + "\n";
  return text;
}

std::vector<std::string> changed_settings(const std::string& before, const std::string& now) {
  const auto old_entries = entries_of(before), new_entries = entries_of(now);
  std::vector<std::string> changes;
  for (const auto& [key, value] : new_entries) {
    const auto old = old_entries.find(key);
    if (old != old_entries.end() && old->second != value)
      changes.push_back(key + ": " + old->second + " -> " + value);
  }
  return changes;
}

}  // namespace trireme::flow
