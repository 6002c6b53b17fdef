// SPDX-License-Identifier: Apache-2.0
// The names that a format's types go by, and those of the functions PETSc composes on matrices. Called by the
// seq and mpi types, which are one template over the format.
#pragma once

#include <string>

#include "solvers/mat/local_product.hpp"
#include "solvers/mat/mat_omp.hpp"

namespace trireme::mat {

template <Format format>
struct SeqNames;
template <>
struct SeqNames<Format::aij> {
  static constexpr char base[] = MATSEQAIJ;
  static constexpr const char* omp = type_seqaijomp;
  static constexpr char set_preallocation[] = "MatSeqAIJSetPreallocation_C";
};
template <>
struct SeqNames<Format::baij> {
  static constexpr char base[] = MATSEQBAIJ;
  static constexpr const char* omp = type_seqbaijomp;
  static constexpr char set_preallocation[] = "MatSeqBAIJSetPreallocation_C";
};

template <Format format>
struct MpiNames;
template <>
struct MpiNames<Format::aij> {
  static constexpr char base[] = MATMPIAIJ;
  static constexpr const char* omp = type_mpiaijomp;
  static constexpr char set_preallocation[] = "MatMPIAIJSetPreallocation_C";
};
template <>
struct MpiNames<Format::baij> {
  static constexpr char base[] = MATMPIBAIJ;
  static constexpr const char* omp = type_mpibaijomp;
  static constexpr char set_preallocation[] = "MatMPIBAIJSetPreallocation_C";
};

// "MatConvert_<from>_<to>_C", under which MatConvert looks for a conversion.
inline std::string conversion_name(const std::string& from, const std::string& to) {
  return "MatConvert_" + from + "_" + to + "_C";
}

}  // namespace trireme::mat
