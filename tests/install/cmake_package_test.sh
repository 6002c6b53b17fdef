#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake_package_test.sh TREE WORK MPIEXEC HYPRE_PROGRAM: a CMake project finds the installed package, builds and runs on two
# ranks; so does the C program HYPRE_PROGRAM, which uses the door to hypre.
set -euo pipefail
tree="$1" work="$2" mpiexec="$3" hypre_program="$4"
consumer="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/consumer"

rm -rf "$work"
# The package must know its PETSc and MPI by itself.
unset PETSC_DIR PETSC_ARCH LD_LIBRARY_PATH
env -u LD_PRELOAD cmake -G Ninja -S "$consumer" -B "$work" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$tree" \
  "-DHYPRE_CONSUMER=$hypre_program"
env -u LD_PRELOAD cmake --build "$work"
"$mpiexec" -n 2 "$work/consumer"
if [ -n "$(find "$tree" -name libtrireme_hypre_shim.so)" ]; then
  "$mpiexec" -n 2 "$work/hypre_consumer" | grep '^converged after'
fi
