// SPDX-License-Identifier: Apache-2.0
#include "solvers/io/hdf5_structure.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/io/hdf5_handle.hpp"

namespace trireme::io {

namespace {

constexpr int deepest = 8;          // groups below one another
constexpr int most_links = 100000;  // links can show one group in many places, in itself too
constexpr hsize_t piece = 1 << 16;  // values read at a time
// Deflate packs at most 1032 bytes into one; what announces more has no values to read.
constexpr double largest_packing = 1100;

herr_t collect(hid_t, const char* name, const H5L_info_t* link, void* names) {
  if (link->type == H5L_TYPE_HARD) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

herr_t read_attribute(hid_t object, const char* name, const H5A_info_t*, void*) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  const std::size_t size = H5Tget_size(type.get());
  if (count <= 0 || size == 0 || H5Tis_variable_str(type.get()) != 0) return 0;
  if (static_cast<std::size_t>(count) > piece / size) return 0;  // attributes are smaller than that
  std::vector<char> values(static_cast<std::size_t>(count) * size);
  H5Aread(attribute.get(), type.get(), values.data());
  return 0;
}

// Tables, as Hdf5File reads them, of numbers.
void read_values(hid_t table) {
  const Handle type(H5Dget_type(table), H5Tclose);
  const Handle space(H5Dget_space(table), H5Sclose);
  const Handle creation(H5Dget_create_plist(table), H5Pclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  const int rank = H5Sget_simple_extent_ndims(space.get());
  std::array<hsize_t, 2> extent{0, 1};
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || (rank != 1 && rank != 2)) return;
  if (H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr) < 0) return;
  if (extent[0] == 0 || extent[1] == 0 || extent[1] > piece) return;
  const hid_t in_memory = kind == H5T_INTEGER ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  std::vector<std::int64_t> values(piece);
  const double announced = 8.0 * static_cast<double>(extent[0]) * static_cast<double>(extent[1]);
  const bool in_one_piece = H5Pget_layout(creation.get()) == H5D_CONTIGUOUS;
  if (!in_one_piece && announced > largest_packing * static_cast<double>(H5Dget_storage_size(table))) return;
  const hsize_t rows = piece / extent[1];
  for (hsize_t begin = in_one_piece ? extent[0] - 1 : 0; begin < extent[0]; begin += rows) {
    const std::array<hsize_t, 2> start{begin, 0}, count{std::min(rows, extent[0] - begin), extent[1]};
    const hsize_t read = count[0] * count[1];
    const Handle memory(H5Screate_simple(1, &read, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
        H5Dread(table, in_memory, memory.get(), space.get(), H5P_DEFAULT, values.data()) < 0)
      return;
  }
}

class Walk {
 public:
  void object(hid_t id, int depth) {
    hsize_t start = 0;
    H5Aiterate2(id, H5_INDEX_NAME, H5_ITER_INC, &start, read_attribute, nullptr);
    const H5I_type_t kind = H5Iget_type(id);
    if (kind == H5I_DATASET) read_values(id);
    if (kind == H5I_GROUP && depth < deepest) members(id, depth);
  }

 private:
  void members(hid_t group, int depth) {
    std::vector<std::string> names;
    hsize_t start = 0;
    H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &start, collect, &names);
    for (const std::string& name : names) {
      if (++links_ > most_links) return;
      H5Lexists(group, name.c_str(), H5P_DEFAULT);
      const Handle member(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
      if (member.valid()) object(member.get(), depth + 1);
    }
  }

  int links_ = 0;
};

}  // namespace

void read_structure(hid_t file) {
  const QuietErrors quiet;
  const Handle root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
  if (root.valid()) Walk().object(root.get(), 0);
}

}  // namespace trireme::io
