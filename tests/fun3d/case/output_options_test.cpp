// SPDX-License-Identifier: Apache-2.0
#include "fun3d/case/output_options.hpp"

#include <gtest/gtest.h>

#include "solvers/base/error.hpp"

namespace trireme::flow {
namespace {

TEST(OutputOptions, RefuseWhatContradicts) {
  EXPECT_NO_THROW(OutputOptions{}.validate());
  OutputOptions sections;
  sections.sections = {0.2, 0.99};
  EXPECT_NO_THROW(sections.validate());
  sections.sections = {0.2, 1.0};
  EXPECT_THROW(sections.validate(), Error);
  sections.section_span = 2;
  EXPECT_NO_THROW(sections.validate());
  for (const char* name : {"", "folder/wing"}) {
    OutputOptions options;
    options.name = name;
    EXPECT_THROW(options.validate(), Error) << name;
  }
  OutputOptions stateless;
  stateless.state = false;
  EXPECT_NO_THROW(stateless.validate());
  stateless.checkpoint_seconds = 60;
  EXPECT_THROW(stateless.validate(), Error);
  stateless.state = true;
  EXPECT_NO_THROW(stateless.validate());
  OutputOptions fieldless;
  fieldless.volume = false;
  EXPECT_NO_THROW(fieldless.validate());
  fieldless.scheme_fields = true;
  EXPECT_THROW(fieldless.validate(), Error);
  OutputOptions nowhere;
  nowhere.directory = "";
  EXPECT_THROW(nowhere.validate(), Error);
}

}  // namespace
}  // namespace trireme::flow
