#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# From a fresh Debian 12 to a converged wing: sets the machine up, builds, solves the ONERA M6 half wing at Mach 0.84 on all
# cores, draws pictures and says where they are. Run it again at any time; what is done is kept.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=jobs/setup/progress.sh
source "$ROOT/jobs/setup/progress.sh"

usage() {
  cat <<'USAGE'
Usage: jobs/quickstart.sh [--vertices N] [--ranks N] [--output DIR] [--help]

  --vertices N   about how many vertices the generated mesh has (default 20000)
  --ranks N      MPI ranks (default: one a core)
  --output DIR   where results go (default: output/quickstart)
USAGE
}

VERTICES=20000
CORES="$(nproc)"
RANKS="$CORES"
OUTPUT="$ROOT/output/quickstart"
while [ $# -gt 0 ]; do
  case "$1" in
    --vertices | --ranks | --output)
      [ $# -ge 2 ] || usage_error "$1 needs a value"
      case "$1" in
        --vertices) VERTICES="$2" ;;
        --ranks) RANKS="$2" ;;
        --output) OUTPUT="$(realpath -m "$2")" ;;
      esac
      shift
      ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) usage_error "unknown option '$1'" ;;
  esac
  shift
done
for number in "$VERTICES" "$RANKS"; do
  case "$number" in '' | *[!0-9]* | 0) usage_error "'$number' is not a count (a number from 1 is expected)" ;; esac
done

solve() {
  local status=0
  # 20,000 vertices do not feed more than a few dozen ranks; the other cores become threads.
  if [ "$RANKS" -gt 32 ]; then RANKS=32; fi
  export OMP_NUM_THREADS=$((CORES > RANKS ? CORES / RANKS : 1))
  say "solving the transonic ONERA M6 half wing on $RANKS ranks with $OMP_NUM_THREADS threads each"
  mkdir -p "$OUTPUT"
  mpirun -n "$RANKS" "$ROOT/build/release/bin/trireme-fun3d" "$ROOT/jobs/cases/fun3d/m6_transonic.yaml" \
    "mesh.generate.target_vertices=$VERTICES" "output.directory=$OUTPUT" --json-report "$OUTPUT/report.json" || status=$?
  [ "$status" -eq 0 ] ||
    fail "the solve ended with exit code $status (its last lines are above)" "run it again by hand with --verbose to learn more"
}

draw() {
  say "drawing"
  "$TRIREME_PYTHON" "$ROOT/jobs/plot_flow.py" "$OUTPUT"
}

report() {
  local here="${OUTPUT#"$PWD"/}"
  say "results in $here:"
  find "$OUTPUT" -maxdepth 2 -type f -newer "$ROOT/build/.quickstart-start" -printf '%P\n' | sort | sed "s|^|  $here/|"
  cat <<NEXT
To look at: the .png pictures; the .vtkhdf files open in ParaView.
To try next:
  eval "\$(jobs/setup.sh --print-env)"                     MPI and Python of this set-up
  bash jobs/quickstart.sh --vertices 60000                 a finer mesh
  build/release/bin/trireme-fun3d --help                   every setting; --write-template gives a deck to start from
  mpirun -n $RANKS build/release/bin/trireme-fun3d jobs/cases/fun3d/m6_transonic.yaml flow.angle_of_attack=4
  bash tests/run.sh                                        all tests
NEXT
}

bash "$ROOT/jobs/setup.sh"
exports="$(bash "$ROOT/jobs/setup.sh" --print-env)"
eval "$exports"
mkdir -p "$ROOT/build/logs"
touch "$ROOT/build/.quickstart-start"
cd "$ROOT"
run_logged "configure" "$ROOT/build/logs/quickstart-configure.log" last_line_progress cmake --preset release
run_logged "build" "$ROOT/build/logs/quickstart-build.log" ninja_progress \
  cmake --build --preset release --parallel "$CORES" --target trireme-fun3d trireme-mesh
solve
draw
report
