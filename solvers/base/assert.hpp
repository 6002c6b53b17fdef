// SPDX-License-Identifier: Apache-2.0
// Contract vocabulary. TRIREME_EXPECT (precondition) and TRIREME_ENSURE (postcondition) speak to programmers
// and exist in debug builds only; TRIREME_VALIDATE speaks to users and is always on.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "solvers/base/error.hpp"

namespace trireme::detail {
// A broken contract is a defect of this project: say where and stop; unwinding would hide it.
[[noreturn]] inline void contract_broken(const char* kind, const char* condition, const char* file,
                                         int line) {
  std::fprintf(stderr, "trireme: %s broken: %s at %s:%d\n", kind, condition, file, line);
  std::abort();
}
}  // namespace trireme::detail

#ifdef TRIREME_DEBUG
#define TRIREME_EXPECT(condition) \
  ((condition) ? void() : ::trireme::detail::contract_broken("precondition", #condition, __FILE__, __LINE__))
#define TRIREME_ENSURE(condition) \
  ((condition) ? void() : ::trireme::detail::contract_broken("postcondition", #condition, __FILE__, __LINE__))
#else
#define TRIREME_EXPECT(condition) static_cast<void>(sizeof(!(condition)))
#define TRIREME_ENSURE(condition) static_cast<void>(sizeof(!(condition)))
#endif

// TRIREME_VALIDATE(condition, kind, problem, why, suggestion): throws Error when the condition does not hold.
#define TRIREME_VALIDATE(condition, kind, ...) \
  ((condition) ? void() : throw ::trireme::Error((kind), __VA_ARGS__))
