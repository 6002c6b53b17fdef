// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/npz_writer.hpp"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "dlrm_hpc/data/zip_checksum.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/io/atomic_write.hpp"

namespace trireme::dlrm {
namespace {

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t k = 0; k < bytes; ++k) text += static_cast<char>(value >> (8 * k) & 0xff);
  return text;
}

// January 1st, 1980, so that the same arrays give the same file.
const std::string no_time = number(0, 2) + number(33, 2);

}  // namespace

NpzWriter::NpzWriter(const std::string& path)
    : path_(path),
      partial_(path + std::string(io::partial_suffix)),
      file_(std::fopen(partial_.c_str(), "wb")) {
  if (!file_) fail("open");
}

NpzWriter::~NpzWriter() {
  if (!file_) return;
  std::fclose(file_);
  std::remove(partial_.c_str());
}

void NpzWriter::fail(const char* what) const {
  throw Error(ErrorKind::io, fmt::format("cannot {} '{}'", what, partial_), std::strerror(errno),
              "check the folder and its space");
}

void NpzWriter::write(const std::string& bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("write");
}

void NpzWriter::begin(const std::string& name, const std::vector<GlobalIndex>& shape) {
  end_array();
  Entry& entry = entries_.emplace_back();
  entry.name = name + ".npy";
  entry.header = static_cast<std::uint64_t>(ftello(file_));
  std::string extents;
  std::uint64_t values = 1;
  for (const GlobalIndex extent : shape) {
    extents += std::to_string(extent) + ", ";
    values *= static_cast<std::uint64_t>(extent);
  }
  std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + extents + "), }";
  // Values begin at a multiple of 64 bytes from the array's own beginning.
  while ((10 + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  const std::string header =
      std::string("\x93NUMPY\x01", 7) + number(0, 1) + number(dictionary.size(), 2) + dictionary;
  expected_ = header.size() + 4 * values;
  // Checksum and sizes are put in at the array's end.
  write("PK\x03\x04" + number(45, 2) + number(0, 2) + number(0, 2) + no_time + number(0, 4) +
        number(0xffffffffu, 4) + number(0xffffffffu, 4) + number(entry.name.size(), 2) + number(20, 2) +
        entry.name + number(1, 2) + number(16, 2) + number(0, 8) + number(0, 8));
  write(header);
  entry.bytes = header.size();
  entry.checksum = add_to_checksum(0, header);
}

void NpzWriter::append(std::span<const float> values) {
  if (values.empty()) return;  // which may have no memory
  Entry& entry = entries_.back();
  const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  entry.bytes += bytes.size();
  entry.checksum = add_to_checksum(entry.checksum, bytes);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("write");
}

void NpzWriter::end_array() {
  if (entries_.empty()) return;
  const Entry& entry = entries_.back();
  TRIREME_EXPECT(entry.bytes == expected_);
  const auto patch = [&](std::uint64_t place, const std::string& bytes) {
    if (fseeko(file_, static_cast<off_t>(place), SEEK_SET) != 0) fail("write");
    write(bytes);
  };
  patch(entry.header + 14, number(entry.checksum, 4));
  patch(entry.header + 30 + entry.name.size() + 4, number(entry.bytes, 8) + number(entry.bytes, 8));
  if (fseeko(file_, 0, SEEK_END) != 0) fail("write");
}

void NpzWriter::finish() {
  end_array();
  const auto begin = static_cast<std::uint64_t>(ftello(file_));
  for (const Entry& entry : entries_)
    write("PK\x01\x02" + number(45, 2) + number(45, 2) + number(0, 2) + number(0, 2) + no_time +
          number(entry.checksum, 4) + number(0xffffffffu, 4) + number(0xffffffffu, 4) +
          number(entry.name.size(), 2) + number(28, 2) + number(0, 2) + number(0, 2) + number(0, 2) +
          number(0, 4) + number(0xffffffffu, 4) + entry.name + number(1, 2) + number(24, 2) +
          number(entry.bytes, 8) + number(entry.bytes, 8) + number(entry.header, 8));
  const auto end = static_cast<std::uint64_t>(ftello(file_));
  write("PK\x06\x06" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 4) + number(0, 4) +
        number(entries_.size(), 8) + number(entries_.size(), 8) + number(end - begin, 8) + number(begin, 8));
  write("PK\x06\x07" + number(0, 4) + number(end, 8) + number(1, 4));
  write("PK\x05\x06" + number(0, 2) + number(0, 2) + number(0xffff, 2) + number(0xffff, 2) +
        number(0xffffffffu, 4) + number(0xffffffffu, 4) + number(0, 2));
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed) {
    const int code = errno;
    std::remove(partial_.c_str());
    errno = code;
    fail("write");
  }
  io::publish_file(partial_, path_);
}

}  // namespace trireme::dlrm
