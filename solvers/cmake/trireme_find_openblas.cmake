# SPDX-License-Identifier: Apache-2.0
# trireme_dep::openblas: linked by its own name, since a plain -lblas may be the reference BLAS. The OpenMP flavour is
# wanted, which stays on one thread when it is called inside a parallel region; PETSc's prefix links the same one.

find_path(TRIREME_OPENBLAS_INCLUDE cblas.h
          HINTS "${TRIREME_PETSC_DIR}/include" "$ENV{PETSC_DIR}/include"
          PATH_SUFFIXES x86_64-linux-gnu/openblas-openmp aarch64-linux-gnu/openblas-openmp openblas-openmp openblas)
find_library(TRIREME_OPENBLAS_LIBRARY NAMES libopenblas.so.0 openblas
             HINTS "$ENV{PETSC_DIR}/lib" "$ENV{PETSC_DIR}/$ENV{PETSC_ARCH}/lib"
             PATH_SUFFIXES openblas-openmp)
if(TRIREME_OPENBLAS_INCLUDE AND TRIREME_OPENBLAS_LIBRARY)
  add_library(trireme_dep::openblas INTERFACE IMPORTED GLOBAL)
  target_include_directories(trireme_dep::openblas INTERFACE "${TRIREME_OPENBLAS_INCLUDE}")
  target_link_libraries(trireme_dep::openblas INTERFACE "${TRIREME_OPENBLAS_LIBRARY}")
else()
  message(STATUS "No OpenBLAS found (cblas.h or libopenblas is missing), room dlrm_hpc is left out -> run 'bash jobs/setup.sh' "
                 "on Debian (package libopenblas-openmp-dev), or put your site's OpenBLAS in CMAKE_PREFIX_PATH")
endif()
