# SPDX-License-Identifier: Apache-2.0
# trireme_dep::metis

find_path(TRIREME_METIS_INCLUDE metis.h)
find_library(TRIREME_METIS_LIBRARY metis)
if(NOT TRIREME_METIS_INCLUDE OR NOT TRIREME_METIS_LIBRARY)
  message(FATAL_ERROR "No METIS found (metis.h or libmetis is missing) -> run 'bash jobs/setup.sh' on Debian (package "
                      "libmetis-dev), or put your site's METIS in CMAKE_PREFIX_PATH")
endif()
add_library(trireme_dep::metis INTERFACE IMPORTED GLOBAL)
target_include_directories(trireme_dep::metis INTERFACE "${TRIREME_METIS_INCLUDE}")
target_link_libraries(trireme_dep::metis INTERFACE "${TRIREME_METIS_LIBRARY}")
