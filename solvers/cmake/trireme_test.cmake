# SPDX-License-Identifier: Apache-2.0
# trireme_test(<name> [NP <counts>] [THREADS <counts>] [LABELS <labels>] [LINK <targets>] [CORE])
#
# Builds <name>.cpp of the current folder as one GoogleTest program and registers it with ctest once for every rank and
# thread count given (default 1 and 1), as <name>.np<P>.t<T>; three ranks run with the first thread count only, four and
# more also with two threads, as further products of the two cost minutes of waiting on few cores. CORE tests link only the
# MPI-free, PETSc-free threaded core and also run in the tsan preset. Every registration carries the labels np<P>, t<T>, <room> and those given, of which
# smoke and plugin also run with the second MPI, and slow does not run under sanitizers. Sanitizers see one layout of a
# program, the one of most ranks and threads up to two each; its others up to two carry the label again.

find_package(GTest REQUIRED)

# What the lanes of the second MPI and the second compiler build, beside trireme_programs.
add_custom_target(trireme_smoke_tests)

function(trireme_test name)
  cmake_parse_arguments(ARG "CORE" "TIMEOUT" "NP;THREADS;LABELS;LINK" ${ARGN})
  if(TRIREME_CORE_ONLY AND NOT ARG_CORE)
    return()
  endif()
  if(NOT ARG_NP)
    set(ARG_NP 1)
  endif()
  if(NOT ARG_THREADS)
    set(ARG_THREADS 1)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(TRIREME_SANITIZE)
    math(EXPR ARG_TIMEOUT "4 * ${ARG_TIMEOUT}")
  endif()
  file(RELATIVE_PATH where "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX REPLACE "/.*" "" room "${where}")

  add_executable(${name} ${name}.cpp)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/${where}")
  if(ARG_CORE)
    target_link_libraries(${name} PRIVATE trireme_flags trireme_core GTest::gtest_main ${ARG_LINK})
  else()
    target_link_libraries(${name} PRIVATE trireme_flags trireme_test_main ${ARG_LINK})
  endif()

  if("smoke" IN_LIST ARG_LABELS OR "plugin" IN_LIST ARG_LABELS)
    add_dependencies(trireme_smoke_tests ${name})
  endif()

  foreach(np IN LISTS ARG_NP)
    foreach(threads IN LISTS ARG_THREADS)
      list(FIND ARG_THREADS ${threads} place)
      if(np GREATER 2 AND place GREATER 0 AND NOT (np GREATER 3 AND threads EQUAL 2))
        continue()
      endif()
      set(test "${where}/${name}.np${np}.t${threads}")
      math(EXPR cores "${np} * ${threads}")
      set(again "")
      if((np EQUAL 1 AND 2 IN_LIST ARG_NP) OR (threads EQUAL 1 AND 2 IN_LIST ARG_THREADS))
        set(again again)
      endif()
      if(ARG_CORE)
        add_test(NAME "${test}" COMMAND ${name})
      else()
        add_test(NAME "${test}" COMMAND ${TRIREME_MPIEXEC} -n ${np} $<TARGET_FILE:${name}>)
      endif()
      set_tests_properties("${test}" PROPERTIES
        ENVIRONMENT "OMP_NUM_THREADS=${threads};${TRIREME_TEST_ENVIRONMENT}"
        LABELS "${room};np${np};t${threads};${again};${ARG_LABELS}"
        PROCESSORS ${cores} TIMEOUT ${ARG_TIMEOUT} SKIP_RETURN_CODE 77)
    endforeach()
  endforeach()
endfunction()
