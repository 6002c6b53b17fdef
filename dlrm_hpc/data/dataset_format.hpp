// SPDX-License-Identifier: Apache-2.0
// The project's own file of samples, byte by byte; little-endian.
//
//   Preamble  64 bytes, zero until the file is complete but for its magic.
//   chunk*    ChunkHeader, records [samples, words] of 4 bytes, then for each bag column ends [samples] of 4
//             bytes, ids [ends.back()] of 4 or 8 and, where the column has weights, these [ends.back()] as
//             floats. All chunks but the last hold `chunk_samples` samples.
//   footer    JSON text: columns, statistics, chunk_samples, and [offset, samples, checksum] of every chunk.
//
// Samples are found without reading what lies before them, so ranks read their own alone. A file under
// construction is a preamble and whole chunks, each of which says how far in the source it reached: a writer
// that was killed goes on behind the last whole one.
#pragma once

#include <cstdint>
#include <cstring>

#include "solvers/base/counter_hash.hpp"

namespace trireme::dlrm {

inline constexpr char dataset_magic[16] = "trireme ctr v01";
inline constexpr char weighted_dataset_magic[16] = "trireme ctr v02";  // with weights of ids
inline constexpr std::uint64_t chunk_magic = 0x6b6e756863727463;       // "ctrchunk"

struct DatasetPreamble {
  char magic[16] = {};
  std::uint64_t footer_offset = 0;
  std::uint64_t footer_bytes = 0;
  std::uint64_t footer_checksum = 0;
  std::uint64_t source_key = 0;  // of what the file is made from and how; only asked when going on
  std::uint64_t unused[2] = {};
};
static_assert(sizeof(DatasetPreamble) == 64);

// How far a writer got in its source, and what it had counted by then.
struct SourcePosition {
  std::int64_t file = 0;
  std::int64_t line = 0;  // lines (or records) of that file consumed
  std::int64_t lines_skipped = 0;
  std::int64_t lines_mended = 0;
  std::int64_t negative_numbers = 0;
};

struct ChunkHeader {
  std::uint64_t magic = chunk_magic;
  std::uint64_t samples = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t checksum = 0;  // of the payload
  SourcePosition position;
  std::uint64_t unused[3] = {};
};
static_assert(sizeof(ChunkHeader) == 96);

// A checksum that sees every bit and the place of every word. bytes: any.
inline std::uint64_t checksum_of(const void* data, std::size_t bytes, std::uint64_t seed = 0) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t sum = mix_bits(seed ^ bytes);
  for (; bytes >= 8; bytes -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 29;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at, bytes);
  return mix_bits(sum ^ rest);
}

}  // namespace trireme::dlrm
