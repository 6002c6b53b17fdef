#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# petsc_refusal_test.sh KIND WORK SOURCE MPI: configures the project against a PETSc that it cannot use (KIND: complex,
# single, old, missing, no_folder, other_mpi) and expects it to stop with a message that says why and what to do.
set -euo pipefail
kind="$1" work="$2" project="$3" mpi="$4"

rm -rf "$work"
mkdir -p "$work/petsc/include" "$work/petsc/lib/pkgconfig"
version=3.18.5
case "$kind" in
  complex) defines=(PETSC_USE_COMPLEX PETSC_USE_REAL_DOUBLE) why="complex" advice="--with-scalar-type=real" ;;
  single) defines=(PETSC_USE_REAL_SINGLE) why="double precision" advice="--with-precision=double" ;;
  old) defines=(PETSC_USE_REAL_DOUBLE) why="3.17.0 found" advice="newer" version=3.17.0 ;;
  missing) defines=() why="No PETSc found" advice="jobs/setup.sh" ;;
  no_folder) defines=() why="No PETSc in PETSC_DIR" advice="set PETSC_DIR" ;;
  other_mpi) defines=(PETSC_USE_REAL_DOUBLE) why="does not compile with" advice="--print-env" ;;
  *) echo "unknown kind $kind"; exit 1 ;;
esac
for name in "${defines[@]}"; do echo "#define $name 1" >>"$work/petsc/include/petscconf.h"; done
if [ "$kind" = no_folder ]; then rm -r "$work/petsc/lib"; fi
echo '#error "PETSc was configured with another MPI"' >"$work/petsc/include/petscsys.h"
if [ "$kind" != missing ] && [ "$kind" != no_folder ]; then
  cat >"$work/petsc/lib/pkgconfig/PETSc.pc" <<PC
Name: PETSc
Description: stand-in that only configure looks at
Version: $version
Cflags: -I$work/petsc/include
Libs:
PC
fi

log="$work/configure.log"
# Only the stand-in is visible: the machine's own PETSc must not answer instead.
status=0
env -u PETSC_ARCH -u PKG_CONFIG_PATH -u CMAKE_PREFIX_PATH -u LD_PRELOAD PETSC_DIR="$work/petsc" PKG_CONFIG_LIBDIR="$work/petsc/lib/pkgconfig" \
  cmake -G Ninja -S "$project" -B "$work/build" -DTRIREME_TESTS=OFF "-DTRIREME_MPI=$mpi" >"$log" 2>&1 || status=$?
if [ "$status" -eq 0 ]; then
  cat "$log"
  echo "configure accepted a PETSc that is $kind"
  exit 1
fi
# CMake wraps long messages, so white space is squeezed before looking.
message="$(tr -s ' \n' ' ' <"$log")"
for expected in "$why" "$advice" "->"; do
  if ! grep -qF -e "$expected" <<<"$message"; then
    cat "$log"
    echo "the message does not say: $expected"
    exit 1
  fi
done
