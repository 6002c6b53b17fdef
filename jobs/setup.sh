#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Debian 12 machine ready to build Trireme: installs packages and puts MPI, PETSc and hypre into a prefix.
# Run it again at any time: what is done is kept, what was interrupted is resumed, and a run with nothing to do
# takes about a second. `jobs/setup.sh --help` tells the options.
set -euo pipefail

SETUP_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/setup"
for part in progress recipe packages sources hypre petsc layout; do
  # shellcheck source=/dev/null
  source "$SETUP_DIR/$part.sh"
done

usage() {
  cat <<'USAGE'
Usage: jobs/setup.sh [options]

  --mpi mpich|openmpi  mpich (default): PETSc and hypre are built once from Debian's source packages, about
                       10 minutes on 2 cores; openmpi: Debian's binaries, about a minute. Also TRIREME_MPI.
  --petsc-int 32|64    width of PetscInt; 64 is Debian's libpetsc64-real, so only with --mpi openmpi (default 32)
  --prefix DIR         where the result goes. Also TRIREME_PREFIX. Default: a folder in ~/.cache/trireme (or
                       XDG_CACHE_HOME) named by versions, flags and CPU
  --jobs N             compile jobs (default: the cores this process may use)
  --check              change nothing; say what is missing; exit 0 when complete, 1 when not
  --print-env          print the exports to use the prefix: eval "$(jobs/setup.sh --print-env)"
  --help               this text

Needs root or a sudo that asks no password, only when packages are missing.
USAGE
}

MPI="${TRIREME_MPI:-mpich}"
PETSC_INT=32
PREFIX="${TRIREME_PREFIX:-}"
JOBS="$(nproc)"
ACTION=install

parse_options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --mpi | --petsc-int | --prefix | --jobs)
        [ $# -ge 2 ] || usage_error "$1 needs a value"
        case "$1" in
          --mpi) MPI="$2" ;;
          --petsc-int) PETSC_INT="$2" ;;
          --prefix) PREFIX="$2" ;;
          --jobs) JOBS="$2" ;;
        esac
        shift
        ;;
      --check) ACTION=check ;;
      --print-env) ACTION=print-env ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) usage_error "unknown option '$1'" ;;
    esac
    shift
  done
  case "$MPI" in mpich | openmpi) ;; *) usage_error "--mpi is '$MPI' (known: mpich, openmpi)" ;; esac
  case "$PETSC_INT" in 32 | 64) ;; *) usage_error "--petsc-int is '$PETSC_INT' (known: 32, 64)" ;; esac
  case "$JOBS" in '' | *[!0-9]* | 0) usage_error "--jobs is '$JOBS' (a number from 1 is expected)" ;; esac
  if [ "$PETSC_INT" = 64 ] && [ "$MPI" != openmpi ]; then
    usage_error "--petsc-int 64 goes with --mpi openmpi only (it takes Debian's 64-bit build)"
  fi
}

run_action() {
  local missing
  case "$ACTION" in
    check)
      missing="$(missing_packages)"
      [ -z "$missing" ] || fail "packages are missing ($(echo "$missing" | xargs))" "run jobs/setup.sh --mpi $MPI"
      resolve_prefix
      prefix_complete || fail "the prefix is not complete ($PREFIX)" "run jobs/setup.sh --mpi $MPI"
      say "complete: $PREFIX"
      ;;
    print-env)
      command -v gcc >/dev/null || fail "nothing is set up yet (gcc not found)" "run jobs/setup.sh --mpi $MPI"
      resolve_prefix
      prefix_complete || fail "the prefix is not complete ($PREFIX)" "run jobs/setup.sh --mpi $MPI"
      print_env
      ;;
    install)
      require_debian
      install_packages
      resolve_prefix
      if ! prefix_complete; then
        mkdir -p "$PREFIX/logs"
        take_lock "$PREFIX/.lock"
        build_prefix
      fi
      say "ready: $PREFIX"
      say "use it: eval \"\$(jobs/setup.sh --mpi $MPI --print-env)\""
      ;;
  esac
}

parse_options "$@"
run_action
