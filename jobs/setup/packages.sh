# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Debian packages: what is needed, what is missing, installing it without a prompt. Used by setup.sh.

needed_packages() {
  cat <<'PACKAGES'
build-essential ca-certificates ccache cmake git make ninja-build patch pkg-config util-linux xz-utils
libbenchmark-dev libcli11-dev libfmt-dev libgtest-dev libhwy-dev libmetis-dev libopenblas-openmp-dev libyaml-cpp-dev
libbz2-dev liblinear-tools nlohmann-json3-dev zlib1g-dev
python3 python3-h5py python3-matplotlib python3-numpy python3-vtk9
clang-14 clang-format-14 libclang-rt-14-dev libomp-14-dev shellcheck valgrind
PACKAGES
  case "$MPI" in
    mpich) echo "mpich libmpich-dev libhdf5-mpich-dev hdf5-tools" ;;
    openmpi)
      echo "openmpi-bin libopenmpi-dev libhdf5-openmpi-dev hdf5-tools libhypre-dev libpetsc-real3.18-dev libpetsc64-real3.18-dev libpetsc3.18-dev-examples"
      ;;
  esac
}

missing_packages() {
  # shellcheck disable=SC2046 # the list is words on purpose
  comm -23 <(needed_packages | xargs -n1 | sort -u) \
    <(dpkg-query -W -f '${binary:Package} ${Package} ${Status}\n' 2>/dev/null |
      awk '$3 == "install" && $5 == "installed" {print $2}' | sort -u)
}

require_debian() {
  local id="" version="" name="this system"
  if [ -r /etc/os-release ]; then
    # shellcheck source=/dev/null
    id="$(. /etc/os-release && echo "${ID:-}")"
    version="$(. /etc/os-release && echo "${VERSION_ID:-}")"
    name="$(. /etc/os-release && echo "${PRETTY_NAME:-this system}")"
  fi
  [ "$id $version" = "debian 12" ] ||
    fail "jobs/setup.sh knows Debian 12 only ($name found)" "point CMake at the site's PETSc, hypre, METIS and HDF5, see jobs/README.md"
}

# Runs a command as root: directly, or by a sudo that asks nothing.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}
export -f as_root

install_packages() {
  local missing log
  missing="$(missing_packages | xargs)"
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    fail "packages are missing and cannot be installed (not root, and no sudo without a password): $missing" \
      "install them, or run this script as root"
  fi
  log="$(mktemp "${TMPDIR:-/tmp}/trireme-apt.XXXXXX")"
  say "installing $(echo "$missing" | wc -w) packages (log: $log)"
  # An interrupted dpkg is finished first; lists are refreshed once, since a fresh machine has none.
  run_logged "package lists" "$log" last_line_progress bash -c \
    'as_root dpkg --configure -a && as_root apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 update'
  # shellcheck disable=SC2086 # words on purpose
  run_logged "packages" "$log" last_line_progress bash -c \
    'as_root apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 install -y --no-install-recommends "$@"' bash $missing
}
