# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Messages, the lock between concurrent runs, and long commands with a progress line. Used by setup.sh, quickstart.sh, run.sh.

say() { printf '[trireme] %s\n' "$*" >&2; }

# fail PROBLEM SUGGESTION: one line, exit 1.
fail() {
  printf '[trireme] %s -> %s\n' "$1" "$2" >&2
  exit 1
}

usage_error() {
  printf '%s -> see --help\n' "$1" >&2
  exit 2
}

duration() { printf '%dm%02ds' $(($1 / 60)) $(($1 % 60)); }

RUNNING_GROUP=""
stop_running() {
  if [ -n "$RUNNING_GROUP" ]; then
    kill -TERM -- "-$RUNNING_GROUP" 2>/dev/null || true
    RUNNING_GROUP=""
  fi
}
trap 'stop_running; exit 130' INT
trap 'stop_running; exit 143' TERM HUP

# watch_command LABEL LOG PROGRESS COMMAND...: runs COMMAND in its own process group with its output in LOG and returns its
# status. PROGRESS is a function called with LOG that prints how far it is (may print nothing). A terminal gets one live
# line, anything else a line every 15 s.
watch_command() {
  local label="$1" log="$2" progress="$3" start=$SECONDS next=15 status=0
  shift 3
  setsid "$@" >"$log" 2>&1 </dev/null &
  RUNNING_GROUP=$!
  while kill -0 "$RUNNING_GROUP" 2>/dev/null; do
    if [ -t 2 ]; then
      printf '\r\033[K[trireme] %s: %s %s' "$label" "$("$progress" "$log")" "$(duration $((SECONDS - start)))" >&2
    elif [ $((SECONDS - start)) -ge $next ]; then
      say "$label: $("$progress" "$log") $(duration $((SECONDS - start)))"
      next=$((SECONDS - start + 15))
    fi
    sleep 0.3
  done
  wait "$RUNNING_GROUP" || status=$?
  RUNNING_GROUP=""
  [ ! -t 2 ] || printf '\r\033[K' >&2
  if [ "$status" -eq 0 ]; then
    say "$label: done in $(duration $((SECONDS - start)))"
  else
    say "$label: failed after $(duration $((SECONDS - start))) (exit code $status, log: $log); the end of its log:"
    tail -n 25 "$log" >&2
  fi
  return "$status"
}

# run_logged LABEL LOG PROGRESS COMMAND...: the same, and a failure ends the script.
run_logged() {
  watch_command "$@" ||
    fail "$1 failed (log: $2)" "fix what the log names and run the same command again; finished parts are kept"
}

no_progress() { :; }

last_line_progress() { tail -n 1 "$1" 2>/dev/null | tr -d '\r' | cut -c1-90; }

# The [done/total] counter of ninja.
ninja_progress() { tail -c 2000 "$1" 2>/dev/null | grep -oE '\[[0-9]+/[0-9]+\]' | tail -n 1; }

# take_lock FILE: waits while another run works on the same prefix. The lock ends with this process.
take_lock() {
  exec 9>"$1"
  until flock --wait 10 9; do
    say "another set-up is working on this prefix; waiting for it"
  done
}
