// SPDX-License-Identifier: Apache-2.0
// Finds the files that tests read from the folder named by the environment variable TRIREME_DATA. They are
// not part of the project: without the variable such tests are skipped, unless CI is set, where that is a
// failure.
#pragma once

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace trireme::testing {

// Folder of the data, or an empty text.
inline std::string data_folder() {
  const char* folder = std::getenv("TRIREME_DATA");
  return folder ? folder : "";
}

}  // namespace trireme::testing

// First line of a test that needs data: defines `name` as the path of `file` inside the folder.
#define TRIREME_DATA_FILE(name, file)                                                       \
  if (::trireme::testing::data_folder().empty()) {                                          \
    if (std::getenv("CI")) FAIL() << "no data: TRIREME_DATA is not set, which CI requires"; \
    GTEST_SKIP() << "skipped: no data (TRIREME_DATA is not set)";                           \
  }                                                                                         \
  const std::string name = ::trireme::testing::data_folder() + "/" + (file)
