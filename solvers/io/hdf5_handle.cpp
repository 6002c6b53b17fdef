// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/hdf5_handle.hpp"

namespace trireme::io {

namespace {
// Keeps the innermost description that says more than which routine gave up.
herr_t keep_first(unsigned, const H5E_error2_t* entry, void* text) {
  auto& kept = *static_cast<std::string*>(text);
  if (kept.empty() && entry->desc != nullptr) kept = entry->desc;
  return 0;
}
}  // namespace

std::string take_hdf5_error() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  H5Eclear2(H5E_DEFAULT);
  // The system's own words, where they are quoted within a page of numbers.
  const std::string opening = "error message = '";
  const auto quoted = text.find(opening);
  if (quoted != std::string::npos) {
    const auto begin = quoted + opening.size();
    text = text.substr(begin, text.find('\'', begin) - begin);
  }
  return text.empty() ? "HDF5 gives no reason" : text;
}

hid_t memory_type(ElementType type) {
  switch (type) {
    case ElementType::float64:
      return H5T_NATIVE_DOUBLE;
    case ElementType::float32:
      return H5T_NATIVE_FLOAT;
    case ElementType::int64:
      return H5T_NATIVE_INT64;
    case ElementType::int32:
      return H5T_NATIVE_INT32;
    case ElementType::uint8:
      return H5T_NATIVE_UINT8;
  }
  return H5I_INVALID_HID;
}

}  // namespace trireme::io
