// SPDX-License-Identifier: Apache-2.0
// A few numbers worked on at once: the portable SIMD wrapper of hot kernels, over the vector extensions of
// gcc and clang. A kernel is a template over the width: with native_width<T> it uses the machine's registers,
// with width 1, which is plain scalar code, it runs everywhere and serves as its own reference. Called by
// kernels/ files only.
//
// Lane by lane the operations round as scalar ones do, so results do not depend on the width, with one
// exception: fma() rounds once where the machine has the instruction and twice elsewhere.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "solvers/simd/register_math.hpp"

namespace trireme::simd {

// Values of T that fit in a register; 1 where there are none.
template <class T>
inline constexpr int native_width = register_bytes == 0 ? 1 : register_bytes / static_cast<int>(sizeof(T));

// T: float, double, or a 32- or 64-bit integer. Width: a power of two; widths beyond a register take several.
template <class T, int Width = native_width<T>>
class Pack {
  static_assert(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
  static_assert(Width > 0 && (Width & (Width - 1)) == 0, "the width is a power of two");
  static constexpr int lanes = Width < native_width<T> ? Width : native_width<T>;  // of one part
  static constexpr int n_parts = Width / lanes;
  using Part = typename detail::Register<T, lanes>::Values;

 public:
  static constexpr int width = Width;

  // A truth value a lane.
  struct Mask {
    typename detail::Register<T, lanes>::Mask parts[n_parts];
  };

  Pack() = default;
  Pack(T value) {
    for (Part& part : parts_)
      if constexpr (lanes == 1)
        part = value;
      else
        part = value - Part{};  // gives every lane the value, negative zero included
  }

  // Memory of Width values, of any alignment.
  static Pack load(const T* source) {
    Pack pack;  // register by register: gcc 12 copies more at a time through the stack
    for (int p = 0; p < n_parts; ++p) std::memcpy(&pack.parts_[p], source + p * lanes, sizeof(Part));
    return pack;
  }
  void store(T* target) const {
    for (int p = 0; p < n_parts; ++p) std::memcpy(target + p * lanes, &parts_[p], sizeof(Part));
  }

  // The same of numbers of another type, converted.
  template <class U>
  static Pack load_as(const U* source) {
    if constexpr (std::is_same_v<T, U>) {
      return load(source);
    } else {
      Pack pack;
      for (int p = 0; p < n_parts; ++p) {
        typename detail::Numbers<U, lanes>::Values numbers;
        std::memcpy(&numbers, source + p * lanes, sizeof(numbers));
        if constexpr (lanes == 1)
          pack.parts_[p] = static_cast<T>(numbers);
        else
          pack.parts_[p] = detail::converted<Part>(numbers);
      }
      return pack;
    }
  }

  // Lane k is source[k / times].
  template <int times>
  static Pack load_repeated(const T* source) {
    Pack pack;
    for (int p = 0; p < n_parts; ++p) {
      if constexpr (lanes == 8 && times == 4)
        pack.parts_[p] = detail::two_repeated<T>(source + 2 * p);
      else if constexpr (lanes == 1)
        pack.parts_[p] = source[p / times];
      else if constexpr (times % lanes == 0)
        pack.parts_[p] = source[p * lanes / times] - Part{};
      else
        for (int k = 0; k < lanes; ++k) pack.set(p * lanes + k, source[(p * lanes + k) / times]);
    }
    return pack;
  }

  // Lane k is base[indices[k] * stride].
  template <class Index>
  static Pack gather(const T* base, const Index* indices, std::ptrdiff_t stride = 1) {
    Pack pack;
    for (int k = 0; k < Width; ++k) pack.set(k, base[static_cast<std::ptrdiff_t>(indices[k]) * stride]);
    return pack;
  }
  // Lane k becomes base[indices[k] * stride], ascending in k.
  template <class Index>
  void scatter(T* base, const Index* indices, std::ptrdiff_t stride = 1) const {
    for (int k = 0; k < Width; ++k) base[static_cast<std::ptrdiff_t>(indices[k]) * stride] = (*this)[k];
  }

  // Columns [0, Columns) of rows base + indices[k] * stride, a row a lane. Rows are loaded whole and turned
  // in registers, which takes a third of the instructions of a gather a column.
  template <int Columns, class Index>
  static void load_rows(const T* base, const Index* indices, std::ptrdiff_t stride, Pack* columns) {
    for (int p = 0; p < n_parts; ++p) {
      const T* rows[lanes];
      for (int k = 0; k < lanes; ++k)
        rows[k] = base + static_cast<std::ptrdiff_t>(indices[p * lanes + k]) * stride;
      int c = 0;
      if constexpr (detail::has_transpose<T, lanes>)
        for (; c + 4 <= Columns; c += 4) {
          Part turned[4];
          detail::load_fours<T, lanes>(rows, turned);
          for (int i = 0; i < 4; ++i) columns[c + i].parts_[p] = turned[i];
          for (int k = 0; k < lanes; ++k) rows[k] += 4;
        }
      for (int rest = 0; c < Columns; ++c, ++rest)
        for (int k = 0; k < lanes; ++k) columns[c].set(p * lanes + k, rows[k][rest]);
    }
  }
  // rows [Width, stride]: row k gets lane k of every column; what lies beyond the columns stays.
  template <int Columns>
  static void store_rows(const Pack* columns, T* rows, std::ptrdiff_t stride) {
    for (int p = 0; p < n_parts; ++p) {
      T* const first = rows + p * lanes * stride;
      int c = 0;
      if constexpr (detail::has_transpose<T, lanes>)
        for (; c + 4 <= Columns; c += 4) {
          Part turned[4];
          for (int i = 0; i < 4; ++i) turned[i] = columns[c + i].parts_[p];
          detail::store_fours<T, lanes>(turned, first + c, stride);
        }
      for (; c < Columns; ++c)
        for (int k = 0; k < lanes; ++k) first[k * stride + c] = columns[c][p * lanes + k];
    }
  }

  T operator[](int lane) const {
    if constexpr (lanes == 1)
      return parts_[lane];
    else
      return parts_[lane / lanes][lane % lanes];
  }
  void set(int lane, T value) {
    if constexpr (lanes == 1)
      parts_[lane] = value;
    else
      parts_[lane / lanes][lane % lanes] = value;
  }

  friend Pack operator+(Pack a, const Pack& b) { return a += b; }
  friend Pack operator-(Pack a, const Pack& b) { return a -= b; }
  friend Pack operator*(Pack a, const Pack& b) { return a *= b; }
  friend Pack operator/(Pack a, const Pack& b) { return a /= b; }
  Pack& operator+=(const Pack& b) {
    return update(b, [](Part& x, const Part& y) { x += y; });
  }
  Pack& operator-=(const Pack& b) {
    return update(b, [](Part& x, const Part& y) { x -= y; });
  }
  Pack& operator*=(const Pack& b) {
    return update(b, [](Part& x, const Part& y) { x *= y; });
  }
  Pack& operator/=(const Pack& b) {
    return update(b, [](Part& x, const Part& y) { x /= y; });
  }
  friend Pack operator-(Pack a) {
    return a.update(a, [](Part& x, const Part& y) { x = -y; });
  }

  friend Mask operator<(const Pack& a, const Pack& b) {
    return compare(a, b, [](auto& x, auto& y) { return x < y; });
  }
  friend Mask operator<=(const Pack& a, const Pack& b) {
    return compare(a, b, [](auto& x, auto& y) { return x <= y; });
  }
  friend Mask operator>(const Pack& a, const Pack& b) { return b < a; }
  friend Mask operator>=(const Pack& a, const Pack& b) { return b <= a; }
  friend Mask operator==(const Pack& a, const Pack& b) {
    return compare(a, b, [](auto& x, auto& y) { return x == y; });
  }

  // Lane by lane yes where the mask holds, no elsewhere.
  friend Pack select(const Mask& mask, const Pack& yes, Pack no) {
    for (int p = 0; p < n_parts; ++p) no.parts_[p] = mask.parts[p] ? yes.parts_[p] : no.parts_[p];
    return no;
  }

  // As std::min and std::max, also for NaN: the first argument unless the second is strictly beyond it.
  friend Pack min(const Pack& a, const Pack& b) { return select(b < a, b, a); }
  friend Pack max(const Pack& a, const Pack& b) { return select(a < b, b, a); }
  friend Pack abs(const Pack& a) { return select(a <= Pack(T(0)), Pack(T(0)) - a, a); }
  friend Pack sqrt(Pack a) {
    return a.update(a, [](Part& x, const Part& y) { x = detail::square_root(y); });
  }

  // a * b + c.
  friend Pack fma(const Pack& a, const Pack& b, Pack c) {
    for (int p = 0; p < n_parts; ++p)
      if constexpr (has_fma && std::is_floating_point_v<T>)
        c.parts_[p] = detail::fused(a.parts_[p], b.parts_[p], c.parts_[p]);
      else
        c.parts_[p] = a.parts_[p] * b.parts_[p] + c.parts_[p];
    return c;
  }

  // Lane k plus lane k + Width / 2.
  friend Pack<T, Width / 2> sum_of_halves(const Pack& a) requires(Width > 1) {
    Pack<T, Width / 2> total;
    if constexpr (n_parts == 1 && lanes == 8)
      total.parts_[0] = detail::sum_of_halves<T>(a.parts_[0]);
    else if constexpr (n_parts > 1)
      for (int p = 0; p < n_parts / 2; ++p) total.parts_[p] = a.parts_[p] + a.parts_[p + n_parts / 2];
    else
      for (int k = 0; k < Width / 2; ++k) total.set(k, a[k] + a[k + Width / 2]);
    return total;
  }

  // Sum of the lanes, ascending.
  friend T sum(const Pack& a) {
    T total = a[0];
    for (int k = 1; k < Width; ++k) total += a[k];
    return total;
  }

 private:
  template <class, int>
  friend class Pack;

  template <class F>
  Pack& update(const Pack& other, F&& f) {
    for (int p = 0; p < n_parts; ++p) f(parts_[p], other.parts_[p]);
    return *this;
  }
  template <class F>
  static Mask compare(const Pack& a, const Pack& b, F&& f) {
    Mask mask;
    for (int p = 0; p < n_parts; ++p) mask.parts[p] = f(a.parts_[p], b.parts_[p]);
    return mask;
  }

  Part parts_[n_parts];
};

}  // namespace trireme::simd
