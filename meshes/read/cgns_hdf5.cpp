// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/cgns_hdf5.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <hdf5.h>

#include "solvers/base/error.hpp"
#include "solvers/io/hdf5_handle.hpp"

namespace trireme::mesh {
namespace {

using io::Handle;

constexpr std::array<std::string_view, 12> wanted_labels{
    "CGNSBase_t",  "Zone_t",     "ZoneType_t",     "GridCoordinates_t",
    "DataArray_t", "Elements_t", "IndexRange_t",   "IndexArray_t",
    "ZoneBC_t",    "BC_t",       "GridLocation_t", "FamilyName_t"};
// Large data that stand beside what is wanted.
constexpr std::array<std::string_view, 2> unwanted_names{"ParentElements", "ParentElementsPosition"};
constexpr int deepest = 6;  // /base/zone/ZoneBC/BC/PointList/ data
// Deflate packs at most 1032 bytes into one.
constexpr double largest_packing = 1100;

constexpr char damaged[] = "the file is damaged or truncated; fetch it again";

// A group's object header alone has more bytes.
constexpr std::size_t least_node = 16;

// HDF5 refuses a file image whose name is that of a file. Nothing can be called this.
constexpr char no_path[] = "/dev/null/cgns_in_memory";

// HDF5 asks for memory of a file image through these; the one buffer there is serves every request.
void* lend_image(std::size_t, H5FD_file_image_op_t, void* image) {
  return image;
}
void* keep_image(void* target, const void*, std::size_t, H5FD_file_image_op_t, void*) {
  return target;
}
void* refuse_to_grow(void*, std::size_t, H5FD_file_image_op_t, void*) {
  return nullptr;
}
herr_t leave_image(void*, H5FD_file_image_op_t, void*) {
  return 0;
}
void* same_image(void* image) {
  return image;
}
herr_t leave_owner(void*) {
  return 0;
}

class NodeReader {
 public:
  NodeReader(std::span<std::byte> bytes, std::string_view file_name)
      : bytes_(bytes), file_name_(file_name), file_(open(), H5Fclose) {}

  CgnsNode read() {
    CgnsNode root;
    const Handle group(H5Gopen2(file_.get(), "/", H5P_DEFAULT), H5Gclose);
    read_children(group.get(), root, "", 0);
    return root;
  }

 private:
  hid_t open() {
    constexpr unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    const auto* start = reinterpret_cast<const unsigned char*>(bytes_.data());
    constexpr std::string_view adf = "@(#)ADF";
    if (bytes_.size() >= 64 && std::search(start, start + 64, adf.begin(), adf.end()) != start + 64) {
      throw Error(ErrorKind::input, file_name_ + ": the file is stored as ADF",
                  "CGNS files stored as HDF5 are read", "convert it: adf2hdf FILE");
    }
    if (bytes_.size() < sizeof(signature) || std::memcmp(start, signature, sizeof(signature)) != 0) {
      throw Error(ErrorKind::input, file_name_ + ": byte offset 0: this is no HDF5 file",
                  "a CGNS file starts with HDF5's signature", "the file is damaged or no CGNS file");
    }
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5FD_file_image_callbacks_t lending{lend_image, keep_image,  refuse_to_grow, leave_image,
                                        same_image, leave_owner, bytes_.data()};
    const bool ready = H5Pset_fapl_core(access.get(), 65536, 0) >= 0 &&
                       H5Pset_file_image_callbacks(access.get(), &lending) >= 0 &&
                       H5Pset_file_image(access.get(), bytes_.data(), bytes_.size()) >= 0;
    const hid_t file = ready ? H5Fopen(no_path, H5F_ACC_RDONLY, access.get()) : -1;
    if (file < 0) fail("", "HDF5 cannot open the file", damaged);
    return file;
  }

  [[noreturn]] void fail(const std::string& node, const std::string& problem,
                         const std::string& suggestion = {}) const {
    throw Error(ErrorKind::input, file_name_ + (node.empty() ? "" : ": node " + node) + ": " + problem,
                io::take_hdf5_error(), suggestion);
  }

  static bool is_wanted(const std::string& name, const std::string& label) {
    return std::find(wanted_labels.begin(), wanted_labels.end(), label) != wanted_labels.end() &&
           std::find(unwanted_names.begin(), unwanted_names.end(), name) == unwanted_names.end();
  }

  // Children in the order of their creation where the file has it, else by name.
  void read_children(hid_t group, CgnsNode& node, const std::string& path, int depth) {
    H5G_info_t info{};
    if (H5Gget_info(group, &info) < 0) fail(path, "its children cannot be listed", damaged);
    const Handle creation(H5Gget_create_plist(group), H5Pclose);
    unsigned order_flags = 0;
    if (creation.valid()) H5Pget_link_creation_order(creation.get(), &order_flags);
    const H5_index_t index = (order_flags & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    for (hsize_t k = 0; k < info.nlinks; ++k) {
      std::array<char, 256> name{};
      const ssize_t length =
          H5Lget_name_by_idx(group, ".", index, H5_ITER_INC, k, name.data(), name.size(), H5P_DEFAULT);
      if (length < 0) fail(path, "child " + std::to_string(k) + " cannot be named", damaged);
      H5L_info_t link{};
      if (static_cast<std::size_t>(length) >= name.size() || name[0] == ' ' ||
          H5Lget_info(group, name.data(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
        continue;
      const Handle child(H5Oopen(group, name.data(), H5P_DEFAULT), H5Oclose);
      if (!child.valid() || H5Iget_type(child.get()) != H5I_GROUP) continue;
      const std::string label = attribute(child.get(), "label");
      if (!is_wanted(name.data(), label)) continue;
      if (++n_nodes_ > bytes_.size() / least_node) refuse_loops(path);
      CgnsNode& added = node.children.emplace_back();
      added.name = name.data();
      added.label = label;
      const std::string child_path = path + "/" + added.name;
      read_data(child.get(), added, child_path);
      if (depth + 1 < deepest) read_children(child.get(), added, child_path, depth + 1);
    }
  }

  // A text attribute; empty when there is none. CGNS's have at most 33 characters.
  static std::string attribute(hid_t object, const char* name) {
    if (H5Aexists(object, name) <= 0) return {};
    const Handle handle(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(handle.get()), H5Tclose);
    const Handle space(H5Aget_space(handle.get()), H5Sclose);
    if (!type.valid() || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
        H5Tget_size(type.get()) > 64 || !space.valid() || H5Sget_simple_extent_npoints(space.get()) != 1)
      return {};
    std::array<char, 65> text{};
    if (H5Aread(handle.get(), type.get(), text.data()) < 0) return {};
    return text.data();
  }

  void read_data(hid_t group, CgnsNode& node, const std::string& path) {
    if (H5Lexists(group, " data", H5P_DEFAULT) <= 0) return;
    const Handle data(H5Dopen2(group, " data", H5P_DEFAULT), H5Dclose);
    const Handle type(H5Dget_type(data.get()), H5Tclose);
    const Handle space(H5Dget_space(data.get()), H5Sclose);
    if (!data.valid() || !type.valid() || !space.valid()) fail(path, "its data cannot be opened", damaged);
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    const std::size_t size = H5Tget_size(type.get());
    if (count < 0 || size == 0) fail(path, "the shape of its data cannot be read", damaged);
    check_storage(data.get(), static_cast<double>(count) * static_cast<double>(size), path);
    const auto n = static_cast<std::size_t>(count);
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind == H5T_INTEGER && size == 1) {
      node.text.resize(n);
      read_into(data.get(), H5T_NATIVE_CHAR, node.text.data(), path);
    } else if (kind == H5T_INTEGER) {
      node.integers.resize(n);
      read_into(data.get(), H5T_NATIVE_INT64, node.integers.data(), path);
    } else if (kind == H5T_FLOAT) {
      node.reals.resize(n);
      read_into(data.get(), H5T_NATIVE_DOUBLE, node.reals.data(), path);
    }
  }

  // Hard links can show one node in many places, in its own children too.
  [[noreturn]] void refuse_loops(const std::string& path) const {
    throw Error(ErrorKind::input,
                file_name_ + ": node " + path + ": there are more nodes than the file holds",
                "links show some of them several times", "the file is damaged; export it again");
  }

  void check_storage(hid_t data, double needed, const std::string& path) {
    stored_ += static_cast<double>(H5Dget_storage_size(data));
    if (stored_ > static_cast<double>(bytes_.size())) refuse_loops(path);
    const Handle creation(H5Dget_create_plist(data), H5Pclose);
    const bool packed = creation.valid() && H5Pget_nfilters(creation.get()) > 0;
    const double stored =
        std::min(static_cast<double>(H5Dget_storage_size(data)), static_cast<double>(bytes_.size()));
    if (needed <= stored * (packed ? largest_packing : 1)) return;
    throw Error(ErrorKind::input, file_name_ + ": node " + path + ": its data are larger than the file holds",
                std::to_string(static_cast<std::int64_t>(std::min(needed, 9e18))) +
                    " bytes are announced and " + std::to_string(static_cast<std::int64_t>(stored)) +
                    " stored",
                "the file is damaged; export it again");
  }

  void read_into(hid_t data, hid_t type, void* target, const std::string& path) const {
    if (H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, target) < 0)
      fail(path, "its data cannot be read", damaged);
  }

  std::span<std::byte> bytes_;
  std::string file_name_;
  std::size_t n_nodes_ = 0;
  double stored_ = 0;  // bytes of all data sets read
  io::QuietErrors quiet_;
  Handle file_;
};

}  // namespace

CgnsNode read_cgns_nodes(std::span<std::byte> bytes, std::string_view file_name) {
  return NodeReader(bytes, file_name).read();
}

}  // namespace trireme::mesh
