// SPDX-License-Identifier: Apache-2.0
#include "solvers/ilu/sequential_matrix.hpp"

#include <string>

#include "solvers/base/assert.hpp"
#include "solvers/petsc/error_bridge.hpp"

namespace trireme::ilu {
namespace {

using petsc::check;
using petsc::is_of_family;

// Before the arrays are taken.
Mat usable(Mat matrix) {
  if (!is_of_family(matrix, MATSEQBAIJ) && !is_of_family(matrix, MATSEQAIJ)) {
    MatType type = nullptr;
    check(MatGetType(matrix, &type));
    throw Error(ErrorKind::input, std::string("iluomp cannot factor a matrix of type ") + type,
                "it works on AIJ and BAIJ matrices", "use -mat_type aij or baij, or MatConvert()");
  }
  PetscInt rows = 0;
  PetscInt columns = 0;
  check(MatGetLocalSize(matrix, &rows, &columns));
  TRIREME_VALIDATE(
      rows == columns, ErrorKind::input,
      "iluomp: the matrix has " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns",
      "only a square matrix can be factored");
  return matrix;
}

}  // namespace

SequentialMatrix::SequentialMatrix(Mat matrix) : rows_(usable(matrix)) {}

Mat local_part(Mat matrix) {
  for (const char* distributed : {MATMPIAIJ, MATMPIBAIJ})
    if (is_of_family(matrix, distributed)) {
      Mat diagonal = nullptr;
      check(MatGetDiagonalBlock(matrix, &diagonal));
      return diagonal;
    }
  return matrix;
}

}  // namespace trireme::ilu
