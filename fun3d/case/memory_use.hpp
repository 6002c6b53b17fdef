// SPDX-License-Identifier: Apache-2.0
// The memory of this process as the operating system counts it. Used by the report.
#pragma once

#include <cstdint>

namespace trireme::flow {

// Largest resident size of this process so far, in bytes. Local.
std::int64_t peak_resident_bytes();

}  // namespace trireme::flow
