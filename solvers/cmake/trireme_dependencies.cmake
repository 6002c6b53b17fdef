# SPDX-License-Identifier: Apache-2.0
# Finds what the project stands on, as imported targets trireme_dep::{mpi,petsc,hypre,metis,hdf5}; each failure says what is
# missing and how to get it.

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
if(TRIREME_CORE_ONLY)
  return()
endif()

find_package(PkgConfig REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB QUIET)
include(trireme_find_mpi)
include(trireme_find_petsc)
include(trireme_find_hypre)
include(trireme_find_hdf5)
include(trireme_find_metis)
include(trireme_find_openblas)
