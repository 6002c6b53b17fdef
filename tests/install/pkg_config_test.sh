#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pkg_config_test.sh TREE WORK MPICXX MPIEXEC PETSC_PREFIX MPICC HYPRE_PROGRAM: a program is compiled with the flags that
# pkg-config names, against a tree that was moved after installation, and runs on two ranks; so does the C program
# HYPRE_PROGRAM, which uses the door to hypre, where there is one.
set -euo pipefail
tree="$1" work="$2" mpicxx="$3" mpiexec="$4" petsc="$5" mpicc="$6" hypre_program="$7"
source="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/consumer/consumer.cpp"

rm -rf "$work"
mkdir -p "$work"
cp -a "$tree" "$work/moved"
pc="$(find "$work/moved" -name trireme_solvers.pc)"
[ -n "$pc" ] || { echo "no trireme_solvers.pc in $tree"; exit 1; }
export PKG_CONFIG_PATH="${pc%/*}:$petsc/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
libdir="$(pkg-config --variable=libdir trireme_solvers)"
case "$(realpath "$libdir")" in
  "$(realpath "$work")"/*) ;;
  *) echo "libdir is $libdir, not in the moved tree"; exit 1 ;;
esac
# pkg-config names no run-time paths; another PETSc may lie in the system's folders.
# shellcheck disable=SC2046 # flags are words on purpose
env -u LD_PRELOAD "$mpicxx" -std=c++20 -O1 -fopenmp "$source" -o "$work/consumer" \
  $(pkg-config --cflags --libs trireme_solvers) "-Wl,-rpath,$libdir" "-Wl,-rpath,$(pkg-config --variable=libdir PETSc)"
"$mpiexec" -n 2 "$work/consumer"

if [ -e "$libdir/libtrireme_hypre_shim.so" ]; then
  # shellcheck disable=SC2046
  env -u LD_PRELOAD "$mpicc" -std=c99 -O1 "$hypre_program" -o "$work/hypre_consumer" \
    $(pkg-config --cflags --libs trireme_amg) -lm "-Wl,-rpath,$libdir" "-Wl,-rpath,$(pkg-config --variable=libdir PETSc)"
  "$mpiexec" -n 2 "$work/hypre_consumer" | grep '^converged after'
fi
