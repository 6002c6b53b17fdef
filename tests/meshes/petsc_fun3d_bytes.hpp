// SPDX-License-Identifier: Apache-2.0
// A small uns3d.msh in either byte order, for the tests of its reader and of trireme-mesh.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trireme::mesh::testing {

enum class Endian { big, little };

// The dual of one tetrahedron with unit edges along the axes, as bytes.
class FileBytes {
 public:
  explicit FileBytes(Endian endian = Endian::big) : big_endian_(endian == Endian::big) {
    for (const int n : {1, 4, 6, 1, 0, 1, 3, 0, 1, 4, 0, 3, 0}) integer(n);
    for (const int n : {1, 1, 1, 2, 2, 3}) integer(n);
    for (const int n : {2, 3, 4, 3, 4, 4}) integer(n);
    for (int e = 0; e < 6; ++e) real(e < 3 ? 1 : 0);
    for (int e = 0; e < 6; ++e) real(e < 3 ? 0 : 1);
    for (int e = 0; e < 6; ++e) real(0);
    for (int e = 0; e < 6; ++e) real(0.5);
    coordinates_at_ = bytes_.size();
    for (const double x : {0., 1., 0., 0.}) real(x);
    for (const double y : {0., 0., 1., 0.}) real(y);
    for (const double z : {0., 0., 0., 1.}) real(z);
    volumes_at_ = bytes_.size();
    for (int v = 0; v < 4; ++v) real(1.0 / 24);
    // Solid: three facets on the coordinate planes, listed inward; node list 1 2 3 4.
    for (const int n : {3, 4}) integer(n);
    for (const int n : {1, 1, 1, 2, 4, 3, 3, 2, 4, 1, 1, 1}) integer(n);
    for (const int n : {1, 2, 3, 4}) integer(n);
    for (int axis = 0; axis < 3; ++axis) {
      for (int v = 0; v < 4; ++v) real(-1.0 / 6);
    }
    // Far: the slanted facet; node list 2 3 4.
    for (const int n : {1, 3}) integer(n);
    for (const int n : {1, 2, 3, 1}) integer(n);
    for (const int n : {2, 3, 4}) integer(n);
    for (int i = 0; i < 9; ++i) real(1.0 / 6);
  }

  void put_real(std::size_t at, double value) {
    std::vector<std::byte> tail;
    bytes_.swap(tail);
    real(value);
    std::copy(bytes_.begin(), bytes_.end(), tail.begin() + static_cast<std::ptrdiff_t>(at));
    bytes_.swap(tail);
  }
  void put_integer(std::size_t at, std::int32_t value) {
    for (int i = 0; i < 4; ++i) bytes_[at + i] = byte_of(static_cast<std::uint32_t>(value), 4, i);
  }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::size_t coordinates_at() const { return coordinates_at_; }
  std::size_t volumes_at() const { return volumes_at_; }

 private:
  template <class U>
  std::byte byte_of(U bits, int size, int i) const {
    return static_cast<std::byte>(bits >> (8 * (big_endian_ ? size - 1 - i : i)) & 0xff);
  }
  void integer(std::int32_t value) {
    for (int i = 0; i < 4; ++i) bytes_.push_back(byte_of(static_cast<std::uint32_t>(value), 4, i));
  }
  void real(double value) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(byte_of(std::bit_cast<std::uint64_t>(value), 8, i));
  }
  bool big_endian_;
  std::vector<std::byte> bytes_;
  std::size_t coordinates_at_ = 0, volumes_at_ = 0;
};

}  // namespace trireme::mesh::testing
