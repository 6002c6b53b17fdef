// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/mlperf_binary.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "dlrm_hpc/data/criteo_text.hpp"
#include "solvers/base/error.hpp"

namespace trireme::dlrm {
namespace {

constexpr std::size_t n_words = 1 + criteo_numbers + criteo_ids, record_bytes = 4 * n_words;

}  // namespace

MlperfBinarySource::MlperfBinarySource(std::vector<std::string> files, const std::vector<GlobalIndex>& rows,
                                       Strictness strictness)
    : files_(std::move(files)), schema_(criteo_schema(rows)), layout_(schema_), strictness_(strictness) {
  schema_.rule = "mlperf: log(max(x, 0) + 1), id modulo rows";
}

void MlperfBinarySource::go_to(const SourcePosition& position) {
  const SourcePosition wanted = position;
  position_ = position;
  position_.line = 0;
  if (!open_next()) return;
  if (fseeko(file_.get(), static_cast<off_t>(wanted.line) * static_cast<off_t>(record_bytes), SEEK_SET) != 0)
    throw Error(ErrorKind::input, "cannot go on in '" + files_[static_cast<std::size_t>(wanted.file)] + "'",
                std::strerror(errno), "remove the .partial file of prepare.output to begin anew");
  position_ = wanted;
}

// Opens the file that the position is in, at its begin.
bool MlperfBinarySource::open_next() {
  if (file_) return true;
  if (position_.file >= static_cast<std::int64_t>(files_.size())) return false;
  const std::string& path = files_[static_cast<std::size_t>(position_.file)];
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_)
    throw Error(ErrorKind::input, "cannot open '" + path + "'", std::strerror(errno), "name another file");
  fseeko(file_.get(), 0, SEEK_END);
  const auto bytes = static_cast<std::int64_t>(ftello(file_.get()));
  if (bytes % static_cast<std::int64_t>(record_bytes) != 0)
    throw Error(ErrorKind::input, "'" + path + "' holds no whole number of records",
                fmt::format("it has {} bytes, a record {}", bytes, record_bytes), "copy it again");
  fseeko(file_.get(), 0, SEEK_SET);
  return true;
}

void MlperfBinarySource::fill(GlobalIndex samples, DataChunk& chunk) {
  chunk.clear(layout_);
  std::vector<std::uint32_t> words;
  while (chunk.samples < samples && open_next()) {
    constexpr GlobalIndex portion = 65536;
    words.resize(static_cast<std::size_t>(std::min(samples - chunk.samples, portion)) * n_words);
    const std::size_t got = std::fread(words.data(), record_bytes, words.size() / n_words, file_.get());
    if (std::ferror(file_.get()))
      throw Error(ErrorKind::io, "cannot read '" + files_[static_cast<std::size_t>(position_.file)] + "'",
                  std::strerror(errno), "look at the disk, and run prepare again to go on");
    if (got == 0) {
      file_.reset();
      ++position_.file;
      position_.line = 0;
      continue;
    }
    for (std::size_t r = 0; r < got; ++r) {
      const std::uint32_t* const from = words.data() + r * n_words;
      ++position_.line;
      if (from[0] > 1) {
        if (strictness_ == Strictness::lenient) {
          ++position_.lines_skipped;
          continue;
        }
        throw Error(ErrorKind::input,
                    fmt::format("{}:{}:1: {} is no label, which is 0 or 1",
                                files_[static_cast<std::size_t>(position_.file)], position_.line, from[0]),
                    "file:record:field", "mend the file, or set prepare.strictness=lenient");
      }
      chunk.records.resize(chunk.records.size() + layout_.words);
      std::uint32_t* const record = chunk.records.data() + chunk.records.size() - layout_.words;
      const auto label = static_cast<float>(from[0]);
      std::memcpy(record, &label, 4);
      for (int d = 1; d <= criteo_numbers; ++d) {
        std::int32_t number;
        std::memcpy(&number, from + d, 4);
        if (number < 0) ++position_.negative_numbers;
        const float value = std::log1p(static_cast<float>(std::max(number, 0)));
        std::memcpy(record + d, &value, 4);
      }
      for (std::size_t t = 0; t < criteo_ids; ++t)
        store_id(record + layout_.place[t], layout_.id_words,
                 static_cast<GlobalIndex>(from[1 + criteo_numbers + t]) % schema_.tables[t].rows);
      ++chunk.samples;
    }
  }
}

}  // namespace trireme::dlrm
