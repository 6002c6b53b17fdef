#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# setup_test.sh SOURCE MPI: what jobs/setup.sh does on a machine that is set up already, and how it refuses bad requests.
set -euo pipefail
project="$1" mpi="$2"
setup="$project/jobs/setup.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

complain() {
  echo "$1"
  exit 1
}

# expect CODE TEXT COMMAND...: the exit code, and a text that the output must hold.
expect() {
  local code="$1" text="$2" status=0 output
  shift 2
  output="$("$@" 2>&1)" || status=$?
  [ "$status" -eq "$code" ] || complain "'$*' ended with $status, not $code: $output"
  grep -qF -e "$text" <<<"$output" || complain "'$*' does not say '$text': $output"
}

expect 0 "Usage:" bash "$setup" --help
expect 2 "known: mpich, openmpi" bash "$setup" --mpi lam
expect 2 "unknown option '--bogus'" bash "$setup" --bogus
expect 2 "needs a value" bash "$setup" --prefix
expect 2 "number from 1" bash "$setup" --jobs 0
expect 2 "--mpi openmpi only" bash "$setup" --mpi mpich --petsc-int 64
expect 1 "not complete" bash "$setup" --mpi "$mpi" --check --prefix "$work/empty"
expect 1 "->" bash "$setup" --mpi "$mpi" --print-env --prefix "$work/empty"
[ ! -e "$work/empty" ] || complain "--check made the prefix"

# A complete machine: no package manager is called, by which a no-op run is fast.
mkdir "$work/bin"
for tool in apt-get sudo; do
  printf '#!/bin/sh\necho called >"%s"\nexit 1\n' "$work/called" >"$work/bin/$tool"
  chmod +x "$work/bin/$tool"
done
if ! bash "$setup" --mpi "$mpi" --check 2>/dev/null; then
  echo "skipped: this machine was not set up by jobs/setup.sh"
  exit 77
fi
PATH="$work/bin:$PATH" expect 0 "ready:" bash "$setup" --mpi "$mpi"
[ ! -e "$work/called" ] || complain "a run with nothing to do called the package manager"

# The exports name one MPI throughout.
prefix="$(bash "$setup" --mpi "$mpi" --check 2>&1 | sed -n "s/.*complete: //p")"
exports="$(bash "$setup" --mpi "$mpi" --print-env)"
(
  eval "$exports"
  [ -f "$PETSC_DIR/include/petsc.h" ] || complain "no PETSc in PETSC_DIR"
  "$TRIREME_PYTHON" -c 'import matplotlib, numpy' || complain "TRIREME_PYTHON has no numpy or matplotlib"
  for tool in mpicc mpicxx mpiexec mpirun; do
    case "$(command -v "$tool")" in "$prefix"/*) ;; *) complain "$tool is not the prefix's" ;; esac
  done
  case "$mpi" in
    mpich) mpicc -show | grep -q mpich || complain "mpicc is not MPICH's" ;;
    openmpi) mpicc --showme | grep -q openmpi || complain "mpicc is not Open MPI's" ;;
  esac
)
