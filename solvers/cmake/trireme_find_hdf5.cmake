# SPDX-License-Identifier: Apache-2.0
# trireme_dep::hdf5: an HDF5 built for the MPI in use.

pkg_search_module(TRIREME_HDF5 IMPORTED_TARGET GLOBAL hdf5-${TRIREME_MPI} hdf5)
add_library(trireme_dep::hdf5 INTERFACE IMPORTED GLOBAL)
if(TRIREME_HDF5_FOUND)
  target_link_libraries(trireme_dep::hdf5 INTERFACE PkgConfig::TRIREME_HDF5 trireme_dep::mpi)
  set(TRIREME_HDF5_INCLUDES ${TRIREME_HDF5_INCLUDE_DIRS})
else()
  set(HDF5_PREFER_PARALLEL ON)
  find_package(HDF5 COMPONENTS C QUIET)
  if(NOT HDF5_FOUND)
    message(FATAL_ERROR "No HDF5 found (pkg-config knows neither hdf5-${TRIREME_MPI} nor hdf5) -> run 'bash jobs/setup.sh' on "
                        "Debian, or put your site's parallel HDF5 in CMAKE_PREFIX_PATH or PKG_CONFIG_PATH")
  endif()
  target_link_libraries(trireme_dep::hdf5 INTERFACE ${HDF5_C_LIBRARIES} trireme_dep::mpi)
  target_include_directories(trireme_dep::hdf5 INTERFACE ${HDF5_C_INCLUDE_DIRS})
  set(TRIREME_HDF5_INCLUDES ${HDF5_C_INCLUDE_DIRS})
endif()

include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_INCLUDES ${TRIREME_HDF5_INCLUDES} ${MPI_C_INCLUDE_DIRS})
check_c_source_compiles("#include <H5pubconf.h>
  #ifndef H5_HAVE_PARALLEL
  #error serial
  #endif
  int main(void) { return 0; }" TRIREME_HDF5_IS_PARALLEL)
unset(CMAKE_REQUIRED_INCLUDES)
if(NOT TRIREME_HDF5_IS_PARALLEL)
  message(FATAL_ERROR "The HDF5 found is serial (checkpoints and fields are written by all ranks together) -> give an HDF5 "
                      "configured with --enable-parallel, first in PKG_CONFIG_PATH or CMAKE_PREFIX_PATH")
endif()
