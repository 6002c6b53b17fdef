# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Lanes that only read sources. Used by run.sh.

# project_files GLOB...: the project's files that match, without build output.
project_files() {
  if git -C "$ROOT" rev-parse --git-dir >/dev/null 2>&1; then
    git -C "$ROOT" ls-files --cached --others --exclude-standard -- "$@"
  else
    local names=() glob
    for glob in "$@"; do names+=(-o -name "$glob"); done
    find . -path ./build -prune -o \( -false "${names[@]}" \) -type f -print
  fi
}

lane_format() {
  set_up mpich format || return 0
  project_files '*.cpp' '*.hpp' '*.c' '*.h' >"$LOGS/format.files"
  count_check format watch_command "format of $(wc -l <"$LOGS/format.files") files" "$LOGS/format.log" no_progress \
    xargs -r -d '\n' -a "$LOGS/format.files" clang-format-14 --dry-run -Werror
}

lane_shellcheck() {
  set_up mpich shellcheck || return 0
  { project_files '*.sh' '*.sbatch'; echo .ci/run; } >"$LOGS/shellcheck.files"
  count_check shellcheck watch_command "shellcheck of $(wc -l <"$LOGS/shellcheck.files") scripts" "$LOGS/shellcheck.log" \
    no_progress xargs -r -d '\n' -a "$LOGS/shellcheck.files" shellcheck -x
}
