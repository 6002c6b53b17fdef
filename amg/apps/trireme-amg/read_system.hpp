// SPDX-License-Identifier: Apache-2.0
// Systems from files. Rank 0 reads text formats and deals rows out; PETSc reads its own.
#pragma once

#include "amg/apps/trireme-amg/linear_system.hpp"

namespace trireme::amg {

// Collective. Throws the same Error (input, io) on every rank.
LinearSystem read_system(const comm::Communicator& comm, const MatrixFileOptions& options);
// [rows.n_rows()] of a file with rows.n_global numbers.
std::vector<double> read_rhs(const comm::Communicator& comm, const std::string& file, const GlobalRows& rows);

}  // namespace trireme::amg
