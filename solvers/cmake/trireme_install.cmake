# SPDX-License-Identifier: Apache-2.0
# The install tree: libraries, programs, headers under include/trireme, the CMake package `trireme` (targets
# trireme::solvers, trireme::meshes, ...) and one pkg-config file a library. The tree may be moved after installation;
# PETSc and MPI stay where they were found.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
if(TRIREME_CORE_ONLY)
  return()
endif()

get_property(modules GLOBAL PROPERTY TRIREME_MODULES)
get_property(programs GLOBAL PROPERTY TRIREME_PROGRAMS)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/trireme")
file(RELATIVE_PATH TRIREME_PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(TRIREME_PETSC_MODULE "${TRIREME_PETSC_MODULE_NAME}")
set(TRIREME_HDF5_MODULE "${TRIREME_HDF5_MODULE_NAME}")

foreach(module IN LISTS modules)
  install(TARGETS trireme_${module} EXPORT trireme_targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${module}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trireme"
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "apps" EXCLUDE PATTERN "examples" EXCLUDE
          PATTERN "preload" EXCLUDE)

  # What a library stands on in pkg-config's words: the rooms below it, and for the lowest the outside world.
  set(TRIREME_REQUIRES)
  get_target_property(links trireme_${module} INTERFACE_LINK_LIBRARIES)
  foreach(link IN LISTS links)
    if(link MATCHES "^trireme_[a-z0-9_]+$" AND TARGET ${link})
      string(APPEND TRIREME_REQUIRES " ${link}")
    endif()
  endforeach()
  if(module STREQUAL "solvers")
    set(TRIREME_REQUIRES "${TRIREME_PETSC_MODULE} ${TRIREME_HDF5_MODULE} fmt yaml-cpp")
  endif()
  string(STRIP "${TRIREME_REQUIRES}" TRIREME_REQUIRES)
  # What has no pkg-config file of its own.
  set(TRIREME_EXTRA_CFLAGS "")
  set(TRIREME_EXTRA_LIBS "")
  if("trireme_dep::hypre" IN_LIST links)
    cmake_path(GET TRIREME_HYPRE_LIBRARY PARENT_PATH hypre_libdir)
    set(TRIREME_EXTRA_CFLAGS " -I${TRIREME_HYPRE_INCLUDE}")
    set(TRIREME_EXTRA_LIBS " -L${hypre_libdir} -lHYPRE")
  endif()
  set(TRIREME_MODULE "${module}")
  configure_file("${PROJECT_SOURCE_DIR}/solvers/cmake/trireme.pc.in" "${CMAKE_BINARY_DIR}/pkgconfig/trireme_${module}.pc" @ONLY)
  install(FILES "${CMAKE_BINARY_DIR}/pkgconfig/trireme_${module}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
install(DIRECTORY "${CMAKE_BINARY_DIR}/generated/solvers" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trireme"
        FILES_MATCHING PATTERN "*.hpp")
if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

install(EXPORT trireme_targets NAMESPACE trireme:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/solvers/cmake/trireme-config.cmake.in"
                              "${CMAKE_BINARY_DIR}/trireme-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/trireme-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/trireme-config.cmake" "${CMAKE_BINARY_DIR}/trireme-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_dependencies.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_mpi.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_petsc.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_hypre.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_hdf5.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_metis.cmake"
              "${PROJECT_SOURCE_DIR}/solvers/cmake/trireme_find_openblas.cmake"
        DESTINATION "${package_dir}")
