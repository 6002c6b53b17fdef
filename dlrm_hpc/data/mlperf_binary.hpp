// SPDX-License-Identifier: Apache-2.0
// The binary form of Criteo's terabyte that MLPerf's first recommendation benchmark trains on: records of 160
// bytes without a header, 40 integers of 32 bits each, the lowest byte first: label, 13 numbers, 26 ids.
// Called by prepare. Local.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "dlrm_hpc/data/line_reading.hpp"
#include "dlrm_hpc/data/sample_source.hpp"

namespace trireme::dlrm {

class MlperfBinarySource : public SampleSource {
 public:
  // rows: as for criteo_schema(). Numbers become log(max(x, 0) + 1), ids id modulo rows. A label that is
  // neither 0 nor 1 is refused with file:record:field, or in lenient reading its record is skipped.
  MlperfBinarySource(std::vector<std::string> files, const std::vector<GlobalIndex>& rows,
                     Strictness strictness);

  const DataSchema& schema() const override { return schema_; }
  void go_to(const SourcePosition& position) override;
  void fill(GlobalIndex samples, DataChunk& chunk) override;
  const SourcePosition& position() const override { return position_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool open_next();

  std::vector<std::string> files_;
  DataSchema schema_;
  RecordLayout layout_;
  Strictness strictness_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  SourcePosition position_;  // line: records of the file consumed
};

}  // namespace trireme::dlrm
