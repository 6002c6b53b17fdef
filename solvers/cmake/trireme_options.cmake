# SPDX-License-Identifier: Apache-2.0
# What a user may choose at configure time, and the compile flags every target of the project shares.

option(TRIREME_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(TRIREME_PERF "Build the micro-benchmarks" OFF)
option(TRIREME_CORE_ONLY "Build only the threaded core, which needs neither MPI nor PETSc" OFF)
option(TRIREME_UNITY "Compile several sources at a time where a room allows it" OFF)
option(TRIREME_FUZZ "Build the fuzz harnesses of the readers of files (clang)" OFF)
set(TRIREME_MPI "mpich" CACHE STRING "MPI lane whose Debian packages are preferred: mpich or openmpi")
set(TRIREME_MARCH "" CACHE STRING "Value of -march=, empty for the compiler's default")
set(TRIREME_SANITIZE "" CACHE STRING "Value of -fsanitize=, empty for none")
set_property(CACHE TRIREME_MPI PROPERTY STRINGS mpich openmpi)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

find_program(TRIREME_CCACHE ccache)
if(TRIREME_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TRIREME_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${TRIREME_CCACHE}")
endif()

add_library(trireme_flags INTERFACE)
# -ffp-contract=off: one rounding per operation, so that a kernel and its reference twin give the same bits whatever
# the compiler fuses; hot kernels that want fused multiply-adds ask for them through solvers/simd.
target_compile_options(trireme_flags INTERFACE -Wall -Wextra -Werror -ffp-contract=off
                       "$<$<CONFIG:Release>:-O3>")
# GCC 12 warns of overlapping copies in std::string's own concatenation, which is a false alarm.
target_compile_options(trireme_flags INTERFACE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>")
if(TRIREME_MARCH)
  target_compile_options(trireme_flags INTERFACE "-march=${TRIREME_MARCH}")
endif()
if(TRIREME_SANITIZE)
  target_compile_options(trireme_flags INTERFACE "-fsanitize=${TRIREME_SANITIZE}" -fno-omit-frame-pointer -g1)
  target_link_options(trireme_flags INTERFACE "-fsanitize=${TRIREME_SANITIZE}")
endif()
target_compile_definitions(trireme_flags INTERFACE "$<$<CONFIG:Debug>:TRIREME_DEBUG>")
target_include_directories(trireme_flags INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
