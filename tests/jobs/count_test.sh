#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# count_test.sh SOURCE CTEST: tests/lanes/count.sh sums what ctest reports, and takes a missing or empty report, or a lane
# that breaks, for a failure.
set -euo pipefail
project="$1" ctest="$2"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

# ctest writes the report of five tests: two pass, one fails, one is skipped, one is switched off.
cat >CTestTestfile.cmake <<'TESTS'
add_test(a true)
add_test(b true)
add_test(c false)
add_test(d sh -c "exit 77")
set_tests_properties(d PROPERTIES SKIP_RETURN_CODE 77)
add_test(e true)
set_tests_properties(e PROPERTIES DISABLED ON)
TESTS
"$ctest" --output-junit "$work/report.xml" >/dev/null 2>&1 || true
echo '<testsuite name="x" tests="0" failures="0" disabled="0" skipped="0" >' >empty.xml

expect() {
  local expected="$1" status="$2" got=0 output
  output="$(bash -c 'source "$1/jobs/setup/progress.sh"; source "$1/tests/lanes/count.sh"; eval "$2"; report_counts' \
    bash "$project" "$3" 2>/dev/null)" || got=$?
  if [ "$(tail -n 1 <<<"$output")" != "$expected" ] || [ "$got" -ne "$status" ]; then
    echo "'$3' gave '$output' and status $got; expected '$expected' and status $status"
    exit 1
  fi
}

expect "0 passed, 0 failed, 0 skipped" 0 ':'
expect "2 passed, 1 failed, 2 skipped" 1 'count_junit x report.xml'
expect "0 passed, 1 failed, 0 skipped" 1 'count_junit x missing.xml'
expect "0 passed, 1 failed, 0 skipped" 1 'count_junit x empty.xml'
expect "1 passed, 0 failed, 0 skipped" 0 'count_check x true'
expect "3 passed, 2 failed, 2 skipped" 1 'lane_x() { count_check x true; count_check x false; count_junit x report.xml; }; run_lane x'
