# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Builds PETSc into the prefix. Used by setup.sh, after hypre.

# make prints one CC or CXX line for each source; their number depends a little on what configure found.
petsc_progress() {
  local compiled
  compiled="$(grep -cE '^ +(CC|CXX) ' "$1" 2>/dev/null)" || true
  echo "${compiled:-0} of about 925 files"
}

build_petsc() {
  [ ! -e "$PREFIX/.done-petsc" ] || return 0
  local source="$PREFIX/build/petsc" arch=trireme options
  fetch_source petsc "$PETSC_SERIES"
  if [ ! -e "$source/.configured" ]; then
    mapfile -t options < <(petsc_options)
    run_logged "PETSc configure" "$PREFIX/logs/petsc-configure.log" last_line_progress \
      env -C "$source" -u PETSC_DIR -u PETSC_ARCH -u MAKEFLAGS /usr/bin/python3 ./configure "PETSC_ARCH=$arch" "--prefix=$PREFIX" \
      "--with-cc=$PREFIX/bin/mpicc" "--with-cxx=$PREFIX/bin/mpicxx" "--with-mpiexec=$PREFIX/bin/mpiexec" \
      "COPTFLAGS=$OPTIMIZATION" "CXXOPTFLAGS=$OPTIMIZATION" "${options[@]}" \
      "--with-blaslapack-lib=-Wl,-rpath,$PREFIX/lib -L$PREFIX/lib -lopenblas" "--with-hypre-dir=$PREFIX" \
      "--with-hdf5-include=/usr/include/hdf5/$MPI" \
      "--with-hdf5-lib=-L/usr/lib/$(gcc -print-multiarch)/hdf5/$MPI -lhdf5_hl -lhdf5" "--with-make-np=$JOBS"
    touch "$source/.configured"
  fi
  run_logged "PETSc" "$PREFIX/logs/petsc-build.log" petsc_progress \
    env -u PETSC_DIR -u PETSC_ARCH -u MAKEFLAGS make -C "$source" "PETSC_DIR=$source" "PETSC_ARCH=$arch" all
  run_logged "PETSc install" "$PREFIX/logs/petsc-install.log" no_progress \
    env -u PETSC_DIR -u PETSC_ARCH -u MAKEFLAGS make -C "$source" "PETSC_DIR=$source" "PETSC_ARCH=$arch" install
  touch "$PREFIX/.done-petsc"
}
