// SPDX-License-Identifier: Apache-2.0
#include "dlrm_hpc/data/prepare.hpp"

#include <sys/stat.h>

namespace trireme::dlrm {

std::uint64_t source_key_of(const std::vector<std::string>& files, const std::string& options) {
  std::string text = options;
  for (const std::string& file : files) {
    struct stat status {};
    text += "\n" + file;
    if (stat(file.c_str(), &status) == 0)
      text += " " + std::to_string(status.st_size) + " " + std::to_string(status.st_mtime);
  }
  return checksum_of(text.data(), text.size());
}

DataStatistics prepare_dataset(SampleSource& source, const std::string& output, GlobalIndex chunk_samples,
                               std::uint64_t source_key, const std::function<void(GlobalIndex)>& progress) {
  DatasetWriter writer(output, source.schema(), chunk_samples, source_key);
  if (writer.samples() > 0) source.go_to(writer.position());
  DataChunk chunk;
  do {
    source.fill(chunk_samples, chunk);
    writer.append(chunk, source.position());
    progress(writer.samples());
  } while (chunk.samples == chunk_samples);
  return writer.finish(source.position());
}

}  // namespace trireme::dlrm
