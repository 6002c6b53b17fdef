# SPDX-License-Identifier: Apache-2.0
# trireme_dep::petsc, from PETSC_DIR (and PETSC_ARCH), CMAKE_PREFIX_PATH or pkg-config's own path. Complex and
# single-precision builds are refused here: every kernel of the project computes in double.

set(TRIREME_PETSC_DIR "$ENV{PETSC_DIR}" CACHE PATH "PETSc to use, as in the environment variable PETSC_DIR")
if(TRIREME_PETSC_DIR)
  if(NOT EXISTS "${TRIREME_PETSC_DIR}/$ENV{PETSC_ARCH}/lib/pkgconfig" AND
     NOT EXISTS "${TRIREME_PETSC_DIR}/lib/pkgconfig")
    message(FATAL_ERROR "No PETSc in PETSC_DIR='${TRIREME_PETSC_DIR}' with PETSC_ARCH='$ENV{PETSC_ARCH}' (neither holds "
                        "lib/pkgconfig) -> set PETSC_DIR and PETSC_ARCH to a built PETSc >= 3.18, or unset both")
  endif()
  set(saved_path "$ENV{PKG_CONFIG_PATH}")
  set(ENV{PKG_CONFIG_PATH} "${TRIREME_PETSC_DIR}/$ENV{PETSC_ARCH}/lib/pkgconfig:${TRIREME_PETSC_DIR}/lib/pkgconfig:${saved_path}")
endif()
pkg_search_module(TRIREME_PETSC IMPORTED_TARGET GLOBAL PETSc petsc petsc-real)
if(NOT TRIREME_PETSC_FOUND)
  message(FATAL_ERROR "No PETSc found (PETSC_DIR='$ENV{PETSC_DIR}' and pkg-config name no PETSc.pc) -> run "
                      "'bash jobs/setup.sh' and 'eval \"$(jobs/setup.sh --print-env)\"' on Debian, or set PETSC_DIR "
                      "(and PETSC_ARCH) to your site's PETSc >= 3.18")
endif()
if(TRIREME_PETSC_VERSION VERSION_LESS 3.18)
  message(FATAL_ERROR "PETSc ${TRIREME_PETSC_VERSION} found (3.18 or newer is needed) -> set PETSC_DIR to a newer one")
endif()

include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_INCLUDES ${TRIREME_PETSC_INCLUDE_DIRS} ${MPI_C_INCLUDE_DIRS})
set(CMAKE_REQUIRED_QUIET ON)
check_c_source_compiles("#include <petscconf.h>
  #if defined(PETSC_USE_COMPLEX)
  #error complex
  #endif
  int main(void) { return 0; }" TRIREME_PETSC_IS_REAL)
check_c_source_compiles("#include <petscconf.h>
  #if !defined(PETSC_USE_REAL_DOUBLE)
  #error precision
  #endif
  int main(void) { return 0; }" TRIREME_PETSC_IS_DOUBLE)
check_c_source_compiles("#include <petscsys.h>
  int main(void) { return 0; }" TRIREME_PETSC_FITS_MPI)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_QUIET)
if(NOT TRIREME_PETSC_IS_REAL)
  message(FATAL_ERROR "The PETSc in '${TRIREME_PETSC_PREFIX}' is built for complex numbers (the solvers are real) -> set "
                      "PETSC_DIR to a real, double-precision build (configured with --with-scalar-type=real)")
endif()
if(NOT TRIREME_PETSC_IS_DOUBLE)
  message(FATAL_ERROR "The PETSc in '${TRIREME_PETSC_PREFIX}' is not built for double precision -> set PETSC_DIR to a real, "
                      "double-precision build (configured with --with-precision=double)")
endif()
if(NOT TRIREME_PETSC_FITS_MPI)
  message(FATAL_ERROR "The PETSc in '${TRIREME_PETSC_PREFIX}' does not compile with '${MPI_C_COMPILER}' (most often because it "
                      "was built with another MPI) -> on Debian run 'eval \"$(jobs/setup.sh --print-env)\"' first; elsewhere "
                      "set PETSC_DIR to a PETSc of the MPI in use, or MPI_C_COMPILER to the mpicc of that PETSc")
endif()
add_library(trireme_dep::petsc INTERFACE IMPORTED GLOBAL)
target_link_libraries(trireme_dep::petsc INTERFACE PkgConfig::TRIREME_PETSC trireme_dep::mpi)
