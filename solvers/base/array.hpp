// SPDX-License-Identifier: Apache-2.0
// A vector whose resize() leaves new numbers unset, so that the threads that fill an array are the first to
// touch its pages, and whose large arrays ask for huge pages: set-up makes arrays of hundreds of megabytes
// and fills each once, where a page fault for every 4 KiB would cost as much as the work. Called for every
// large array of the multigrid, of factors and of edge loops, and for embedding tables, whose rows are read
// at random.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace trireme {

// The size of a huge page, and from how many bytes an array asks for them.
inline constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;
inline constexpr std::size_t huge_array_bytes = 2 * huge_page_bytes;
// Every array begins with a cache line, so that registers as long as a line never load from two.
inline constexpr std::size_t line_bytes = 64;

template <class T>
class UnsetAllocator {
 public:
  using value_type = T;
  using is_always_equal = std::true_type;
  UnsetAllocator() = default;
  template <class U>
  UnsetAllocator(const UnsetAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / 4 / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < huge_array_bytes)
      return static_cast<T*>(::operator new (bytes, std::align_val_t{line_bytes}));
    const std::size_t rounded = (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    void* const place = std::aligned_alloc(huge_page_bytes, rounded);
    if (place == nullptr) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // Advice only: where the kernel gives none, pages are small and all else is the same.
    static_cast<void>(madvise(place, rounded, MADV_HUGEPAGE));
#endif
    return static_cast<T*>(place);
  }
  void deallocate(T* place, std::size_t count) noexcept {
    if (count * sizeof(T) < huge_array_bytes)
      ::operator delete (place, std::align_val_t{line_bytes});
    else
      std::free(place);
  }

  template <class U>
  void construct(U* place) noexcept(std::is_nothrow_default_constructible_v<U>) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
  template <class U>
  bool operator==(const UnsetAllocator<U>&) const noexcept {
    return true;
  }
};

// T: a number.
template <class T>
using Array = std::vector<T, UnsetAllocator<T>>;

}  // namespace trireme
