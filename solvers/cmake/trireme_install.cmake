# SPDX-License-Identifier: Apache-2.0
# The install tree: libraries, programs, headers under include/trireme, the CMake package and pkg-config files.
include(GNUInstallDirs)
