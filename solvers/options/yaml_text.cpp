// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/yaml_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace trireme::options {

namespace {

// Words that YAML or the schema read as something other than text.
constexpr std::array<std::string_view, 10> reserved = {"true", "false", "yes",  "no",  "on",
                                                       "off",  "null",  "none", "nan", "inf"};

bool is_plain_text(std::string_view text) {
  if (text.empty() || !std::isalpha(static_cast<unsigned char>(text.front()))) return false;
  const bool safe = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '/' || c == '-';
  });
  if (!safe) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(reserved.begin(), reserved.end(), lower) == reserved.end();
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

std::string yaml_string(std::string_view text) {
  return is_plain_text(text) ? std::string(text) : quoted(text);
}

std::string yaml_text(const Value& value) {
  std::string out;
  switch (value.kind) {
    case Value::Kind::missing:
      return "~";
    case Value::Kind::scalar:
      return value.quoted ? yaml_string(value.text) : value.text;
    case Value::Kind::list:
      for (const auto& item : value.items) out += (out.empty() ? "" : ", ") + yaml_text(item);
      return "[" + out + "]";
    case Value::Kind::map:
      for (const auto& entry : value.entries) {
        out += (out.empty() ? "" : ", ") + yaml_string(entry.key) + ": " + yaml_text(entry.value);
      }
      return "{" + out + "}";
  }
  return out;
}

}  // namespace trireme::options
