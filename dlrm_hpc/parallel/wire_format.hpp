// SPDX-License-Identifier: Apache-2.0
// The precision in which pooled vectors and their gradients travel between ranks. Rounding is the same for
// values that stay on their rank, so that results do not depend on who holds what. Called by the exchange.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dlrm_hpc/kernels/row_format.hpp"

namespace trireme::dlrm {

enum class WireFormat { fp32, fp16, bf16 };

// The 16 bits of value * scale, to nearest; scale: a power of two, so that it rounds nothing.
inline std::uint16_t to_wire(float value, float scale, WireFormat format) {
  return format == WireFormat::bf16 ? kernels::to_bf16(value * scale).bits
                                    : kernels::to_fp16(value * scale, 0x0fff).bits;
}
inline float from_wire(std::uint16_t bits, float scale, WireFormat format) {
  return (format == WireFormat::bf16 ? kernels::to_float(kernels::Bf16{bits})
                                     : kernels::to_float(kernels::Fp16{bits})) /
         scale;
}

}  // namespace trireme::dlrm
