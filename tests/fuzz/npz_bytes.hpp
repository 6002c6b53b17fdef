// SPDX-License-Identifier: Apache-2.0
// Small numpy files, byte by byte: a .npy, and archives of them, stored or deflated. Made without the writer
// of this project, so that the fuzz lane's seeds need none of it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlrm_hpc/data/zip_checksum.hpp"

#ifdef TRIREME_HAVE_ZLIB
#include <zlib.h>
#endif

namespace trireme::dlrm::fuzz {

// descr: '<f4', '<i8' ...; values: as bytes.
inline std::string npy_bytes(const std::string& descr, const std::string& shape, const std::string& values) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\x01\0\x76\0", 10) + header + "\n" + values;
}

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int k = 0; k < bytes; ++k) text += static_cast<char>(value >> (8 * k) & 0xff);
  return text;
}

#ifdef TRIREME_HAVE_ZLIB
// Without zlib's own header, as archives hold it.
inline std::string deflated(const std::string& bytes) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  std::vector<Bytef> input(bytes.begin(), bytes.end());
  stream.next_in = input.data();
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}
#endif

// arrays: name without .npy, and the bytes of that .npy.
inline std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& arrays, bool packs) {
  std::string archive, directory;
  for (const auto& [name, bytes] : arrays) {
    std::string body = bytes;
#ifdef TRIREME_HAVE_ZLIB
    if (packs) body = deflated(bytes);
#else
    packs = false;
#endif
    const std::string file = name + ".npy";
    // Version, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
    const std::string common = little_endian(20, 2) + little_endian(0, 2) + little_endian(packs ? 8 : 0, 2) +
                               little_endian(0, 4) + little_endian(add_to_checksum(0, bytes), 4) +
                               little_endian(body.size(), 4) + little_endian(bytes.size(), 4) +
                               little_endian(file.size(), 2) + little_endian(0, 2);
    directory += "PK\x01\x02" + little_endian(20, 2) + common + std::string(10, '\0') +
                 little_endian(archive.size(), 4) + file;
    archive += "PK\x03\x04" + common + file + body;
  }
  const std::size_t begin = archive.size();
  archive += directory;
  return archive + "PK\x05\x06" + little_endian(0, 4) + little_endian(arrays.size(), 2) +
         little_endian(arrays.size(), 2) + little_endian(directory.size(), 4) + little_endian(begin, 4) +
         little_endian(0, 2);
}

}  // namespace trireme::dlrm::fuzz
