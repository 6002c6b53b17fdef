// SPDX-License-Identifier: Apache-2.0
// Nodes of a CGNS file as plain bytes, so that a fuzzer can alter them: name and label up to a zero byte
// each, the kind of data, their 16-bit count and values, the number of children, the children. Any bytes
// decode to something.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh::fuzz {

enum class DataKind : unsigned char { none, text, integers, reals };

class CgnsDecoder {
 public:
  explicit CgnsDecoder(std::string_view bytes) : bytes_(bytes) {}

  CgnsNode decode(int depth = 0) {
    CgnsNode node;
    node.name = word();
    node.label = word();
    const unsigned kind = byte() % 4u;
    const unsigned count = byte() + 256u * byte();
    for (unsigned k = 0; k < count && !bytes_.empty(); ++k) {
      if (kind == 1) node.text += static_cast<char>(byte());
      if (kind == 2) node.integers.push_back(value<std::int64_t>());
      if (kind == 3) node.reals.push_back(value<double>());
      if (kind == 0) break;
    }
    const unsigned children = depth < 7 ? byte() : 0u;
    for (unsigned k = 0; k < children && !bytes_.empty(); ++k) node.children.push_back(decode(depth + 1));
    return node;
  }

 private:
  unsigned byte() {
    if (bytes_.empty()) return 0;
    const auto first = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return first;
  }
  std::string word() {
    const std::string found(bytes_.substr(0, bytes_.find('\0')));
    bytes_.remove_prefix(std::min(found.size() + 1, bytes_.size()));
    return found;
  }
  template <class T>
  T value() {
    T result{};
    const std::size_t size = std::min(sizeof(T), bytes_.size());
    std::memcpy(&result, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return result;
  }

  std::string_view bytes_;
};

inline void encode(const CgnsNode& node, std::string& bytes) {
  const auto put = [&](const auto& values, DataKind kind) {
    bytes += static_cast<char>(kind);
    bytes += static_cast<char>(values.size() % 256);
    bytes += static_cast<char>(values.size() / 256);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  bytes += node.name + '\0' + node.label + '\0';
  if (!node.integers.empty()) {
    put(node.integers, DataKind::integers);
  } else if (!node.reals.empty()) {
    put(node.reals, DataKind::reals);
  } else {
    put(node.text, node.text.empty() ? DataKind::none : DataKind::text);
  }
  bytes += static_cast<char>(node.children.size());
  for (const CgnsNode& child : node.children) encode(child, bytes);
}

}  // namespace trireme::mesh::fuzz
