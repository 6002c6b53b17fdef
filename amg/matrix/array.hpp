// SPDX-License-Identifier: Apache-2.0
// A vector whose resize() leaves new numbers unset, so that the threads that fill an array are the first to
// touch its pages. Called for every large array of the multigrid.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace trireme::amg {

template <class T>
class UnsetAllocator : public std::allocator<T> {
 public:
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };
  using std::allocator<T>::allocator;

  template <class U>
  void construct(U* place) noexcept(std::is_nothrow_default_constructible_v<U>) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

// T: a number.
template <class T>
using Array = std::vector<T, UnsetAllocator<T>>;

}  // namespace trireme::amg
