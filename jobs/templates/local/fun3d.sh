#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A flow solve on this machine, without a queue. Copy it, change the block below, run it: bash fun3d.sh
# The program must be in PATH, or name it in TRIREME_FUN3D; the MPI must be the one it was built with
# (on Debian: eval "$(jobs/setup.sh --print-env)").
set -euo pipefail

# --- what to change ---------------------------------------------------------------------------------------------------
RANKS="${RANKS:-$(nproc)}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
PROGRAM="${TRIREME_FUN3D:-trireme-fun3d}"
DECK="${DECK:-m6_incompressible.yaml}"  # copy it from jobs/cases/fun3d, or give a path
OUTPUT="${OUTPUT:-$PWD/results}"
# ----------------------------------------------------------------------------------------------------------------------

# No binding of threads here: without a queue that gives each rank its own cores, OMP_PROC_BIND would put the first thread
# of every rank on the same core.
unset OMP_PROC_BIND OMP_PLACES
mkdir -p "$OUTPUT"
status=0
mpiexec -n "$RANKS" "$PROGRAM" "$DECK" "output.directory=$OUTPUT" --json-report "$OUTPUT/report.json" "$@" || status=$?
case "$status" in
  0) echo "converged; results in $OUTPUT" ;;
  3) echo "a limit was reached (steps or time) with a finite state; results in $OUTPUT" ;;
  6) echo "stopped on request; the state it reached is in $OUTPUT" ;;
  *) echo "failed with exit code $status; the message is above" ;;
esac
exit "$status"
