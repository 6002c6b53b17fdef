# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What is built and how, and the name of the prefix that follows from it. Used by setup.sh.

PETSC_SERIES=3.18
HYPRE_SERIES=2.26
OPTIMIZATION="-O3 -march=native"

hypre_options() {
  cat <<'OPTIONS'
-DCMAKE_BUILD_TYPE=Release
-DHYPRE_ENABLE_SHARED=ON
-DHYPRE_WITH_OPENMP=ON
-DHYPRE_ENABLE_HOPSCOTCH=ON
-DHYPRE_ENABLE_PERSISTENT_COMM=ON
-DHYPRE_ENABLE_HYPRE_BLAS=OFF
-DHYPRE_ENABLE_HYPRE_LAPACK=OFF
OPTIONS
}

petsc_options() {
  cat <<'OPTIONS'
--with-fc=0
--with-debugging=0
--with-shared-libraries=1
--with-precision=double
--with-scalar-type=real
--with-64-bit-indices=0
--with-x=0
--with-ssl=0
--with-hwloc=0
--with-metis-include=/usr/include
--with-metis-lib=-lmetis
OPTIONS
}

# Everything a prefix depends on, as text. -march=native is resolved, so that a home folder shared between machines
# holds one prefix per kind of CPU.
prefix_recipe() {
  echo "petsc $PETSC_SERIES hypre $HYPRE_SERIES mpi $MPI int $PETSC_INT $OPTIMIZATION"
  hypre_options
  petsc_options
  dpkg-query -W -f '${Package} ${Version}\n' "lib$MPI-dev" "libhdf5-$MPI-dev" libmetis-dev libopenblas0-openmp gcc-12
  gcc -march=native -Q --help=target | grep -E 'enabled|-march=|-mtune='
}

resolve_prefix() {
  [ -z "$PREFIX" ] || {
    PREFIX="$(realpath -m "$PREFIX")"
    return 0
  }
  local recipe
  recipe="$(prefix_recipe 2>/dev/null)" || fail "the set-up is not complete (packages are missing)" "run jobs/setup.sh --mpi $MPI"
  PREFIX="${XDG_CACHE_HOME:-$HOME/.cache}/trireme/$MPI-$(printf '%s' "$recipe" | sha256sum | cut -c1-12)"
}
