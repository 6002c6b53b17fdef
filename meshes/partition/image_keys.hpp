// SPDX-License-Identifier: Apache-2.0
// Periodic images of vertices under one integer each: which vertex, and by how many periods it is displaced.
// Used by every step of the mesh distribution; without periodic boundaries keys are the vertex ids
// themselves. Local.
#pragma once

#include <array>
#include <vector>

#include "meshes/core/point.hpp"
#include "solvers/base/assert.hpp"
#include "solvers/base/types.hpp"

namespace trireme::mesh {

// Periods along each vector of the lattice's basis (up to three; the rest stay 0).
using Shift = std::array<std::int32_t, 3>;

inline Shift sum(const Shift& a, const Shift& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Shift difference(const Shift& a, const Shift& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// key = id + n_ids * (digits of the shift), so a vertex at home (not displaced) has its own id for a key, and
// keys of images are n_ids or more.
class ImageKeys {
 public:
  explicit ImageKeys(GlobalIndex n_ids, std::vector<Point> basis = {})
      : n_ids_(n_ids), basis_(std::move(basis)) {}

  bool any_periods() const { return !basis_.empty(); }
  const std::vector<Point>& basis() const { return basis_; }
  bool is_home(GlobalIndex key) const { return key < n_ids_; }
  GlobalIndex id(GlobalIndex key) const { return is_home(key) ? key : key % n_ids_; }

  GlobalIndex key(GlobalIndex id, const Shift& shift) const {
    GlobalIndex digits = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      TRIREME_EXPECT(shift[axis] > -base / 2 && shift[axis] < base / 2);
      digits = digits * base + (shift[axis] + base) % base;
    }
    return id + n_ids_ * digits;
  }
  Shift shift(GlobalIndex key) const {
    Shift shift{};
    GlobalIndex digits = is_home(key) ? 0 : key / n_ids_;
    for (std::int32_t& periods : shift) {
      const auto digit = static_cast<std::int32_t>(digits % base);
      periods = digit < base / 2 ? digit : digit - base;
      digits /= base;
    }
    return shift;
  }
  // The same vertex seen from a frame that is displaced by `by`.
  GlobalIndex seen_from(GlobalIndex key_here, const Shift& by) const {
    return key(id(key_here), difference(shift(key_here), by));
  }
  // Where the image is, given where the vertex is.
  Point place(GlobalIndex key_here, const Point& home) const {
    Point point = home;
    const Shift periods = shift(key_here);
    for (std::size_t axis = 0; axis < basis_.size(); ++axis)
      if (periods[axis] != 0) point = mesh::sum(point, scaled(periods[axis], basis_[axis]));
    return point;
  }

 private:
  static constexpr std::int32_t base = 64;
  GlobalIndex n_ids_;
  std::vector<Point> basis_;
};

}  // namespace trireme::mesh
