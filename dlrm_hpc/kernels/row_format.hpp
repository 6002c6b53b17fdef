// SPDX-License-Identifier: Apache-2.0
// The forms in which tables keep their rows, and how one value is read from each. Called by the kernels that
// read and update rows, and by messages.
//
//   fp32        floats
//   split_bf16  the upper halves of floats, which are bfloat16 numbers; the lower halves are state that only
//               updates see (Split-SGD of Kalamkar et al., SC'20), so nothing of fp32 is lost
//   fp16        IEEE halves, rounded stochastically when they are updated
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace trireme::dlrm::kernels {

enum class RowFormat { fp32, split_bf16, fp16 };

constexpr std::size_t value_bytes(RowFormat format) {
  return format == RowFormat::fp32 ? 4 : 2;
}

struct Bf16 {
  std::uint16_t bits;
};
struct Fp16 {
  std::uint16_t bits;
};

inline float bits_to_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
inline std::uint32_t float_to_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

inline float to_float(float value) {
  return value;
}
inline float to_float(Bf16 value) {
  return bits_to_float(std::uint32_t{value.bits} << 16);
}
// Branch-free but for infinities and NaN: a half's exponent and fraction, moved in place and scaled by
// 2^(127-15), are the float, subnormal halves included.
inline float to_float(Fp16 value) {
  const std::uint32_t sign = std::uint32_t{value.bits & 0x8000u} << 16, rest = value.bits & 0x7fffu;
  const float magnitude = bits_to_float(rest << 13) * 0x1p112f;
  const std::uint32_t bits = rest >= 0x7c00u ? 0x7f800000u | (rest << 13) : float_to_bits(magnitude);
  return bits_to_float(bits | sign);
}

// To the nearest, ties to even. NaN stays NaN.
inline Bf16 to_bf16(float value) {
  const std::uint32_t bits = float_to_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {static_cast<std::uint16_t>((bits >> 16) | 0x40u)};
  return {static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)};
}

// Adds `noise`, a number of 13 bits, below the last bit that a half keeps, and cuts off: with noise 0x0fff it
// rounds to nearest (ties towards zero), with random noise stochastically: the expected value is the value.
// Beyond the largest half: infinity. In the range of subnormal halves the same on their coarser steps.
inline Fp16 to_fp16(float value, std::uint32_t noise) {
  const std::uint32_t bits = float_to_bits(value), sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return {static_cast<std::uint16_t>(sign | 0x7e00u)};
  if (magnitude >= 0x38800000u) {  // 2^-14, the smallest normal half
    const std::uint32_t rounded = (magnitude + noise) >> 13;
    const std::uint32_t half = rounded >= 0x23c00u ? 0x7c00u : rounded - (112u << 10);
    return {static_cast<std::uint16_t>(sign | half)};
  }
  const float steps = bits_to_float(magnitude) * 0x1p24f + static_cast<float>(noise) * 0x1p-13f;
  return {static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(steps))};
}

}  // namespace trireme::dlrm::kernels
