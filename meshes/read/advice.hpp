// SPDX-License-Identifier: Apache-2.0
// What the readers suggest in several places, so that the same trouble is answered in the same words.
#pragma once

namespace trireme::mesh {

inline constexpr char truncated_file[] = "the file is truncated; fetch or export it again";
inline constexpr char damaged_value[] = "correct the value, or export the file again";

}  // namespace trireme::mesh
