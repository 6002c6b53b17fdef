// SPDX-License-Identifier: Apache-2.0
// Nodes as the bytes of a CGNS file stored in HDF5, for the tests of read/cgns_hdf5.
#pragma once

#include <string>
#include <vector>

#include <hdf5.h>

#include "meshes/read/cgns_tree.hpp"

namespace trireme::mesh::testing {

enum class Packing { plain, deflated };

// What integer data are stored as in place of 32-bit integers; no values are written to odd ones.
enum class OddData { none, text, compound, array, unsigned_64, no_space, variable_text, many_dimensions };
inline constexpr int n_odd_data = 8;

class CgnsFileBytes {
 public:
  // With `packing`, data sets are chunked and deflated. `declared_rows` > 0: the data set of the node called
  // "CoordinateX" announces that many rows and stores none. The first node is linked `loops` times into
  // itself. What HDF5 refuses to make (a name with a slash, a name twice) is left out.
  explicit CgnsFileBytes(const CgnsNode& root, Packing packing = Packing::plain, hsize_t declared_rows = 0,
                         int loops = 0, OddData odd = OddData::none)
      : packing_(packing), declared_rows_(declared_rows), odd_(odd) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 65536, 0);
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t file = H5Fcreate("cgns_in_memory", H5F_ACC_TRUNC, creation, access);
    attribute(file, "label", "Root Node of HDF5 File");
    for (const CgnsNode& child : root.children) write(file, child);
    for (int k = 0; k < loops && !root.children.empty(); ++k) {
      const std::string& first = root.children[0].name;
      H5Lcreate_hard(file, first.c_str(), file, (first + "/again" + std::to_string(k)).c_str(), H5P_DEFAULT,
                     H5P_DEFAULT);
    }
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    bytes_.resize(static_cast<std::size_t>(H5Fget_file_image(file, nullptr, 0)));
    H5Fget_file_image(file, bytes_.data(), bytes_.size());
    H5Fclose(file);
    H5Pclose(creation);
    H5Pclose(access);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  static void attribute(hid_t object, const char* name, const std::string& text) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, 33);
    std::string padded = text;
    padded.resize(33, '\0');
    const hid_t handle = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(handle, type, padded.data());
    H5Aclose(handle);
    H5Sclose(space);
    H5Tclose(type);
  }

  void write(hid_t parent, const CgnsNode& node) {
    const hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t group = H5Gcreate2(parent, node.name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT);
    if (group < 0) {
      H5Pclose(creation);
      return;
    }
    attribute(group, "name", node.name);
    attribute(group, "label", node.label);
    attribute(group, "type", node.integers.empty() ? "C1" : "I8");
    if (node.name == "CoordinateX" && declared_rows_ > 0) {
      data(group, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, nullptr, declared_rows_);
    } else if (!node.text.empty()) {
      data(group, H5T_STD_I8LE, H5T_NATIVE_CHAR, node.text.data(), node.text.size());
    } else if (!node.integers.empty() && odd_ != OddData::none) {
      odd_data(group, node.integers.size());
    } else if (!node.integers.empty()) {
      data(group, H5T_STD_I32LE, H5T_NATIVE_INT64, node.integers.data(), node.integers.size());
    } else if (!node.reals.empty()) {
      data(group, H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, node.reals.data(), node.reals.size());
    }
    for (const CgnsNode& child : node.children) write(group, child);
    H5Gclose(group);
    H5Pclose(creation);
  }

  void data(hid_t group, hid_t stored, hid_t type, const void* values, hsize_t count) const {
    const hid_t space = H5Screate_simple(1, &count, nullptr), creation = H5Pcreate(H5P_DATASET_CREATE);
    if (packing_ == Packing::deflated || !values) {
      const hsize_t chunk = values ? count : 1024;
      H5Pset_chunk(creation, 1, &chunk);
      if (values) H5Pset_deflate(creation, 6);
    }
    const hid_t set = H5Dcreate2(group, " data", stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (values) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Pclose(creation);
    H5Sclose(space);
  }

  void odd_data(hid_t group, hsize_t count) const {
    hid_t type = H5Tcopy(H5T_STD_I16LE), space = H5Screate_simple(1, &count, nullptr);
    const auto take = [&](hid_t other) {
      H5Tclose(type);
      type = other;
    };
    if (odd_ == OddData::text || odd_ == OddData::variable_text) {
      take(H5Tcopy(H5T_C_S1));
      H5Tset_size(type, odd_ == OddData::text ? 7 : H5T_VARIABLE);
    } else if (odd_ == OddData::compound) {
      take(H5Tcreate(H5T_COMPOUND, 12));
      H5Tinsert(type, "a", 0, H5T_STD_I32LE);
      H5Tinsert(type, "b", 4, H5T_IEEE_F64LE);
    } else if (odd_ == OddData::array) {
      const hsize_t three = 3;
      take(H5Tarray_create2(H5T_STD_I32LE, 1, &three));
    } else if (odd_ == OddData::unsigned_64) {
      take(H5Tcopy(H5T_STD_U64BE));
    } else {
      const hsize_t sizes[] = {1, count, 1, 2};
      H5Sclose(space);
      space = odd_ == OddData::no_space ? H5Screate(H5S_NULL) : H5Screate_simple(4, sizes, nullptr);
    }
    H5Dclose(H5Dcreate2(group, " data", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Tclose(type);
  }

  Packing packing_;
  hsize_t declared_rows_;
  OddData odd_;
  std::string bytes_;
};

}  // namespace trireme::mesh::testing
