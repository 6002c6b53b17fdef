// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/gmsh_source.hpp"

#include "meshes/read/advice.hpp"
#include "meshes/read/byte_reader.hpp"
#include "meshes/read/text_lines.hpp"

namespace trireme::mesh {

void GmshSource::start_binary() {
  if (remaining() < 4)
    fail("the file ends within $MeshFormat", "an integer that tells the byte order is expected here",
         truncated_file);
  const auto* at = reinterpret_cast<const std::byte*>(bytes().data() + position());
  const bool big_endian = big_endian_integer(at) == 1;
  NumberSource::start_binary(big_endian ? ByteOrder::big : ByteOrder::little);
  if (!big_endian && little_endian_integer(at) != 1)
    fail_at(position(), "the byte order is unknown", "a 32-bit integer 1 is expected here",
            "the file is damaged; export it again");
  move_to(position() + 4);
}

std::string_view GmshSource::next_section() {
  const std::string_view start = word();
  if (start.empty()) return {};
  if (start.front() != '$' || start.size() == 1) {
    fail("'" + shown_word(start) + "' stands outside of any section", "a section starts with $NAME",
         "the section before has more data than it announces");
  }
  line();
  return start.substr(1);
}

void GmshSource::end_section(std::string_view name) {
  const std::string_view end = word();
  if (end.starts_with("$End") && end.substr(4) == name) return;
  if (end.empty()) fail("$End" + std::string(name) + " is missing", "the file ends here", truncated_file);
  fail("section $" + std::string(name) + " goes on after its last item",
       "$End" + std::string(name) + " is expected, '" + shown_word(end) + "' stands here",
       "correct the section's counts");
}

void GmshSource::skip_section(std::string_view name) {
  const std::string end = "$End" + std::string(name);
  const std::size_t at = bytes().find(end, position());
  if (at == std::string_view::npos)
    fail("$End" + shown_word(name) + " is missing", "the file ends within the section", truncated_file);
  move_to(at + end.size());
}

}  // namespace trireme::mesh
