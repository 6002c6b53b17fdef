// SPDX-License-Identifier: Apache-2.0
// Samples from text files with one sample a line: lines are read in order, decoded by all threads. Called by
// prepare with the decoder of a format. Local.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlrm_hpc/data/line_reading.hpp"
#include "dlrm_hpc/data/sample_source.hpp"
#include "dlrm_hpc/data/text_lines.hpp"

namespace trireme::dlrm {

class LineSource : public SampleSource {
 public:
  // Writes a line's record, and its bags [bag columns]; called on several threads at once.
  using Decode = std::function<LineReading(std::string_view line, std::uint32_t* record, LineBags& bags)>;

  // header_lines: of each file, passed over.
  LineSource(std::vector<std::string> files, DataSchema schema, Decode decode, int header_lines = 0);

  const DataSchema& schema() const override { return schema_; }
  void go_to(const SourcePosition& position) override;
  void fill(GlobalIndex samples, DataChunk& chunk) override;
  const SourcePosition& position() const override { return position_; }

 private:
  bool open_next();
  void decode_lines(const std::vector<std::string_view>& lines, DataChunk& chunk);

  std::vector<std::string> files_;
  DataSchema schema_;
  RecordLayout layout_;
  Decode decode_;
  int header_lines_;
  std::optional<TextLines> lines_;
  SourcePosition position_;
};

}  // namespace trireme::dlrm
