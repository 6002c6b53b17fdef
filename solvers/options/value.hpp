// SPDX-License-Identifier: Apache-2.0
// A value as a deck or a command line gives it: text, list or map, each with the line it stands on. The
// parser makes it, the schema converts it; nothing outside options/ and the run record needs it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trireme::options {

struct Value {
  enum class Kind { missing, scalar, list, map };

  Kind kind = Kind::missing;
  std::string text;     // of a scalar
  bool quoted = false;  // a quoted scalar is text, whatever it looks like
  int line = 0;         // 1-based; 0 when the value has no file
  std::vector<Value> items;
  struct Entry;
  std::vector<Entry> entries;  // of a map, in the order given

  static Value plain(std::string text);   // number, true, false
  static Value string(std::string text);  // text
  static Value list(std::vector<Value> items);
};

struct Value::Entry {
  std::string key;
  int line = 0;  // of the key
  Value value;
};

// What the value looks like, for error messages: "a list of 3 values", "'fast'", shortened when long.
std::string described(const Value& value);

}  // namespace trireme::options
