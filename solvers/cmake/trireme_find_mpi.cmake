# SPDX-License-Identifier: Apache-2.0
# trireme_dep::mpi and TRIREME_MPIEXEC. The lane's own compiler wrapper is asked first, so that a machine that has both
# MPICH and Open MPI never mixes them.

find_program(MPI_C_COMPILER NAMES mpicc.${TRIREME_MPI} mpicc)
find_program(MPI_CXX_COMPILER NAMES mpicxx.${TRIREME_MPI} mpicxx)
find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.${TRIREME_MPI} mpiexec)
find_package(MPI COMPONENTS C QUIET)
if(NOT MPI_C_FOUND)
  message(FATAL_ERROR "No MPI found (neither mpicc.${TRIREME_MPI} nor mpicc works) -> run 'bash jobs/setup.sh' on Debian, "
                      "or put your site's mpicc in PATH, or set -DMPI_C_COMPILER=/path/to/mpicc")
endif()
add_library(trireme_dep::mpi INTERFACE IMPORTED GLOBAL)
target_link_libraries(trireme_dep::mpi INTERFACE MPI::MPI_C)
target_compile_definitions(trireme_dep::mpi INTERFACE MPICH_SKIP_MPICXX OMPI_SKIP_MPICXX)
set(TRIREME_MPIEXEC "${MPIEXEC_EXECUTABLE}" CACHE FILEPATH "Launcher of the MPI in use")
