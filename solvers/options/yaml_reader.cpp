// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/yaml_reader.hpp"

#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "solvers/base/error.hpp"

namespace trireme::options {

namespace {

// Builds the tree from the parser's events: they carry the marks that a finished YAML::Node loses for keys,
// and a map's repeated key is still visible.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& name) : name_(name) {}

  Value take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Value value;
    value.line = mark.line + 1;
    place(std::move(value));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(mark, "an alias (*name) is not allowed in a deck", "write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& text) override {
    Value value = Value::plain(text);
    value.quoted = tag == "!";
    value.line = mark.line + 1;
    place(std::move(value));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, Value::Kind::list);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, Value::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  // A list or map whose end has not been seen.
  struct Level {
    Value value;
    bool has_key = false;
    std::string key;
    int key_line = 0;
  };

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem,
                         const std::string& suggestion) const {
    throw Error(ErrorKind::input, fmt::format("{}:{}: {}", name_, mark.line + 1, problem), "", suggestion);
  }

  void open(const YAML::Mark& mark, Value::Kind kind) {
    if (!levels_.empty() && levels_.back().value.kind == Value::Kind::map && !levels_.back().has_key) {
      fail(mark, "a list or map stands where a key is expected", "keys are plain words, as in 'name: value'");
    }
    Level level;
    level.value.kind = kind;
    level.value.line = mark.line + 1;
    levels_.push_back(std::move(level));
  }

  void close() {
    Value value = std::move(levels_.back().value);
    levels_.pop_back();
    place(std::move(value));
  }

  void place(Value value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return;
    }
    Level& level = levels_.back();
    if (level.value.kind == Value::Kind::list) {
      level.value.items.push_back(std::move(value));
    } else if (!level.has_key) {
      take_key(level, value);
    } else {
      level.has_key = false;
      level.value.entries.push_back({level.key, level.key_line, std::move(value)});
    }
  }

  void take_key(Level& level, const Value& key) const {
    if (key.kind != Value::Kind::scalar || key.text.empty()) {
      throw Error(ErrorKind::input, fmt::format("{}:{}: a key is missing", name_, key.line), "",
                  "every line of a map reads 'name: value'");
    }
    for (const auto& entry : level.value.entries) {
      if (entry.key == key.text) {
        throw Error(ErrorKind::input,
                    fmt::format("{}:{}: key {} is given twice", name_, key.line, described(key)),
                    fmt::format("first on line {}", entry.line), "keep one of them");
      }
    }
    level.has_key = true;
    level.key = key.text;
    level.key_line = key.line;
  }

  const std::string& name_;
  Value root_;
  std::vector<Level> levels_;
};

}  // namespace

Value read_yaml(std::string_view text, const std::string& name) {
  // The document's end is written out: without it the parser takes an unclosed quote for closed at the end of
  // the text.
  std::istringstream stream{std::string(text) + "\n...\n"};
  TreeBuilder builder(name);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) return {};
    TreeBuilder second(name);
    if (parser.HandleNextDocument(second)) {
      throw Error(ErrorKind::input, fmt::format("{}: holds more than one YAML document", name), "",
                  "keep one and remove the line '---' between them");
    }
  } catch (const YAML::Exception& error) {
    throw Error(ErrorKind::input, fmt::format("{}:{}: not valid YAML", name, error.mark.line + 1),
                fmt::format("{}, column {}", error.msg, error.mark.column + 1),
                "check indentation, colons and quotes");
  }
  return builder.take();
}

}  // namespace trireme::options
