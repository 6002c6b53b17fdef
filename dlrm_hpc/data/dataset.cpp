// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/dataset.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dlrm_hpc/data/dataset_format.hpp"
#include "solvers/base/error.hpp"

namespace trireme::dlrm {
namespace {

// Samples that statistics are taken from.
constexpr GlobalIndex looked_at = 4096;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, "'" + path + "' cannot be read as a file of samples", why,
              "make it with trireme-dlrm prepare");
}

}  // namespace

struct Dataset::Mapping {
  explicit Mapping(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) refuse(path, std::strerror(errno));
    struct stat status {};
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
      close(fd);
      refuse(path, "it is no file, or an empty one");
    }
    bytes = static_cast<std::uint64_t>(status.st_size);
    void* const place = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (place == MAP_FAILED) refuse(path, std::strerror(errno));
    data = static_cast<const char*>(place);
  }
  ~Mapping() { munmap(const_cast<char*>(data), bytes); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  const char* data = nullptr;
  std::uint64_t bytes = 0;
};

Dataset::Dataset(const std::string& path) : path_(path), mapping_(std::make_shared<const Mapping>(path)) {
  DatasetPreamble preamble;
  if (mapping_->bytes < sizeof(preamble)) refuse(path, "it is too short");
  std::memcpy(&preamble, mapping_->data, sizeof(preamble));
  if (std::memcmp(preamble.magic, dataset_magic, sizeof(preamble.magic)) != 0 &&
      std::memcmp(preamble.magic, weighted_dataset_magic, sizeof(preamble.magic)) != 0)
    refuse(path, "it does not begin as one");
  if (preamble.footer_offset < sizeof(preamble) || preamble.footer_offset > mapping_->bytes ||
      preamble.footer_bytes != mapping_->bytes - preamble.footer_offset)
    refuse(path, "it is incomplete");
  const std::string footer(mapping_->data + preamble.footer_offset, preamble.footer_bytes);
  if (checksum_of(footer.data(), footer.size()) != preamble.footer_checksum)
    refuse(path, "its table of contents is damaged");
  find_chunks(footer);
  if (schema_.has_weights() !=
      (std::memcmp(preamble.magic, weighted_dataset_magic, sizeof(preamble.magic)) == 0))
    refuse(path, "it does not begin as one with its columns");
}

void Dataset::find_chunks(const std::string& footer) {
  const auto json = nlohmann::json::parse(footer, nullptr, false);
  if (json.is_discarded() || !json.contains("columns") || !json.contains("statistics") ||
      !json.contains("chunks") || !json.contains("chunk_samples"))
    refuse(path_, "its table of contents is damaged");
  schema_ = schema_from_json(json["columns"], path_);
  statistics_ = statistics_from_json(json["statistics"], path_);
  layout_ = RecordLayout(schema_);
  chunk_samples_ = json["chunk_samples"].get<GlobalIndex>();
  GlobalIndex samples = 0;
  for (const auto& entry : json["chunks"]) {
    Chunk chunk{};
    chunk.offset = entry[0].get<std::uint64_t>();
    chunk.samples = entry[1].get<GlobalIndex>();
    chunk.checksum = entry[2].get<std::uint64_t>();
    const auto n = static_cast<std::uint64_t>(chunk.samples);
    std::uint64_t at = chunk.offset + sizeof(ChunkHeader);
    const auto take = [&](std::uint64_t words) {
      if (at > mapping_->bytes || words > (mapping_->bytes - at) / 4) refuse(path_, "a chunk is cut off");
      const auto* const place = reinterpret_cast<const std::uint32_t*>(mapping_->data + at);
      at += 4 * words;
      return place;
    };
    chunk.records = take(n * layout_.words);
    for (std::size_t bag = 0; bag < layout_.n_bags; ++bag) {
      chunk.bag_ends.push_back(take(n));
      const std::uint64_t ids = chunk.bag_ends.back()[n - 1];
      chunk.bag_ids.push_back(take(ids * layout_.id_words));
      chunk.bag_weights.push_back(layout_.has_weights[bag] ? reinterpret_cast<const float*>(take(ids))
                                                           : nullptr);
    }
    samples += chunk.samples;
    chunks_.push_back(std::move(chunk));
  }
  if (samples != statistics_.samples || chunk_samples_ < 1)
    refuse(path_, "its chunks are not as many as told");
}

const std::uint32_t* Dataset::record(GlobalIndex sample) const {
  const auto within = static_cast<std::size_t>(sample % chunk_samples_);
  return chunks_[static_cast<std::size_t>(sample / chunk_samples_)].records + within * layout_.words;
}

Dataset::Bag Dataset::bag(std::size_t bag_column, GlobalIndex sample) const {
  const Chunk& chunk = chunks_[static_cast<std::size_t>(sample / chunk_samples_)];
  const auto within = static_cast<std::size_t>(sample % chunk_samples_);
  const std::uint32_t* const ends = chunk.bag_ends[bag_column];
  const std::size_t begin = within == 0 ? 0 : ends[within - 1];
  const std::size_t last = static_cast<std::size_t>(chunk.samples) - 1;
  if (ends[within] < begin || ends[within] > ends[last])
    refuse(path_, fmt::format("the bag of sample {} ends before it begins, or behind all", sample));
  const float* const weights = chunk.bag_weights[bag_column];
  return {chunk.bag_ids[bag_column] + begin * layout_.id_words, ends[within] - begin,
          weights ? weights + begin : nullptr};
}

std::vector<double> Dataset::mean_lookups() const {
  std::vector<double> lookups;
  const GlobalIndex n = std::min(samples(), looked_at);
  for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
    auto sum = static_cast<double>(n);
    if (schema_.tables[t].arity == Arity::bag) {
      sum = 0;
      for (GlobalIndex sample = 0; sample < n; ++sample)
        sum += static_cast<double>(bag(layout_.place[t], sample).count);
    }
    lookups.push_back(sum / static_cast<double>(n));
  }
  return lookups;
}

auto Dataset::weight_ranges() const -> std::vector<std::optional<WeightRange>> {
  std::vector<std::optional<WeightRange>> ranges(schema_.tables.size());
  for (std::size_t t = 0; t < ranges.size(); ++t) {
    if (!schema_.tables[t].has_weights) continue;
    bool any = false;
    WeightRange range;
    for (GlobalIndex sample = 0; sample < std::min(samples(), looked_at); ++sample) {
      const Bag ids = bag(layout_.place[t], sample);
      for (std::size_t k = 0; k < ids.count; ++k, any = true) {
        const float weight = ids.weights[k];
        if (!std::isfinite(weight))
          refuse(path_, fmt::format("sample {} has the weight {} in column '{}'", sample, weight,
                                    schema_.tables[t].name));
        range = any ? WeightRange{std::min(range.least, weight), std::max(range.largest, weight)}
                    : WeightRange{weight, weight};
      }
    }
    ranges[t] = range;
  }
  return ranges;
}

void Dataset::verify() const {
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    ChunkHeader header;
    std::memcpy(&header, mapping_->data + chunks_[c].offset, sizeof(header));
    const char* const payload = mapping_->data + chunks_[c].offset + sizeof(header);
    if (header.magic != chunk_magic || header.checksum != chunks_[c].checksum ||
        header.payload_bytes > mapping_->bytes - chunks_[c].offset - sizeof(header) ||
        checksum_of(payload, header.payload_bytes) != header.checksum)
      refuse(path_, fmt::format("chunk {} of {} is damaged", c + 1, chunks_.size()));
  }
  for (GlobalIndex sample = 0; sample < samples(); ++sample)
    for (std::size_t t = 0; t < schema_.tables.size(); ++t) {
      const Bag ids = schema_.tables[t].arity == Arity::one ? Bag{record(sample) + layout_.place[t], 1}
                                                            : bag(layout_.place[t], sample);
      for (std::size_t k = 0; k < ids.count; ++k) {
        const GlobalIndex id = load_id(ids.words + k * layout_.id_words, layout_.id_words);
        if (id < 0 || id >= schema_.tables[t].rows)
          refuse(path_, fmt::format("sample {} has id {} in column '{}' of {} rows", sample, id,
                                    schema_.tables[t].name, schema_.tables[t].rows));
        if (ids.weights && !std::isfinite(ids.weights[k]))
          refuse(path_, fmt::format("sample {} has the weight {} in column '{}'", sample, ids.weights[k],
                                    schema_.tables[t].name));
      }
    }
}

}  // namespace trireme::dlrm
