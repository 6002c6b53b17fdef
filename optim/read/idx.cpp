// SPDX-License-Identifier: Apache-2.0
#include "optim/read/idx.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "solvers/base/error.hpp"

namespace trireme::optim {
namespace {

constexpr unsigned char unsigned_byte = 0x08;

GlobalIndex big_endian(const std::string& bytes, std::size_t at) {
  GlobalIndex value = 0;
  for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
  return value;
}

}  // namespace

IdxArray parse_idx(const std::string& bytes, const std::string& name) {
  const auto refuse = [&](const std::string& problem, const std::string& why) {
    throw Error(ErrorKind::input, name + ": " + problem, why, "give a file in MNIST's IDX format");
  };
  if (bytes.size() < 4 || bytes[0] != 0 || bytes[1] != 0)
    refuse("no IDX file", "it does not begin with two zeros");
  if (static_cast<unsigned char>(bytes[2]) != unsigned_byte)
    refuse("unknown type of entries",
           fmt::format("type {:#04x}, only unsigned bytes (0x08) are read",
                       static_cast<unsigned>(static_cast<unsigned char>(bytes[2]))));
  const auto n_dimensions = static_cast<std::size_t>(static_cast<unsigned char>(bytes[3]));
  const std::size_t head = 4 + 4 * n_dimensions;
  if (n_dimensions == 0 || n_dimensions > 4 || bytes.size() < head)
    refuse("damaged head", fmt::format("{} dimensions in {} bytes", n_dimensions, bytes.size()));
  IdxArray array;
  GlobalIndex count = 1;
  for (std::size_t k = 0; k < n_dimensions; ++k) {
    array.sizes.push_back(big_endian(bytes, 4 + 4 * k));
    // Sizes are below 2^32: the product is compared before it can overflow.
    if (array.sizes.back() > 0 && count > static_cast<GlobalIndex>(bytes.size()) / array.sizes.back())
      refuse("cut off", "its sizes ask for more bytes than there are");
    count *= array.sizes.back();
  }
  if (static_cast<GlobalIndex>(bytes.size() - head) != count)
    refuse("damaged or cut off",
           fmt::format("{} bytes of entries, its sizes ask for {}", bytes.size() - head, count));
  array.data.assign(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end());
  return array;
}

RawSamples rows_of_images(const IdxArray& images, const IdxArray& labels, const std::string& name) {
  if (labels.sizes.size() != 1 || labels.sizes[0] != images.sizes[0])
    throw Error(ErrorKind::input, name + ": images and labels do not fit",
                fmt::format("{} images, {} labels", images.sizes[0], labels.data.size()),
                "give the labels of these images");
  RawSamples rows;
  const std::size_t n = labels.data.size(), width = n > 0 ? images.data.size() / n : 0;
  rows.n_features = static_cast<GlobalIndex>(width);  // the last pixels may be empty in all images
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t j = 0; j < width; ++j) {
      const unsigned char pixel = images.data[row * width + j];
      if (pixel == 0) continue;
      rows.columns.push_back(static_cast<std::int64_t>(j));
      rows.values.push_back(static_cast<float>(pixel) / 255.0f);
    }
    rows.offsets.push_back(static_cast<std::int64_t>(rows.columns.size()));
    rows.labels.push_back(labels.data[row]);
  }
  return rows;
}

}  // namespace trireme::optim
