#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Training of a recommendation model on this machine, without a queue. Copy it, change the block below, run it:
# bash dlrm.sh. Run again, it goes on where it stopped, as long as its checkpoint is there.
# The program must be in PATH, or name it in TRIREME_DLRM; the MPI must be the one it was built with
# (on Debian: eval "$(jobs/setup.sh --print-env)").
set -euo pipefail

# --- what to change ---------------------------------------------------------------------------------------------------
RANKS="${RANKS:-1}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-$(nproc)}"
PROGRAM="${TRIREME_DLRM:-trireme-dlrm}"
DECK="${DECK:-criteo_8k.yaml}"  # copy it from jobs/cases/dlrm, or give a path
OUTPUT="${OUTPUT:-$PWD/results}"
# ----------------------------------------------------------------------------------------------------------------------

# No binding of threads here: without a queue that gives each rank its own cores, OMP_PROC_BIND would put the first thread
# of every rank on the same core.
unset OMP_PROC_BIND OMP_PLACES
mkdir -p "$OUTPUT"
restart=()
[ ! -f "$OUTPUT/model.h5" ] || restart=("output.restart=$OUTPUT/model.h5")
status=0
mpiexec -n "$RANKS" "$PROGRAM" train "$DECK" "output.history=$OUTPUT/history.csv" "output.checkpoint=$OUTPUT/model.h5" \
  ${restart[@]+"${restart[@]}"} --json-report "$OUTPUT/report.json" "$@" || status=$?
case "$status" in
  0) echo "done; results in $OUTPUT" ;;
  3) echo "a limit was reached; results in $OUTPUT" ;;
  4) echo "training went wrong; the message is above" ;;
  6) echo "stopped on request; run this again to go on" ;;
  *) echo "failed with exit code $status; the message is above" ;;
esac
exit "$status"
