# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Runs one lane after another and sums their tests. Used by run.sh.

PASSED=0
FAILED=0
SKIPPED=0
SUMMARY=()

# count LANE PASSED FAILED SKIPPED
count() {
  PASSED=$((PASSED + $2))
  FAILED=$((FAILED + $3))
  SKIPPED=$((SKIPPED + $4))
  SUMMARY+=("$(printf '%-12s %4d passed, %d failed, %d skipped' "$1" "$2" "$3" "$4")")
}

# A check that is one test: its own exit code decides.
count_check() {
  local lane="$1"
  shift
  if "$@"; then count "$lane" 1 0 0; else count "$lane" 0 1 0; fi
}

# count_junit LANE FILE: what ctest wrote. A missing file means that ctest did not finish.
count_junit() {
  local head total failed skipped disabled
  if [ ! -s "$2" ] || ! head="$(tr '\n' ' ' <"$2" | grep -oE '<testsuite [^>]*>' | head -n 1)" || [ -z "$head" ]; then
    say "$1: ctest left no report"
    count "$1" 0 1 0
    return
  fi
  attribute() { sed -nE "s/.*[[:space:]]$1=\"([0-9]+)\".*/\1/p" <<<"$head"; }
  total="$(attribute tests)" failed="$(attribute failures)" skipped="$(attribute skipped)" disabled="$(attribute disabled)"
  if [ "$total" -eq 0 ]; then
    say "$1: no test was run"
    failed=1 total=1
  fi
  count "$1" $((total - failed - skipped - disabled)) "$failed" $((skipped + disabled))
}

# run_lane LANE: a lane never ends the run; what went wrong in it is counted.
run_lane() {
  local start=$SECONDS
  say "lane $1"
  "lane_$1" || :
  say "lane $1: $(duration $((SECONDS - start)))"
}

report_counts() {
  printf '%s\n' "${SUMMARY[@]}"
  printf '%d passed, %d failed, %d skipped\n' "$PASSED" "$FAILED" "$SKIPPED"
  [ "$FAILED" -eq 0 ]
}
