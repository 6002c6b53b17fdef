# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Fetches Debian source packages into the prefix through a private source list. Used by setup.sh.
#
# The mirror is the one the machine's own apt already uses; the machine's lists and configuration are only read.

# Prints "URI SUITE" of the machine's Debian 12 archive.
debian_archive() {
  # shellcheck disable=SC2016 # apt's own placeholders
  local format='$(ORIGIN)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)' found
  found="$(apt-get indextargets --format "$format" 'Created-By: Packages' |
    awk -F'|' '$1 == "Debian" && $2 == "bookworm" && $3 == "main" {print $4, $2; exit}')"
  if [ -z "$found" ]; then
    as_root apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 update >&2
    found="$(apt-get indextargets --format "$format" 'Created-By: Packages' |
      awk -F'|' '$1 == "Debian" && $2 == "bookworm" && $3 == "main" {print $4, $2; exit}')"
  fi
  [ -n "$found" ] ||
    fail "apt knows no Debian 12 main archive (its sources name none)" "add one to /etc/apt/sources.list and run again"
  echo "$found"
}

# fetch_source PACKAGE SERIES: unpacks PACKAGE's upstream source into $PREFIX/build/PACKAGE. apt checks signatures and hashes.
fetch_source() {
  local package="$1" series="$2" work="$PREFIX/build" apt="$PREFIX/build/apt" archive tarball
  [ ! -e "$work/$package/.unpacked" ] || return 0
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$work/download"
  archive="$(debian_archive)"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive main" >"$apt/sources.list"
  local options=(-o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists"
    -o "Dir::Cache=$apt/cache" -o Acquire::Retries=3 -o "APT::Sandbox::User=$(id -un)")
  run_logged "source index" "$PREFIX/logs/source-index.log" last_line_progress apt-get "${options[@]}" update
  run_logged "$package source" "$PREFIX/logs/$package-source.log" last_line_progress \
    env -C "$work/download" apt-get "${options[@]}" source --download-only "$package"
  tarball="$(find "$work/download" -name "${package}_$series*.orig.tar.*" | head -n 1)"
  [ -n "$tarball" ] ||
    fail "the archive's $package is not version $series (found: $(ls "$work/download"))" "use a Debian 12 mirror"
  rm -rf "${work:?}/$package" "$work/$package.part"
  mkdir "$work/$package.part"
  tar -xf "$tarball" -C "$work/$package.part" --strip-components=1
  mv "$work/$package.part" "$work/$package"
  touch "$work/$package/.unpacked"
}
