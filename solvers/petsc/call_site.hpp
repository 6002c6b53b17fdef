// SPDX-License-Identifier: Apache-2.0
// Where a function was called, taken as a default argument. std::source_location would do, but clang 14 has
// none.
#pragma once

namespace trireme::petsc {

struct CallSite {
  const char* function;
  const char* file;
  int line;

  static constexpr CallSite current(const char* function = __builtin_FUNCTION(),
                                    const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {function, file, line};
  }
};

}  // namespace trireme::petsc
