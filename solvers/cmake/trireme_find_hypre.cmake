# SPDX-License-Identifier: Apache-2.0
# trireme_dep::hypre, where hypre was found: the one PETSc was built with, beside PETSc, in HYPRE_DIR or CMAKE_PREFIX_PATH.
# Needed only by what talks to hypre itself; PETSc's own -pc_type hypre comes with PETSc. A process that held two hypres (say
# with 32- and with 64-bit indices) would call one with the other's arguments, so PETSc's goes first, whatever its name.

set(petsc_variables "${TRIREME_PETSC_PREFIX}/lib/petsc/conf/petscvariables")
set(hypre_flags "")
if(EXISTS "${petsc_variables}")
  file(STRINGS "${petsc_variables}" hypre_flags REGEX "^HYPRE_(LIB|INCLUDE) *=")
endif()
string(REGEX MATCHALL "-lHYPRE[^ ;]*" hypre_names "${hypre_flags}")
string(REGEX MATCHALL "-I[^ ;]+" hypre_includes "${hypre_flags}")
string(REGEX MATCHALL "-L[^ ;]+" hypre_folders "${hypre_flags}")
list(TRANSFORM hypre_names REPLACE "^-l" "")
list(TRANSFORM hypre_includes REPLACE "^-I" "")
list(TRANSFORM hypre_folders REPLACE "^-L" "")

find_path(TRIREME_HYPRE_INCLUDE HYPRE.h HINTS ${hypre_includes} "${TRIREME_PETSC_PREFIX}/include" ENV HYPRE_DIR
          PATH_SUFFIXES include hypre include/hypre)
find_library(TRIREME_HYPRE_LIBRARY NAMES ${hypre_names} HYPRE NAMES_PER_DIR HINTS ${hypre_folders} "${TRIREME_PETSC_PREFIX}/lib"
             ENV HYPRE_DIR PATH_SUFFIXES lib lib64)
if(TRIREME_HYPRE_INCLUDE AND TRIREME_HYPRE_LIBRARY)
  add_library(trireme_dep::hypre INTERFACE IMPORTED GLOBAL)
  target_include_directories(trireme_dep::hypre INTERFACE "${TRIREME_HYPRE_INCLUDE}")
  target_link_libraries(trireme_dep::hypre INTERFACE "${TRIREME_HYPRE_LIBRARY}" trireme_dep::mpi)
else()
  message(STATUS "No hypre found (HYPRE.h or libHYPRE is missing), what calls it is left out -> run 'bash jobs/setup.sh' on "
                 "Debian, or set HYPRE_DIR or CMAKE_PREFIX_PATH to your site's hypre >= 2.26")
endif()
