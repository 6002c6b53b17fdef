// SPDX-License-Identifier: Apache-2.0
// What OMP_NUM_THREADS asks for, looked at before the first parallel region: the OpenMP runtime would ignore
// a text that is no number, and end the process without a word of ours where it cannot start the threads.
// Called by program/ when a program starts. Local to the rank.
#pragma once

#include <string_view>

namespace trireme::threads {

// Eight threads a core, and at least 64: beyond, nobody means it.
int largest_thread_request();

// text: the value of OMP_NUM_THREADS, of which the first number of a list counts. Throws Error(input) when it
// is no number from 1 to largest_thread_request().
void require_thread_request(std::string_view text);

}  // namespace trireme::threads
