// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/value.hpp"

#include <fmt/format.h>

namespace trireme::options {

namespace {
constexpr std::size_t longest_quote = 60;

// Bytes that would disturb a terminal are shown as \xNN.
std::string printable(const std::string& text) {
  std::string shown;
  for (const char c : text.substr(0, longest_quote)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  if (text.size() > longest_quote) shown += "...";
  return shown;
}
}  // namespace

Value Value::plain(std::string text) {
  Value value;
  value.kind = Kind::scalar;
  value.text = std::move(text);
  return value;
}

Value Value::string(std::string text) {
  Value value = plain(std::move(text));
  value.quoted = true;
  return value;
}

Value Value::list(std::vector<Value> items) {
  Value value;
  value.kind = Kind::list;
  value.items = std::move(items);
  return value;
}

std::string described(const Value& value) {
  switch (value.kind) {
    case Value::Kind::missing:
      return "nothing";
    case Value::Kind::scalar:
      return value.quoted ? "\"" + printable(value.text) + "\"" : printable(value.text);
    case Value::Kind::list:
      return fmt::format("a list of {} values", value.items.size());
    case Value::Kind::map:
      return fmt::format("a map of {} entries", value.entries.size());
  }
  return {};
}

}  // namespace trireme::options
