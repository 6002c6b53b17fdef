// SPDX-License-Identifier: Apache-2.0
#include "solvers/mat/composed_names.hpp"

#include <string>
#include <vector>

#include <petsc/private/matimpl.h>

#include "solvers/petsc/error_bridge.hpp"

namespace trireme::mat {
namespace {

using petsc::success;

// name with every word `from` (between underscores) replaced by `to`.
std::string with_word_replaced(const std::string& name, const std::string& from, const std::string& to) {
  std::string result = name;
  const std::string word = "_" + from + "_";
  for (std::size_t at = result.find(word); at != std::string::npos;
       at = result.find(word, at + to.size() + 1))
    result.replace(at + 1, from.size(), to);
  return result;
}

}  // namespace

PetscErrorCode compose_under_own_name(Mat matrix, const char* base_type, const char* omp_type,
                                      const Conversions& conversions) {
  auto* object = reinterpret_cast<PetscObject>(matrix);
  PetscFunctionBegin;
  const char** names = nullptr;
  int count = 0;
  PetscCall(PetscFunctionListGet(object->qlist, &names, &count));
  PetscCall(petsc::to_petsc([&]() -> PetscErrorCode {
    // Composing changes the list. Removed functions have left entries without a name.
    std::vector<std::string> composed;
    for (int k = 0; k < count; ++k)
      if (names[k] != nullptr) composed.emplace_back(names[k]);
    for (const std::string& name : composed) {
      const std::string own = with_word_replaced(name, base_type, omp_type);
      if (own == name) continue;
      void (*function)(void) = nullptr;
      PetscCall(PetscObjectQueryFunction(object, name.c_str(), &function));
      const auto replace = [&](PetscErrorCode (*conversion)(Mat, MatType, MatReuse, Mat*)) {
        if (conversion != nullptr) function = reinterpret_cast<void (*)(void)>(conversion);
      };
      const std::string conversion = "MatConvert_" + std::string(base_type) + "_";
      if (name.starts_with(conversion + base_type))
        replace(conversions.to_derived);
      else if (name.starts_with(conversion))
        replace(conversions.to_other);
      PetscCall(PetscObjectComposeFunction(object, own.c_str(), function));
    }
    return success;
  }));
  PetscCall(PetscFree(names));
  PetscFunctionReturn(success);
}

}  // namespace trireme::mat
