// SPDX-License-Identifier: Apache-2.0
#include "solvers/log/library_versions.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <petscsys.h>

#include "solvers/comm/mpi_session.hpp"

#ifdef PETSC_HAVE_HYPRE
#include <petscpkg_version.h>
#endif

namespace trireme::log {

std::vector<std::pair<std::string, std::string>> library_versions() {
  std::vector<std::pair<std::string, std::string>> versions;
  versions.emplace_back("mpi", comm::mpi_library_version());
  PetscInt major = 0, minor = 0, subminor = 0, release = 0;
  static_cast<void>(PetscGetVersionNumber(&major, &minor, &subminor, &release));
  versions.emplace_back("petsc", fmt::format("{}.{}.{}", major, minor, subminor));
#if defined(PETSC_HAVE_HYPRE) && defined(PETSC_PKG_HYPRE_VERSION_MAJOR)
  versions.emplace_back("hypre",
                        fmt::format("{}.{}.{}", PETSC_PKG_HYPRE_VERSION_MAJOR, PETSC_PKG_HYPRE_VERSION_MINOR,
                                    PETSC_PKG_HYPRE_VERSION_SUBMINOR));
#endif
  unsigned hdf5_major = 0, hdf5_minor = 0, hdf5_release = 0;
  H5get_libversion(&hdf5_major, &hdf5_minor, &hdf5_release);
  versions.emplace_back("hdf5", fmt::format("{}.{}.{}", hdf5_major, hdf5_minor, hdf5_release));
  return versions;
}

std::string petsc_options() {
  char* all = nullptr;
  if (PetscOptionsGetAll(nullptr, &all) || all == nullptr) return {};
  std::string text(all);
  static_cast<void>(PetscFree(all));
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace trireme::log
