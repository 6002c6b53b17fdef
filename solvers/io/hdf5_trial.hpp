// SPDX-License-Identifier: Apache-2.0
// HDF5 1.10 takes much of a file on trust. A damaged one can make it read through a null pointer or free what
// was never allocated, wherever it is asked for anything; no property of a file turns that off. So files of
// others are first read in a child process, whose end costs nothing. Called by solvers/io/hdf5_file and
// meshes/read/read_mesh, on the one rank that looks at the file first.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace trireme::io {

// Runs read() in a child process, a copy of this one: what the caller then reads in the same way ends in the
// same way. What read() returns or throws does not matter; it must neither call MPI nor open a parallel
// region. Throws Error (input) which names the file when the child crashed, was ended by a memory checker, or
// computed for a minute more than file_bytes explain. Does nothing where no child can be made. Local; costs a
// fork, some milliseconds, and read().
void try_in_child(const std::string& file_name, std::uintmax_t file_bytes, const std::function<void()>& read);

}  // namespace trireme::io
