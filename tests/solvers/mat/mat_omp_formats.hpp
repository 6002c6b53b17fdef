// SPDX-License-Identifier: Apache-2.0
// The formats in which our Mat types are compared with PETSc's, with a pair of equal matrices for each. Used
// by the tests of this folder.
#pragma once

#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <petscmat.h>

#include "solvers/mat/mat_omp.hpp"
#include "solvers/petsc/registration.hpp"
#include "tests/solvers/mat/test_matrix.hpp"

namespace trireme::mat::testing {

struct Case {
  const char* name;
  const char* stock;
  const char* ours;
  PetscInt block_size;
};
inline void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class MatOmp : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    check(petsc::register_types());
    stock_ = make_matrix(GetParam().stock, GetParam().block_size);
    ours_ = make_matrix(GetParam().ours, GetParam().block_size);
  }
  void TearDown() override {
    check(MatDestroy(&stock_));
    check(MatDestroy(&ours_));
  }
  static std::string type_name(const std::string& root) {
    return (PetscGlobalSize == 1 ? "seq" : "mpi") + root;
  }
  std::string ours() const { return type_name(GetParam().ours); }
  bool is_aij() const { return std::string(GetParam().stock) == MATAIJ; }

  Mat stock_ = nullptr, ours_ = nullptr;
};

inline auto formats() {
  return ::testing::Values(Case{"aij", MATAIJ, type_aijomp, 1}, Case{"baij3", MATBAIJ, type_baijomp, 3},
                           Case{"baij4", MATBAIJ, type_baijomp, 4}, Case{"baij5", MATBAIJ, type_baijomp, 5});
}

inline std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

}  // namespace trireme::mat::testing
