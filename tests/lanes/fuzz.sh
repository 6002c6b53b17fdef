# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The lane that fuzzes readers of files, of meshes and of numpy's arrays: libFuzzer with AddressSanitizer and
# UndefinedBehaviorSanitizer, each harness of tests/fuzz on the seeds that write_seeds makes and on small files of TRIREME_DATA.
# First the kept inputs are replayed (build/fuzz/corpus: what earlier runs found), then a fixed number of new ones is made from
# the seeds and the data with a fixed seed, so that a verdict does not depend on how fast the machine is. What fails stays in
# build/fuzz/crashes. FUZZ_SECONDS=N fuzzes each harness for N seconds instead, from the kept corpus on and with another seed
# each time.
# Used by run.sh; each harness counts as one test.

# fuzz_runs HARNESS: how many new inputs are tried, about ten seconds' worth.
fuzz_runs() {
  case "$1" in
    mapbc | petsc_fun3d) echo 400000 ;;
    cgns) echo 120000 ;;
    gmsh | npz) echo 60000 ;;
    *) echo 40000 ;;
  esac
}

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

# fuzz_run HARNESS STEP LIBFUZZER_OPTION_OR_FOLDER...: the memory limits find a reader that trusts a count.
fuzz_run() {
  local harness="$1" step="$2" folder="$ROOT/build/fuzz" log="$LOGS/fuzz-$1-$2.log"
  shift 2
  watch_command "fuzz $harness ($step)" "$log" no_progress \
    env UBSAN_OPTIONS=print_stacktrace=1 "$folder/tests/fuzz/${harness}_fuzz" -timeout=20 -max_len=65536 -rss_limit_mb=1024 \
    -malloc_limit_mb=128 -artifact_prefix="$folder/crashes/$harness-" -print_final_stats=1 "$@" && return 0
  say "fuzz $harness: the input that fails is kept: $(sed -nE 's/.*Test unit written to (.*)/\1/p' "$log" | tail -n 1)"
  return 1
}

# fuzz_one HARNESS: replays what is kept and extends it.
fuzz_one() {
  local folder="$ROOT/build/fuzz" starts
  mkdir -p "$folder/corpus/$1" "$folder/data/$1" "$folder/crashes"
  fuzz_data "$1" | xargs -r -d '\n' cp -f -t "$folder/data/$1"
  starts=("$folder/seeds/$1" "$folder/data/$1")
  if [ -n "${FUZZ_SECONDS:-}" ]; then
    count_check "fuzz $1" fuzz_run "$1" extend -max_total_time="$FUZZ_SECONDS" "$folder/corpus/$1" "${starts[@]}"
    return
  fi
  rm -rf "$folder/found/$1"
  mkdir -p "$folder/found/$1"
  # What is found enters the corpus afterwards: the new inputs grow from the same starts in every run.
  count_check "fuzz $1" fuzz_replay_and_extend "$1" "${starts[@]}"
  find "$folder/found/$1" -type f -exec cp -f -t "$folder/corpus/$1" {} +
}

# A run of no new input (-runs=0) replays its folders.
fuzz_replay_and_extend() {
  local harness="$1" folder="$ROOT/build/fuzz"
  shift
  fuzz_run "$harness" replay -runs=0 "$folder/corpus/$harness" "$@" &&
    fuzz_run "$harness" extend -seed=1 -reload=0 -runs="$(fuzz_runs "$harness")" "$folder/found/$harness" "$@"
}

lane_fuzz() {
  local harness
  set_up mpich fuzz && build fuzz fuzz fuzz_harnesses || return 0
  rm -rf "$ROOT/build/fuzz/seeds"
  "$ROOT/build/fuzz/tests/fuzz/write_seeds" "$ROOT/build/fuzz/seeds" || { count fuzz 0 1 0; return 0; }
  for harness in "$ROOT"/build/fuzz/seeds/*; do fuzz_one "${harness##*/}"; done
}
