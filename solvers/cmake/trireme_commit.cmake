# SPDX-License-Identifier: Apache-2.0
# trireme_record_commit(<target> <source dir>): before each build of the target, writes solvers/log/commit.hpp into the
# build tree if the commit changed; one small source includes it, so a new commit recompiles one file.
# Run as a script (cmake -P) it is that writer.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(trireme_record_commit target source_dir)
    set(header "${CMAKE_BINARY_DIR}/generated/solvers/log/commit.hpp")
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
    if(TRIREME_MARCH)
      string(APPEND flags " -march=${TRIREME_MARCH}")
    endif()
    if(TRIREME_SANITIZE)
      string(APPEND flags " -fsanitize=${TRIREME_SANITIZE}")
    endif()
    string(STRIP "${flags}" flags)
    set(script "${source_dir}/solvers/cmake/trireme_commit.cmake")
    add_custom_target(trireme_commit BYPRODUCTS "${header}" VERBATIM
      COMMAND ${CMAKE_COMMAND} "-DSOURCE=${source_dir}" "-DHEADER=${header}" "-DFLAGS=${flags}" -P "${script}")
    add_dependencies(${target} trireme_commit)
  endfunction()
  return()
endif()

set(commit "unknown")
find_program(git git)
if(git AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND ${git} -C "${SOURCE}" rev-parse HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE
                  RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(commit "${head}")
    execute_process(COMMAND ${git} -C "${SOURCE}" diff --quiet HEAD -- RESULT_VARIABLE modified ERROR_QUIET)
    if(modified)
      string(APPEND commit "-modified")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${HEADER}" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by trireme_commit.cmake at build time.
#pragma once

namespace trireme {
inline constexpr char commit[] = \"@commit@\";
inline constexpr char compile_flags[] = \"@FLAGS@\";
}  // namespace trireme
")
