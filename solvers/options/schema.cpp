// SPDX-License-Identifier: Apache-2.0
// Registering rows and finding them.
#include "solvers/options/schema.hpp"

#include <stdexcept>

namespace trireme::options {

namespace {
bool is_below(std::string_view key, std::string_view path) {
  return key.size() > path.size() && key.substr(0, path.size()) == path && key[path.size()] == '.';
}
}  // namespace

void Schema::section(const std::string& path, const std::string& sentence) {
  prefix_ = path.empty() ? "" : path + ".";
  if (path.empty()) return;
  for (auto& known : sections_) {
    if (known.path == path) {
      if (known.sentence.empty()) known.sentence = sentence;
      return;
    }
  }
  if (find(path) != nullptr) throw std::logic_error("options: '" + path + "' is both a key and a section");
  sections_.push_back({path, sentence});
}

void Schema::add_option(const std::string& name, Option option) {
  option.key = prefix_ + name;
  if (find(option.key) != nullptr || is_section(option.key) || find_map_of(option.key) != nullptr) {
    throw std::logic_error("options: key '" + option.key + "' is registered twice");
  }
  option.default_value = option.current();
  option.origin = "default";
  if (!option.assign(option.default_value)) {
    throw std::logic_error("options: the default of '" + option.key + "' is not allowed by its own range");
  }
  options_.push_back(std::move(option));
}

Option* Schema::find(std::string_view key) {
  for (auto& option : options_) {
    if (option.key == key) return &option;
  }
  return nullptr;
}

Option* Schema::find_map_of(std::string_view key) {
  for (auto& option : options_) {
    if (option.is_map && is_below(key, option.key)) return &option;
  }
  return nullptr;
}

bool Schema::is_section(std::string_view path) const {
  for (const auto& section : sections_) {
    if (section.path == path || is_below(section.path, path)) return true;
  }
  for (const auto& option : options_) {
    if (is_below(option.key, path)) return true;
  }
  return false;
}

}  // namespace trireme::options
