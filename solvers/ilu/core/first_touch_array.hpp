// SPDX-License-Identifier: Apache-2.0
// An array whose pages are left untouched at allocation, so that the thread which first writes a part gets it
// in its own memory. Called by the factor's streams. Elements are uninitialised until written.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace trireme::ilu {

template <class T>
class FirstTouchArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  FirstTouchArray() = default;
  explicit FirstTouchArray(std::size_t size)
      : data_(static_cast<T*>(::operator new(size * sizeof(T), alignment))), size_(size) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* data) const { ::operator delete(data, alignment); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace trireme::ilu
