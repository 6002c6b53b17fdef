// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/dataset_writer.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "solvers/base/error.hpp"
#include "solvers/io/atomic_write.hpp"

namespace trireme::dlrm {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

// The payload of a chunk as one text of bytes, the form in which its checksum is taken.
std::vector<char> payload_of(const DataChunk& chunk) {
  std::size_t bytes = bytes_of(chunk.records);
  for (const auto& bag : chunk.bags) bytes += bytes_of(bag.ends) + bytes_of(bag.ids) + bytes_of(bag.weights);
  std::vector<char> payload;
  payload.reserve(bytes);
  const auto put = [&](const auto& words) {
    const char* const data = reinterpret_cast<const char*>(words.data());
    payload.insert(payload.end(), data, data + bytes_of(words));
  };
  put(chunk.records);
  for (const auto& bag : chunk.bags) {
    put(bag.ends);
    put(bag.ids);
    put(bag.weights);
  }
  return payload;
}

// The reverse; false when the sizes do not fit together.
bool unpack(const std::vector<char>& payload, const RecordLayout& layout, GlobalIndex samples,
            DataChunk& chunk) {
  chunk.clear(layout);
  chunk.samples = samples;
  std::size_t at = 0;
  const auto take = [&](auto& words, std::size_t count) {
    if ((payload.size() - at) / 4 < count) return false;
    words.resize(count);
    if (count > 0) std::memcpy(words.data(), payload.data() + at, 4 * count);
    at += 4 * count;
    return true;
  };
  const auto n = static_cast<std::size_t>(samples);
  if (n == 0 || !take(chunk.records, n * layout.words)) return false;
  for (std::size_t b = 0; b < chunk.bags.size(); ++b) {
    auto& bag = chunk.bags[b];
    if (!take(bag.ends, n) || !take(bag.ids, bag.ends.back() * layout.id_words) ||
        !take(bag.weights, layout.has_weights[b] ? bag.ends.back() : 0))
      return false;
  }
  return at == payload.size();
}

const char (&magic_of(const DataSchema& schema))[16] {
  return schema.has_weights() ? weighted_dataset_magic : dataset_magic;
}

}  // namespace

DatasetWriter::DatasetWriter(std::string path, DataSchema schema, GlobalIndex chunk_samples,
                             std::uint64_t source_key)
    : path_(std::move(path)),
      partial_(path_ + std::string(io::partial_suffix)),
      schema_(std::move(schema)),
      layout_(schema_),
      chunk_samples_(chunk_samples) {
  statistics_.empty_ids.assign(schema_.tables.size(), 0);
  if (!go_on(source_key)) start(source_key);
}

DatasetWriter::~DatasetWriter() {
  if (file_) std::fclose(file_);
}

void DatasetWriter::fail(const char* action) const {
  throw Error(ErrorKind::io, std::string("cannot ") + action + " '" + partial_ + "'", std::strerror(errno),
              "look at the folder's permissions and free space");
}

void DatasetWriter::write(const void* data, std::size_t bytes) {
  if (bytes > 0 && std::fwrite(data, 1, bytes, file_) != bytes) fail("write");
  offset_ += bytes;
}

void DatasetWriter::start(std::uint64_t source_key) {
  file_ = std::fopen(partial_.c_str(), "w+b");
  if (!file_) fail("open");
  DatasetPreamble preamble;
  std::memcpy(preamble.magic, magic_of(schema_), sizeof(preamble.magic));
  preamble.source_key = source_key;
  write(&preamble, sizeof(preamble));
}

bool DatasetWriter::go_on(std::uint64_t source_key) {
  file_ = std::fopen(partial_.c_str(), "r+b");
  if (!file_) return false;
  DatasetPreamble preamble;
  const auto give_up = [&] {
    std::fclose(std::exchange(file_, nullptr));
    return false;
  };
  if (std::fread(&preamble, sizeof(preamble), 1, file_) != 1 || preamble.source_key != source_key ||
      std::memcmp(preamble.magic, magic_of(schema_), sizeof(preamble.magic)) != 0 ||
      preamble.footer_offset != 0)
    return give_up();
  if (std::fseek(file_, 0, SEEK_END) != 0) fail("read");
  const auto file_bytes = static_cast<std::uint64_t>(std::ftell(file_));
  offset_ = sizeof(preamble);
  DataChunk chunk;
  // Every chunk is read again: what was counted is not stored, and a torn chunk must be seen.
  for (;;) {
    ChunkHeader header;
    if (std::fseek(file_, static_cast<long>(offset_), SEEK_SET) != 0 ||
        std::fread(&header, sizeof(header), 1, file_) != 1 || header.magic != chunk_magic ||
        header.samples != static_cast<std::uint64_t>(chunk_samples_) ||
        header.payload_bytes > file_bytes - offset_ - sizeof(header))
      break;
    std::vector<char> payload(header.payload_bytes);
    if (std::fread(payload.data(), 1, payload.size(), file_) != payload.size() ||
        checksum_of(payload.data(), payload.size()) != header.checksum ||
        !unpack(payload, layout_, chunk_samples_, chunk))
      break;
    chunks_.push_back({offset_, header.samples, header.checksum});
    count(chunk);
    position_ = header.position;
    offset_ += sizeof(header) + header.payload_bytes;
  }
  if (ftruncate(fileno(file_), static_cast<off_t>(offset_)) != 0) fail("shorten");
  if (std::fseek(file_, static_cast<long>(offset_), SEEK_SET) != 0) fail("read");
  return true;
}

void DatasetWriter::count(const DataChunk& chunk) {
  statistics_.samples += chunk.samples;
  for (GlobalIndex i = 0; i < chunk.samples; ++i) {
    float label;
    std::memcpy(&label, chunk.records.data() + static_cast<std::size_t>(i) * layout_.words, 4);
    statistics_.label_sum += label;
  }
  for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
    if (schema_.tables[t].arity == Arity::one) continue;
    std::uint32_t before = 0;
    for (const std::uint32_t end : chunk.bags[layout_.place[t]].ends)
      if (std::exchange(before, end) == end) ++statistics_.empty_ids[t];
  }
}

void DatasetWriter::append(const DataChunk& chunk, const SourcePosition& position) {
  if (chunk.samples == 0) return;
  const std::vector<char> payload = payload_of(chunk);
  ChunkHeader header;
  header.samples = static_cast<std::uint64_t>(chunk.samples);
  header.payload_bytes = payload.size();
  header.checksum = checksum_of(payload.data(), payload.size());
  header.position = position;
  chunks_.push_back({offset_, header.samples, header.checksum});
  write(&header, sizeof(header));
  write(payload.data(), payload.size());
  if (std::fflush(file_) != 0) fail("write");
  count(chunk);
  position_ = position;
}

DataStatistics DatasetWriter::finish(const SourcePosition& position) {
  statistics_.lines_skipped = position.lines_skipped;
  statistics_.lines_mended = position.lines_mended;
  statistics_.negative_numbers = position.negative_numbers;
  if (statistics_.samples == 0)
    throw Error(ErrorKind::input, "'" + path_ + "' would hold no samples", "the source has none",
                "check prepare.input");
  nlohmann::json places = nlohmann::json::array();
  for (const ChunkPlace& chunk : chunks_) places.push_back({chunk.offset, chunk.samples, chunk.checksum});
  const std::string footer = nlohmann::json{
      {"columns", to_json(schema_)},
      {"statistics", to_json(statistics_)},
      {"chunk_samples", chunk_samples_},
      {"chunks", places}}.dump();
  DatasetPreamble preamble;
  std::memcpy(preamble.magic, magic_of(schema_), sizeof(preamble.magic));
  preamble.footer_offset = offset_;
  preamble.footer_bytes = footer.size();
  preamble.footer_checksum = checksum_of(footer.data(), footer.size());
  write(footer.data(), footer.size());
  if (std::fseek(file_, 0, SEEK_SET) != 0) fail("write");
  write(&preamble, sizeof(preamble));
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("write");
  io::publish_file(partial_, path_);
  return statistics_;
}

}  // namespace trireme::dlrm
