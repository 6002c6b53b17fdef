# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The prefix: MPI and OpenBLAS under neutral names, the stamps that say what is complete, the exports. Used by setup.sh.

multiarch_lib() { echo "/usr/lib/$(gcc -print-multiarch)"; }

# bin/ names one MPI whatever the machine's alternatives say; lib/ names the OpenMP flavour of OpenBLAS.
link_tools() {
  local tool blas
  blas="$(multiarch_lib)/openblas-openmp"
  mkdir -p "$PREFIX/bin" "$PREFIX/lib"
  for tool in mpicc mpicxx mpiexec mpirun; do
    ln -sfn "/usr/bin/$tool.$MPI" "$PREFIX/bin/$tool"
  done
  # MPICH's mpiexec looks for its helper beside itself.
  [ "$MPI" = openmpi ] || ln -sfn /usr/bin/hydra_pmi_proxy "$PREFIX/bin/hydra_pmi_proxy"
  ln -sfn "$blas/libopenblas.so" "$PREFIX/lib/libopenblas.so"
  ln -sfn "$blas/libopenblas.so.0" "$PREFIX/lib/libopenblas.so.0"
}

prefix_complete() { [ -e "$PREFIX/.done" ] && prefix_matches; }

prefix_matches() { [ "$(prefix_recipe)" = "$(cat "$PREFIX/recipe.txt" 2>/dev/null)" ]; }

build_prefix() {
  # Another run may have finished it while this one waited for the lock.
  ! prefix_complete || return 0
  if [ -e "$PREFIX/recipe.txt" ] && ! prefix_matches; then
    fail "the prefix holds a build of other versions, flags, MPI or CPU ($PREFIX)" "remove it, or give another --prefix"
  fi
  say "prefix: $PREFIX (logs in $PREFIX/logs)"
  prefix_recipe >"$PREFIX/recipe.txt"
  link_tools
  if [ "$MPI" = mpich ]; then
    build_hypre
    build_petsc
    rm -rf "$PREFIX/build"
  fi
  touch "$PREFIX/.done"
}

petsc_dir() {
  case "$MPI-$PETSC_INT" in
    mpich-*) echo "$PREFIX" ;;
    openmpi-32) echo "/usr/lib/petscdir/petsc$PETSC_SERIES/$(gcc -print-multiarch)-real" ;;
    openmpi-64) echo "/usr/lib/petscdir/petsc64-$PETSC_SERIES/$(gcc -print-multiarch)-real" ;;
  esac
}

print_env() {
  local petsc lib
  petsc="$(petsc_dir)"
  lib="$(multiarch_lib)"
  # ccache does not see which CPU -march=native means, the prefix's name does.
  cat <<EXPORTS
export TRIREME_PYTHON='/usr/bin/python3'
export PETSC_DIR='$petsc'
unset PETSC_ARCH
export CCACHE_NAMESPACE='$(basename "$PREFIX")'
export PATH='$PREFIX/bin':"\$PATH"
export PKG_CONFIG_PATH='$petsc/lib/pkgconfig:$PREFIX/lib/pkgconfig:$lib/openblas-openmp/pkgconfig'"\${PKG_CONFIG_PATH:+:\$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH='$PREFIX/lib'"\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
export CMAKE_PREFIX_PATH='$PREFIX'"\${CMAKE_PREFIX_PATH:+:\$CMAKE_PREFIX_PATH}"
EXPORTS
}
