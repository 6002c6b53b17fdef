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

bool converts_to_derived_type(const std::string& name, const std::string& base_type) {
  return name.starts_with("MatConvert_" + base_type + "_" + base_type);
}

}  // namespace

PetscErrorCode compose_under_own_name(Mat matrix, const char* base_type, const char* omp_type,
                                      PetscErrorCode (*through_base)(Mat, MatType, MatReuse, Mat*)) {
  auto* object = reinterpret_cast<PetscObject>(matrix);
  PetscFunctionBegin;
  const char** names = nullptr;
  int count = 0;
  PetscCall(PetscFunctionListGet(object->qlist, &names, &count));
  PetscCall(petsc::to_petsc([&]() -> PetscErrorCode {
    const std::vector<std::string> composed(names, names + count);
    for (const std::string& name : composed) {
      const std::string own = with_word_replaced(name, base_type, omp_type);
      if (own == name) continue;
      void (*function)(void) = nullptr;
      PetscCall(PetscObjectQueryFunction(object, name.c_str(), &function));
      if (converts_to_derived_type(name, base_type))
        function = reinterpret_cast<void (*)(void)>(through_base);
      PetscCall(PetscObjectComposeFunction(object, own.c_str(), function));
    }
    return success;
  }));
  PetscCall(PetscFree(names));
  PetscFunctionReturn(success);
}

}  // namespace trireme::mat
