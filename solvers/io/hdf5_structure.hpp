// SPDX-License-Identifier: Apache-2.0
// Reads whatever of an HDF5 file HDF5 has to interpret: groups, links, attributes, types and shapes, how data
// are stored. Called by solvers/io/hdf5_file as a trial, see solvers/io/hdf5_trial.
#pragma once

#include <hdf5.h>

namespace trireme::io {

// Goes through all hard links of an open file, to a bounded depth and number. Of data sets in one piece the
// last row is read, of others everything. What HDF5 reports as an error is passed over. Local, serial.
void read_structure(hid_t file);

}  // namespace trireme::io
