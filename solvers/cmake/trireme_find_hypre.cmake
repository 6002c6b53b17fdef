# SPDX-License-Identifier: Apache-2.0
# trireme_dep::hypre, where hypre was found: beside PETSc, in HYPRE_DIR or CMAKE_PREFIX_PATH. Needed only by what talks to
# hypre itself; PETSc's own -pc_type hypre comes with PETSc.

find_path(TRIREME_HYPRE_INCLUDE HYPRE.h HINTS "${TRIREME_PETSC_PREFIX}/include" ENV HYPRE_DIR PATH_SUFFIXES include hypre include/hypre)
find_library(TRIREME_HYPRE_LIBRARY HYPRE HINTS "${TRIREME_PETSC_PREFIX}/lib" ENV HYPRE_DIR PATH_SUFFIXES lib lib64)
if(TRIREME_HYPRE_INCLUDE AND TRIREME_HYPRE_LIBRARY)
  add_library(trireme_dep::hypre INTERFACE IMPORTED GLOBAL)
  target_include_directories(trireme_dep::hypre INTERFACE "${TRIREME_HYPRE_INCLUDE}")
  target_link_libraries(trireme_dep::hypre INTERFACE "${TRIREME_HYPRE_LIBRARY}" trireme_dep::mpi)
else()
  message(STATUS "No hypre found (HYPRE.h or libHYPRE is missing), what calls it is left out -> run 'bash jobs/setup.sh' on "
                 "Debian, or set HYPRE_DIR or CMAKE_PREFIX_PATH to your site's hypre >= 2.26")
endif()
