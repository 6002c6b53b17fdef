# SPDX-License-Identifier: Apache-2.0
# trireme_module(<room> [UNITY] DEPENDS <targets...>): the shared library libtrireme_<room>.so made of every source of the room
# outside apps/, examples/ and preload/, and one program per folder of <room>/apps. UNITY: no two sources
# of the room give different things the same file-local name, so with TRIREME_UNITY they are compiled eight at a time.
include(GNUInstallDirs)

# Every library and program, without the tests.
add_custom_target(trireme_programs)

function(trireme_module room)
  cmake_parse_arguments(ARG "UNITY" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/${room}/(apps|examples|preload)/")
  if(NOT sources)
    message(STATUS "${room}: no sources yet, left out")
    return()
  endif()
  add_library(trireme_${room} SHARED ${sources})
  add_library(trireme::${room} ALIAS trireme_${room})
  target_link_libraries(trireme_${room} PRIVATE trireme_flags PUBLIC ${ARG_DEPENDS})
  target_include_directories(trireme_${room} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
                             "$<INSTALL_INTERFACE:include/trireme>")
  if(ARG_UNITY AND TRIREME_UNITY)
    set_target_properties(trireme_${room} PROPERTIES UNITY_BUILD ON)
    # There GCC takes what is unnamed in a source for a header's.
    target_compile_options(trireme_${room} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>")
  endif()
  set_target_properties(trireme_${room} PROPERTIES EXPORT_NAME ${room} INSTALL_RPATH "$ORIGIN"
                        INSTALL_RPATH_USE_LINK_PATH ON VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR})
  set_property(GLOBAL APPEND PROPERTY TRIREME_MODULES ${room})
  add_dependencies(trireme_programs trireme_${room})

  file(GLOB apps LIST_DIRECTORIES true CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/apps/*")
  foreach(app IN LISTS apps)
    get_filename_component(program "${app}" NAME)
    file(GLOB app_sources CONFIGURE_DEPENDS "${app}/*.cpp")
    if(NOT app_sources)
      continue()
    endif()
    add_executable(${program} ${app_sources})
    target_link_libraries(${program} PRIVATE trireme_flags trireme_${room})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}"
                          INSTALL_RPATH_USE_LINK_PATH ON)
    set_property(GLOBAL APPEND PROPERTY TRIREME_PROGRAMS ${program})
    add_dependencies(trireme_programs ${program})
  endforeach()
endfunction()
