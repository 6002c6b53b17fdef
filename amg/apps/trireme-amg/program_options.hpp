// SPDX-License-Identifier: Apache-2.0
// What a deck of trireme-amg says: which system, which solver, how it is measured.
#pragma once

#include <string>

#include "amg/problems/problem_options.hpp"

namespace trireme::amg {

enum class RightHandSide { ones, random, file };
enum class KrylovMethod { automatic, cg, gmres };
enum class MatrixFormat { automatic, matrix_market, petsc, hypre_ij };

struct MatrixFileOptions {
  std::string file;
  MatrixFormat format = MatrixFormat::automatic;
  int block_size = 1;
};

struct SolverOptions {
  std::string kind = "trireme";
  KrylovMethod krylov = KrylovMethod::automatic;
  double relative_tolerance = 1e-8;
  int max_iterations = 500;
  int restart = 100;
  std::string matrix_type = "automatic";
  int repeat = 1;
  bool resetup = false;
  int message_parts = 0;
};

struct ProgramOptions {
  ProblemOptions problem;
  MatrixFileOptions matrix;
  RightHandSide rhs = RightHandSide::ones;
  std::string rhs_file;
  SolverOptions solver;

  void describe(options::Schema& schema);
  // What a range cannot say. Throws Error (input). Local.
  void validate() const;
};

// What `solver.kind` names.
enum class SolverFamily { trireme, hypre, petsc_hypre, gamg };
SolverFamily family_of(const std::string& kind);

}  // namespace trireme::amg
