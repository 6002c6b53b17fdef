#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Sets the machine up, builds and runs the tests. Ends with one line: N passed, N failed, N skipped.
# `tests/run.sh --help` tells the options.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=jobs/setup/progress.sh
source "$ROOT/jobs/setup/progress.sh"
# shellcheck source=tests/lanes/count.sh
source "$ROOT/tests/lanes/count.sh"
# shellcheck source=tests/lanes/source_checks.sh
source "$ROOT/tests/lanes/source_checks.sh"
# shellcheck source=tests/lanes/builds.sh
source "$ROOT/tests/lanes/builds.sh"
# shellcheck source=tests/lanes/fuzz.sh
source "$ROOT/tests/lanes/fuzz.sh"

usage() {
  cat <<'USAGE'
Usage: tests/run.sh [options]

  --ci             all lanes: source checks, release, sanitizers, clang with Open MPI and 64-bit PetscInt,
                   ThreadSanitizer, fuzzing of the readers of files
  --lanes A,B,...  only these lanes (see --list)
  --list           the lanes, one a line
  --jobs N         compile jobs and tests at a time (default: the cores this process may use)
  --help           this text

Without --ci or --lanes: the release lane, which holds all tests. Logs are kept in build/logs. Test data are looked for
in TRIREME_DATA, by default ../shared/data beside the project; without data the tests that need some are skipped, or
fail where CI is set. Exit code: 0 when nothing failed, 1 otherwise.
USAGE
}

ALL_LANES=(format shellcheck release asan openmpi tsan fuzz)
LANES=(release)
JOBS="$(nproc)"
while [ $# -gt 0 ]; do
  case "$1" in
    --ci) LANES=("${ALL_LANES[@]}") ;;
    --lanes | --jobs)
      [ $# -ge 2 ] || usage_error "$1 needs a value"
      if [ "$1" = --lanes ]; then IFS=, read -r -a LANES <<<"$2"; else JOBS="$2"; fi
      shift
      ;;
    --list)
      printf '%s\n' "${ALL_LANES[@]}"
      exit 0
      ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) usage_error "unknown option '$1'" ;;
  esac
  shift
done
case "$JOBS" in '' | *[!0-9]* | 0) usage_error "--jobs is '$JOBS' (a number from 1 is expected)" ;; esac
for lane in "${LANES[@]}"; do
  declare -F "lane_$lane" >/dev/null || usage_error "unknown lane '$lane' (known: ${ALL_LANES[*]})"
done

LOGS="$ROOT/build/logs"
mkdir -p "$LOGS"
cd "$ROOT"
exec 8>"$ROOT/build/.tests.lock"
flock --nonblock 8 || fail "another tests/run.sh is using this checkout (build/.tests.lock is taken)" "wait for it to end"

if [ -z "${TRIREME_DATA:-}" ] && [ -d "$ROOT/../shared/data" ]; then
  TRIREME_DATA="$(cd "$ROOT/../shared/data" && pwd)"
fi
if [ -n "${TRIREME_DATA:-}" ]; then
  export TRIREME_DATA
elif [ -n "${CI:-}" ]; then
  say "TRIREME_DATA is not set (CI is, and data must not be skipped there) -> set it to the folder of test data"
  count data 0 1 0
fi

# Cached objects serve every checkout, wherever it lies.
export CCACHE_BASEDIR="$ROOT" CCACHE_NOHASHDIR=1

started=$SECONDS
for lane in "${LANES[@]}"; do
  run_lane "$lane"
done
say "all lanes: $(duration $((SECONDS - started))); logs in $LOGS"
report_counts
