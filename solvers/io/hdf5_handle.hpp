// SPDX-License-Identifier: Apache-2.0
// HDF5's C handles as C++ objects, and its error stack as text. For solvers/io and meshes/read/cgns_hdf5.
#pragma once

#include <string>
#include <utility>

#include <hdf5.h>

#include "solvers/io/hdf5_file.hpp"

namespace trireme::io {

// Closes its handle with the function that belongs to it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

// HDF5 prints its error stack unless told otherwise; ours goes into an Error. Restores the caller's setting.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// The most specific line of HDF5's error stack; clears the stack.
std::string take_hdf5_error();

hid_t memory_type(ElementType type);

}  // namespace trireme::io
