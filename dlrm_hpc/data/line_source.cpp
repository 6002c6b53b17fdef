// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/line_source.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "solvers/base/error.hpp"
#include "solvers/threads/parallel_for.hpp"

namespace trireme::dlrm {

LineSource::LineSource(std::vector<std::string> files, DataSchema schema, Decode decode, int header_lines)
    : files_(std::move(files)),
      schema_(std::move(schema)),
      layout_(schema_),
      decode_(std::move(decode)),
      header_lines_(header_lines) {}

void LineSource::go_to(const SourcePosition& position) {
  position_ = position;
  if (position_.file >= static_cast<std::int64_t>(files_.size())) return;
  lines_.emplace(files_[static_cast<std::size_t>(position_.file)]);
  constexpr std::int64_t step = 1 << 16;
  while (lines_->lines() < position_.line)
    if (lines_->next(static_cast<std::size_t>(std::min(step, position_.line - lines_->lines()))).empty())
      throw Error(ErrorKind::input,
                  fmt::format("'{}' has fewer lines than when its reading was interrupted", lines_->path()),
                  "it was changed since", "remove the .partial file of prepare.output to begin anew");
}

bool LineSource::open_next() {
  if (position_.file >= static_cast<std::int64_t>(files_.size())) return false;
  if (!lines_) {
    lines_.emplace(files_[static_cast<std::size_t>(position_.file)]);
    position_.line = 0;
    if (header_lines_ > 0) lines_->next(static_cast<std::size_t>(header_lines_));
    position_.line = lines_->lines();
  }
  return true;
}

void LineSource::fill(GlobalIndex samples, DataChunk& chunk) {
  chunk.clear(layout_);
  while (chunk.samples < samples && open_next()) {
    const auto& lines = lines_->next(static_cast<std::size_t>(samples - chunk.samples));
    if (lines.empty()) {
      lines_.reset();
      ++position_.file;
      position_.line = 0;
      continue;
    }
    decode_lines(lines, chunk);
    position_.line = lines_->lines();
  }
}

void LineSource::decode_lines(const std::vector<std::string_view>& lines, DataChunk& chunk) {
  const auto words = layout_.words;
  const auto before = static_cast<std::size_t>(chunk.samples);
  chunk.records.resize((before + lines.size()) * words);
  std::vector<LineReading> readings(lines.size());
  std::vector<LineBags> bags(layout_.n_bags > 0 ? lines.size() : 0);
  threads::parallel_for(lines.size(), [&](std::size_t i) {
    LineBags none;
    readings[i] =
        decode_(lines[i], chunk.records.data() + (before + i) * words, bags.empty() ? none : bags[i]);
  });
  std::size_t kept = before;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const LineReading& reading = readings[i];
    using Outcome = LineReading::Outcome;
    if (reading.outcome == Outcome::refused) {
      const auto line = position_.line + static_cast<std::int64_t>(i) + 1;
      throw Error(ErrorKind::input,
                  reading.field > 0
                      ? fmt::format("{}:{}:{}: {}", lines_->path(), line, reading.field, reading.problem)
                      : fmt::format("{}:{}: {}", lines_->path(), line, reading.problem),
                  "file:line:field", "mend the file, or set prepare.strictness=lenient");
    }
    position_.negative_numbers += reading.negative_numbers;
    if (reading.outcome == Outcome::skipped) {
      ++position_.lines_skipped;
      continue;
    }
    if (reading.outcome == Outcome::mended) ++position_.lines_mended;
    if (kept != before + i)
      std::copy_n(chunk.records.begin() + static_cast<std::ptrdiff_t>((before + i) * words), words,
                  chunk.records.begin() + static_cast<std::ptrdiff_t>(kept * words));
    ++kept;
    for (std::size_t b = 0; b < layout_.n_bags; ++b) {
      DataChunk::Bags& column = chunk.bags[b];
      std::size_t at = column.ids.size();
      const LineBag& bag = bags[i][b];
      column.ids.resize(at + bag.ids.size() * layout_.id_words);
      column.weights.insert(column.weights.end(), bag.weights.begin(), bag.weights.end());
      for (const GlobalIndex id : bag.ids) {
        store_id(column.ids.data() + at, layout_.id_words, id);
        at += layout_.id_words;
      }
      column.ends.push_back(bag_end(column.ids.size() / layout_.id_words));
    }
  }
  chunk.records.resize(kept * words);
  chunk.samples = static_cast<GlobalIndex>(kept);
}

}  // namespace trireme::dlrm
