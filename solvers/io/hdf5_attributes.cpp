// SPDX-License-Identifier: Apache-2.0
// Attributes: small values attached to a group or data set. All ranks write the same value.
#include <algorithm>
#include <vector>

#include "solvers/io/hdf5_state.hpp"

namespace trireme::io {

namespace {

constexpr std::size_t longest_text = 60000;  // HDF5's limit for an attribute is 64 KiB

hid_t open_object(hid_t file, const std::string& object) {
  return H5Oopen(file, object.c_str(), H5P_DEFAULT);
}

std::string label(const std::string& object, const std::string& name) {
  return fmt::format("attribute '{}' of '{}'", name, object);
}

}  // namespace

void Hdf5File::write_attribute(const std::string& object, const std::string& name, const std::string& text) {
  state_->on_root([&] {
    if (text.size() > longest_text) throw Error(ErrorKind::internal, label(object, name) + " is too long");
    state_->reserve(0);
    const Handle owner(open_object(state_->file, object), H5Oclose);
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), std::max<std::size_t>(1, text.size()));
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(
        H5Acreate2(owner.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid() || H5Awrite(attribute.get(), type.get(), text.c_str()) < 0)
      state_->fail(label(object, name));
  });
}

void Hdf5File::write_attribute_values(const std::string& object, const std::string& name, ElementType type,
                                      const void* values, std::size_t count) {
  state_->on_root([&] {
    state_->reserve(0);
    const Handle owner(open_object(state_->file, object), H5Oclose);
    const hsize_t extent = count;
    const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &extent, nullptr), H5Sclose);
    const hid_t element = memory_type(type);
    const Handle attribute(
        H5Acreate2(owner.get(), name.c_str(), element, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid() || H5Awrite(attribute.get(), element, values) < 0)
      state_->fail(label(object, name));
  });
}

void Hdf5File::write_attribute(const std::string& object, const std::string& name,
                               std::span<const std::int64_t> values) {
  write_attribute_values(object, name, ElementType::int64, values.data(), values.size());
}

void Hdf5File::write_attribute(const std::string& object, const std::string& name,
                               std::span<const double> values) {
  write_attribute_values(object, name, ElementType::float64, values.data(), values.size());
}

bool Hdf5File::has_attribute(const std::string& object, const std::string& name) const {
  return state_->together(
      [&] { return H5Aexists_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT) > 0; });
}

std::string Hdf5File::read_text_attribute(const std::string& object, const std::string& name) const {
  return state_->together([&] {
    const Handle attribute(
        H5Aopen_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid()) state_->refuse(label(object, name) + " is missing");
    const Handle type(H5Aget_type(attribute.get()), H5Tclose);
    if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 ||
        H5Tget_size(type.get()) > longest_text) {
      state_->refuse(label(object, name) + " is no text of fixed length");
    }
    std::string text(H5Tget_size(type.get()), '\0');
    if (H5Aread(attribute.get(), type.get(), text.data()) < 0) state_->fail(label(object, name));
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
  });
}

void Hdf5File::read_attribute(const std::string& object, const std::string& name, ElementType type,
                              void* value) const {
  state_->together([&] {
    const Handle attribute(
        H5Aopen_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.valid()) state_->refuse(label(object, name) + " is missing");
    const Handle in_file(H5Aget_type(attribute.get()), H5Tclose);
    const Handle space(H5Aget_space(attribute.get()), H5Sclose);
    const hid_t wanted = memory_type(type);
    if (H5Tget_class(in_file.get()) != H5Tget_class(wanted) ||
        H5Sget_simple_extent_npoints(space.get()) != 1) {
      state_->refuse(label(object, name) + " is not a single number of the expected type");
    }
    if (H5Aread(attribute.get(), wanted, value) < 0) state_->fail(label(object, name));
  });
}

std::int64_t Hdf5File::read_int_attribute(const std::string& object, const std::string& name) const {
  std::int64_t value = 0;
  read_attribute(object, name, ElementType::int64, &value);
  return value;
}

double Hdf5File::read_real_attribute(const std::string& object, const std::string& name) const {
  double value = 0;
  read_attribute(object, name, ElementType::float64, &value);
  return value;
}

}  // namespace trireme::io
