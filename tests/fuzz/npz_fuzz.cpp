// SPDX-License-Identifier: Apache-2.0
// The reader of numpy's files, alone and under the source of samples that stands on it. It reads by path, so
// each input becomes a file in memory.
#include <algorithm>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "dlrm_hpc/data/numpy_source.hpp"
#include "tests/fuzz/one_input.hpp"

using namespace trireme;
using mesh::fuzz::accept_or_refuse;

namespace {

// The file that holds the input of this moment; one for the whole process.
std::string file_of(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("npz_fuzz", 0);
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  return "/proc/self/fd/" + std::to_string(file);
}

// All values, in portions.
void read_all(dlrm::NumpyArray& array) {
  std::vector<float> values(4096);
  for (GlobalIndex left = array.size(); left > 0;) {
    const auto n = std::min(left, static_cast<GlobalIndex>(values.size()));
    array.read(std::span(values).first(static_cast<std::size_t>(n)));
    left -= n;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string path = file_of(data, size);
  accept_or_refuse([&] {
    const dlrm::NumpyFile file(path);
    for (const std::string& name : file.names())
      accept_or_refuse([&] {
        dlrm::NumpyArray array = file.open(name);
        read_all(array);
      });
  });
  return accept_or_refuse([&] {
    dlrm::NumpySource source({path}, dlrm::NumpyLayout::dlrm, {10});
    dlrm::DataChunk chunk;
    do source.fill(1000, chunk);
    while (chunk.samples > 0);
  });
}
