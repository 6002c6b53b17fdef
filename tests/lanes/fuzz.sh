# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The lane that fuzzes the mesh readers: libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, each harness of
# tests/fuzz on the seeds that write_seeds makes, on what earlier runs found (build/fuzz/corpus) and on small files of
# TRIREME_DATA. Used by run.sh; each harness counts as one test.

FUZZ_SECONDS=10

# fuzz_data HARNESS: files of TRIREME_DATA that it reads, small ones.
fuzz_data() {
  local names=()
  [ -n "${TRIREME_DATA:-}" ] || return 0
  case "$1" in
    su2) names=(-name '*.su2') ;;
    gmsh) names=(-name '*.msh2' -o -name '*.msh4') ;;
    ugrid) names=(-name '*.ugrid') ;;
    *) return 0 ;;
  esac
  find "$TRIREME_DATA/meshes" -type f -size -64k \( "${names[@]}" \)
}

# fuzz_one HARNESS: replays its corpus and extends it. The memory limits find a reader that trusts a count.
fuzz_one() {
  local folder="$ROOT/build/fuzz" log="$LOGS/fuzz-$1.log"
  mkdir -p "$folder/corpus/$1" "$folder/data/$1" "$folder/crashes"
  fuzz_data "$1" | xargs -r -d '\n' cp -f -t "$folder/data/$1"
  if watch_command "fuzz $1" "$log" no_progress \
    env UBSAN_OPTIONS=print_stacktrace=1 "$folder/tests/fuzz/$1_fuzz" -seed=1 -max_total_time="$FUZZ_SECONDS" -timeout=20 \
    -max_len=65536 -rss_limit_mb=1024 -malloc_limit_mb=128 -artifact_prefix="$folder/crashes/$1-" -print_final_stats=1 \
    "$folder/corpus/$1" "$folder/seeds/$1" "$folder/data/$1"; then
    count "fuzz $1" 1 0 0
    return
  fi
  say "fuzz $1: the input that fails is kept: $(sed -nE 's/.*Test unit written to (.*)/\1/p' "$log" | tail -n 1)"
  count "fuzz $1" 0 1 0
}

lane_fuzz() {
  local harness
  set_up mpich fuzz && build fuzz fuzz fuzz_harnesses || return 0
  rm -rf "$ROOT/build/fuzz/seeds"
  "$ROOT/build/fuzz/tests/fuzz/write_seeds" "$ROOT/build/fuzz/seeds" || { count fuzz 0 1 0; return 0; }
  for harness in "$ROOT"/build/fuzz/seeds/*; do fuzz_one "${harness##*/}"; done
}
