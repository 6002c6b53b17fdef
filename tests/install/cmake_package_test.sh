#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake_package_test.sh TREE WORK MPIEXEC: a CMake project finds the installed package, builds and runs on two ranks.
set -euo pipefail
tree="$1" work="$2" mpiexec="$3"
consumer="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/consumer"

rm -rf "$work"
# The package must know its PETSc and MPI by itself.
unset PETSC_DIR PETSC_ARCH LD_LIBRARY_PATH
env -u LD_PRELOAD cmake -G Ninja -S "$consumer" -B "$work" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$tree"
env -u LD_PRELOAD cmake --build "$work"
"$mpiexec" -n 2 "$work/consumer"
