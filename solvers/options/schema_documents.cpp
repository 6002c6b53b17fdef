// SPDX-License-Identifier: Apache-2.0
// What the table writes: resolved deck, annotated template, help, Markdown.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "solvers/options/schema.hpp"
#include "solvers/options/yaml_text.hpp"

namespace trireme::options {

namespace {

constexpr std::size_t line_width = 100;

// The dotted keys as a tree, children in the order of first appearance.
struct Branch {
  std::string name;
  std::string path;
  const Option* option = nullptr;
  std::vector<Branch> children;
};

Branch tree(const std::vector<Option>& options) {
  Branch root;
  for (const auto& option : options) {
    Branch* branch = &root;
    std::istringstream components(option.key);
    for (std::string component; std::getline(components, component, '.');) {
      auto child = std::find_if(branch->children.begin(), branch->children.end(),
                                [&component](const Branch& other) { return other.name == component; });
      if (child == branch->children.end()) {
        const std::string path = branch->path.empty() ? component : branch->path + "." + component;
        branch->children.push_back({component, path, nullptr, {}});
        child = branch->children.end() - 1;
      }
      branch = &*child;
    }
    branch->option = &option;
  }
  return root;
}

// Words of `text` in lines of at most line_width, each opened by `lead`.
std::string wrapped(const std::string& text, const std::string& lead) {
  std::string out, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && lead.size() + line.size() + 1 + word.size() > line_width) {
      out += lead + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? out : out + lead + line + "\n";
}

// "[m/s; number from 0 to 1; default 0.5]"
std::string facts(const Option& option) {
  const std::string unit = option.unit.empty() ? "" : option.unit + "; ";
  return fmt::format("[{}{}; default {}]", unit, option.allowed, yaml_text(option.default_value));
}

std::string value_lines(const Option& option, const std::string& indent, const std::string& name) {
  const Value value = option.current();
  if (value.kind != Value::Kind::map || value.entries.empty()) {
    return fmt::format("{}{}: {}\n", indent, name, yaml_text(value));
  }
  std::string out = fmt::format("{}{}:\n", indent, name);
  for (const auto& entry : value.entries) {
    out += fmt::format("{}  {}: {}\n", indent, yaml_string(entry.key), yaml_text(entry.value));
  }
  return out;
}

class DeckWriter {
 public:
  DeckWriter(const std::vector<Section>& sections, bool annotated)
      : sections_(sections), annotated_(annotated) {}

  void write(const Branch& branch, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const auto& child : branch.children) {
      if (child.option != nullptr) {
        if (annotated_) text_ += wrapped(child.option->sentence + " " + facts(*child.option), indent + "# ");
        text_ += value_lines(*child.option, indent, child.name);
      } else {
        if (annotated_)
          text_ += (depth == 0 && !text_.empty() ? "\n" : "") + section_comment(child.path, indent);
        text_ += fmt::format("{}{}:\n", indent, child.name);
        write(child, depth + 1);
      }
    }
  }

  const std::string& text() const { return text_; }

 private:
  std::string section_comment(const std::string& path, const std::string& indent) const {
    for (const auto& section : sections_) {
      if (section.path == path) return wrapped(section.sentence, indent + "# ");
    }
    return {};
  }

  const std::vector<Section>& sections_;
  bool annotated_;
  std::string text_;
};

std::string table_cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

std::string section_of(const std::string& key) {
  const auto dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

// Calls visit(path, sentence, options) for the top level and every section that has keys, in order.
template <class Visit>
void for_each_section(const std::vector<Option>& options, const std::vector<Section>& sections,
                      Visit&& visit) {
  std::vector<std::string> paths;
  for (const auto& option : options) {
    const std::string path = section_of(option.key);
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  for (const auto& path : paths) {
    std::string sentence;
    for (const auto& section : sections) {
      if (section.path == path) sentence = section.sentence;
    }
    std::vector<const Option*> rows;
    for (const auto& option : options) {
      if (section_of(option.key) == path) rows.push_back(&option);
    }
    visit(path, sentence, rows);
  }
}

}  // namespace

std::string Schema::resolved_yaml() const {
  DeckWriter writer(sections_, false);
  writer.write(tree(options_), 0);
  return writer.text();
}

std::string Schema::template_yaml() const {
  DeckWriter writer(sections_, true);
  writer.write(tree(options_), 0);
  return writer.text();
}

std::string Schema::help_text() const {
  std::string out;
  for_each_section(options_, sections_, [&out](const auto& path, const auto& sentence, const auto& rows) {
    if (!path.empty()) out += "\n" + wrapped(sentence.empty() ? path : path + ": " + sentence, "");
    for (const Option* option : rows) {
      out += fmt::format("  {}={}\n", option->key, yaml_text(option->default_value));
      const std::string unit = option->unit.empty() ? "" : " in " + option->unit;
      out += wrapped(fmt::format("{} [{}{}]", option->sentence, option->allowed, unit), "      ");
    }
  });
  return out;
}

std::string Schema::markdown() const {
  std::string out;
  for_each_section(options_, sections_, [&out](const auto& path, const auto& sentence, const auto& rows) {
    if (!path.empty()) out += fmt::format("{}### `{}`\n\n", out.empty() ? "" : "\n", path);
    if (!sentence.empty()) out += sentence + "\n\n";
    out += "| key | meaning | allowed | unit | default |\n|---|---|---|---|---|\n";
    for (const Option* option : rows) {
      out += fmt::format("| `{}` | {} | {} | {} | `{}` |\n", option->key, table_cell(option->sentence),
                         table_cell(option->allowed), table_cell(option->unit),
                         table_cell(yaml_text(option->default_value)));
    }
  });
  return out;
}

}  // namespace trireme::options
