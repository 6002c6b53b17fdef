// SPDX-License-Identifier: Apache-2.0
#include "meshes/read/number_source.hpp"

#include <bit>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/meshes/same_mesh.hpp"

namespace trireme::mesh {
namespace {

using ByteOrder = NumberSource::ByteOrder;

template <class U>
std::string bytes_of(U value, ByteOrder order) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(U); ++i) {
    const std::size_t at = order == ByteOrder::little ? i : sizeof(U) - 1 - i;
    bytes += static_cast<char>(value >> (8 * at) & 0xff);
  }
  return bytes;
}

template <class F>
std::string refusal_of(const std::string& text, F&& take) {
  NumberSource source(text, "f");
  return testing::refusal([&] { take(source); });
}

TEST(NumberSource, TakesWordsFromText) {
  const std::string text = "7 -3\r\n2.5e-1\t1\n  last line  \nend";
  NumberSource source(text, "f");
  EXPECT_EQ(source.text_count("n"), 7);
  EXPECT_EQ(source.integer("n"), -3);
  EXPECT_EQ(source.finite_real("x"), 0.25);
  EXPECT_EQ(source.finite_single_real("x"), 1);
  EXPECT_EQ(source.line(), "");
  EXPECT_EQ(source.line(), "last line");
  EXPECT_EQ(source.word(), "end");
  EXPECT_EQ(source.last_at(), text.size() - 3);
  EXPECT_EQ(source.word(), "");
  EXPECT_EQ(source.remaining(), 0u);
}

TEST(NumberSource, TakesBytesOfEitherOrder) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    const std::string bytes = bytes_of(std::uint32_t(-5), order) + bytes_of(std::uint64_t{1} << 40, order) +
                              bytes_of(std::bit_cast<std::uint64_t>(-0.1), order) +
                              bytes_of(std::bit_cast<std::uint32_t>(0.5f), order);
    NumberSource source(bytes, "f");
    source.start_binary(order);
    EXPECT_EQ(source.integer("n"), -5);
    EXPECT_EQ(source.size("n"), GlobalIndex{1} << 40);
    EXPECT_EQ(source.finite_real("x"), -0.1);
    EXPECT_EQ(source.finite_single_real("x"), 0.5);
    EXPECT_EQ(source.remaining(), 0u);
  }
}

TEST(NumberSource, RefusalsNameThePlaceAndSayWhatToDo) {
  const std::string correct = " -> correct the value, or export the file again";
  const std::string fetch = " (more is expected here) -> the file is truncated; fetch or export it again";
  const auto integer = [](NumberSource& s) { s.integer("n"); };
  EXPECT_EQ(refusal_of("\n\n4x", integer), "f:3: n is '4x' (an integer is expected)" + correct);
  EXPECT_EQ(refusal_of("2147483648", integer), "f:1: n is 2147483648 (it must fit into 32 bits)" + correct);
  EXPECT_EQ(refusal_of(" \n", integer), "f:2: the file ends before n" + fetch);
  EXPECT_EQ(refusal_of("-1", [](NumberSource& s) { s.text_count("n"); }),
            "f:1: n is '-1' (a count is expected)" + correct);
  EXPECT_EQ(refusal_of("-1", [](NumberSource& s) { s.size("n"); }),
            "f:1: n is -1 (it cannot be negative)" + correct);
  EXPECT_EQ(refusal_of("1,5", [](NumberSource& s) { s.finite_real("x"); }),
            "f:1: x is '1,5' (a number is expected)" + correct);
  EXPECT_NE(refusal_of("nan", [](NumberSource& s) { s.finite_real("x"); }).find("it must be finite) -> "),
            std::string::npos);
  const auto binary = [](NumberSource& s) {
    s.start_binary(ByteOrder::little);
    s.integer("m");
    s.integer("n");
  };
  EXPECT_EQ(refusal_of("1234567", binary), "f: byte offset 4: the file ends before n" + fetch);
}

TEST(NumberSource, RefusesCountsThatTheRestCannotHold) {
  const auto require = [](GlobalIndex count) {
    return [count](NumberSource& s) { s.require(count, 4, "nodes"); };
  };
  EXPECT_EQ(refusal_of("12345678", require(2)), "accepted");
  EXPECT_NE(refusal_of("12345678", require(3)).find("3 nodes are announced (the rest of the file, 8 bytes"),
            std::string::npos);
  EXPECT_NE(refusal_of("12345678", require(GlobalIndex{1} << 62)).find("cannot hold them"),
            std::string::npos);
}

}  // namespace
}  // namespace trireme::mesh
