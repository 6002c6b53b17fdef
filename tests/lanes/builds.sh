# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Lanes that build and test, one CMake preset each. Used by run.sh.

# set_up MPI LANE [setup option...]: the machine's set-up and its exports; a failure counts against LANE.
set_up() {
  local mpi="$1" lane="$2" exports
  shift 2
  # Each MPI has its own prefix: one given by hand is MPICH's.
  if [ "$mpi" = openmpi ] && [ -n "${TRIREME_PREFIX:-}" ]; then set -- --prefix "$TRIREME_PREFIX-openmpi" "$@"; fi
  if bash "$ROOT/jobs/setup.sh" --mpi "$mpi" --jobs "$JOBS" "$@" &&
    exports="$(bash "$ROOT/jobs/setup.sh" --mpi "$mpi" --print-env "$@")"; then
    EXPORTS="$exports"
    return 0
  fi
  count "$lane" 0 1 0
  return 1
}

# build LANE PRESET TARGETS [cmake option...]: configures and builds in build/LANE with the exports of the last set_up.
build() {
  local lane="$1" preset="$2" targets
  read -r -a targets <<<"$3"
  shift 3
  if ! (
    eval "$EXPORTS"
    watch_command "$lane configure" "$LOGS/$lane-configure.log" last_line_progress \
      cmake --preset "$preset" -S "$ROOT" -B "$ROOT/build/$lane" "$@" &&
      watch_command "$lane build" "$LOGS/$lane-build.log" ninja_progress \
        cmake --build "$ROOT/build/$lane" --parallel "$JOBS" --target "${targets[@]}"
  ); then
    count "$lane" 0 1 0
    return 1
  fi
}

ctest_progress() { grep -oE '^ *[0-9]+/[0-9]+ Test' "$1" 2>/dev/null | tail -n 1 | tr -d ' Test'; }

# show_failures LOG: what each failed test printed (the passed cases of a program left out), at most 40 lines a test.
show_failures() {
  awk '
    /^ *[0-9]+\/[0-9]+ Test +#/ { inside = /\*\*\*/; lines = 0 }
    /^ *Start +[0-9]+:/ || /^[0-9]+% tests passed/ { inside = 0 }
    /\[       OK \]|\[ RUN      \]/ { next }
    inside && lines++ < 40
  ' "$1" >&2
}

# run_ctest LANE [ctest option...]: runs the lane's tests and counts them.
run_ctest() {
  local lane="$1"
  shift
  rm -f "$LOGS/$lane.xml"
  (
    eval "$EXPORTS"
    watch_command "$lane tests" "$LOGS/$lane-tests.log" ctest_progress \
      ctest --test-dir "$ROOT/build/$lane" --output-on-failure --no-tests=error --parallel "$JOBS" \
      --output-junit "$LOGS/$lane.xml" "$@"
  ) || show_failures "$LOGS/$lane-tests.log"
  count_junit "$lane" "$LOGS/$lane.xml"
}

lane_release() {
  set_up mpich release && build release release all && run_ctest release
}

# Lanes that compile everything once more do it several sources at a time (TRIREME_UNITY): headers are most of a
# source's time. That each source stands alone is release's to show.

# Sanitizers slow a test down and do not like ranks without a core: np 1 and 2 only, and one layout of each program. More than
# two threads show them nothing that two do not.
lane_asan() {
  set_up mpich asan && build asan asan all -DTRIREME_UNITY=ON && run_ctest asan -LE '^(np[3-9]|t[3-9]|again|slow)$'
}

# Whatever release does not have, in one build: the second compiler, the second MPI, PetscInt of 64 bits. Libraries and
# programs build and link; the plug-in and the smoke tests run. -O1, as the release lane has the optimizer's turn.
lane_openmpi() {
  set_up openmpi openmpi --petsc-int 64 &&
    build openmpi openmpi "trireme_programs trireme_smoke_tests" -DTRIREME_UNITY=ON -DCMAKE_C_COMPILER=clang-14 -DCMAKE_CXX_COMPILER=clang++-14 \
      -DCMAKE_BUILD_TYPE=Brief "-DCMAKE_C_FLAGS_BRIEF=-O1 -DNDEBUG" "-DCMAKE_CXX_FLAGS_BRIEF=-O1 -DNDEBUG" &&
    run_ctest openmpi -L 'smoke|plugin'
}

# The threaded core under clang's OpenMP runtime with Archer, which tells ThreadSanitizer what OpenMP orders. gcc's
# runtime is unknown to both and would give false alarms, so a process that holds it fails the lane.
lane_tsan() {
  set_up mpich tsan && build tsan tsan all || return 0
  if find build/tsan/tests -type f -executable -name '*_test' -exec ldd {} + 2>/dev/null | grep -q libgomp; then
    say "tsan: a test loads libgomp (it must run under libomp alone) -> link only trireme_core"
    count tsan 0 1 0
    return 0
  fi
  export OMP_TOOL_LIBRARIES=/usr/lib/llvm-14/lib/libarcher.so TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=1"
  run_ctest tsan
  unset OMP_TOOL_LIBRARIES TSAN_OPTIONS
}
