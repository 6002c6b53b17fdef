// SPDX-License-Identifier: Apache-2.0
#include "amg/hypre/amg_handle.hpp"

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <type_traits>

#include "amg/hypre/parcsr_import.hpp"

namespace trireme::amg::hypre {
namespace {

// hypre's position of an argument's number in the code.
constexpr int argument_shift = 3;

std::string& last_message() noexcept {
  static thread_local std::string message;
  return message;
}

HYPRE_Int raise(HYPRE_Int code, const char* text) noexcept {
  try {
    last_message() = text;
  } catch (...) {
    last_message().clear();
  }
  raise_error(code, text);
  return code;
}

}  // namespace

AmgHandle& handle_of(HYPRE_Solver solver) {
  static_assert(std::is_standard_layout_v<AmgHandle::Head>);
  if (solver == nullptr)
    throw ArgumentError(1, "the solver is a null pointer", "", "call TriremeAMG_Create() first");
  auto& handle = *reinterpret_cast<AmgHandle*>(solver);
  if (handle.mark != AmgHandle::our_mark)
    throw ArgumentError(1, "this solver is not one of TriremeAMG_Create()",
                        "it was made by another function, or destroyed");
  return handle;
}

HYPRE_Int code_of_current_exception(int argument) noexcept {
  try {
    throw;
  } catch (const ArgumentError& error) {
    return raise(HYPRE_ERROR_ARG | error.argument() << argument_shift, error.what());
  } catch (const NotConverged& error) {
    return raise(HYPRE_ERROR_CONV, error.what());
  } catch (const Error& error) {
    return raise(
        error.kind() == ErrorKind::input ? HYPRE_ERROR_ARG | argument << argument_shift : HYPRE_ERROR_GENERIC,
        error.what());
  } catch (const std::bad_alloc&) {
    return raise(HYPRE_ERROR_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return raise(HYPRE_ERROR_GENERIC, error.what());
  } catch (...) {
    return raise(HYPRE_ERROR_GENERIC, "an exception of unknown type");
  }
}

}  // namespace trireme::amg::hypre

const char* TriremeAMG_GetErrorMessage(void) {
  return trireme::amg::hypre::last_message().c_str();
}
