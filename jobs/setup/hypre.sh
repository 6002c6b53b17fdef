# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Builds hypre with OpenMP into the prefix. Used by setup.sh, before PETSc, which links it.

build_hypre() {
  [ ! -e "$PREFIX/.done-hypre" ] || return 0
  local build="$PREFIX/build/hypre-build" options
  fetch_source hypre "$HYPRE_SERIES"
  mapfile -t options < <(hypre_options)
  run_logged "hypre configure" "$PREFIX/logs/hypre-configure.log" no_progress \
    cmake -G Ninja -S "$PREFIX/build/hypre/src" -B "$build" "${options[@]}" \
    -DCMAKE_C_COMPILER="$(command -v gcc)" -DCMAKE_CXX_COMPILER="$(command -v g++)" -DCMAKE_C_FLAGS_RELEASE="$OPTIMIZATION" \
    -DMPI_C_COMPILER="$PREFIX/bin/mpicc" -DMPI_CXX_COMPILER="$PREFIX/bin/mpicxx" \
    -DTPL_BLAS_LIBRARIES="$PREFIX/lib/libopenblas.so" -DTPL_LAPACK_LIBRARIES="$PREFIX/lib/libopenblas.so" \
    -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_RPATH="$PREFIX/lib"
  run_logged "hypre" "$PREFIX/logs/hypre-build.log" ninja_progress ninja -C "$build" -j "$JOBS"
  run_logged "hypre install" "$PREFIX/logs/hypre-install.log" no_progress ninja -C "$build" install
  touch "$PREFIX/.done-hypre"
}
