// SPDX-License-Identifier: Apache-2.0
#include "solvers/options/deck_file.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::options {

namespace {
constexpr std::size_t largest_deck = 16u << 20;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: cannot read this deck", path), why,
              "--write-template prints one to start from");
}
}  // namespace

std::string deck_file_text(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) refuse(path, "no such file");
  if (std::filesystem::is_directory(status)) refuse(path, "it is a directory");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, "it cannot be opened, check its permissions");
  // Read by pieces up to the limit: a pipe or device has no size to ask for.
  std::string text;
  std::string piece(1u << 16, '\0');
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest_deck) refuse(path, "it is larger than 16 MiB");
  }
  if (file.bad()) refuse(path, "reading failed");
  return text;
}

}  // namespace trireme::options
