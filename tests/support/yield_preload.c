// SPDX-License-Identifier: Apache-2.0
// A preload for tests with more ranks than cores. MPICH over UCX polls without ever giving up its core, so
// with 4 ranks on 2 cores the rank that holds the message waits for a scheduler tick: about 8 ms for an
// allreduce. Giving the core away whenever a poll found nothing brings it to under 0.1 ms. Open MPI does so
// by itself.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void* worker) {
  static unsigned (*progress)(void*);
  if (!progress) *(void**)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned events = progress(worker);
  if (events == 0) sched_yield();
  return events;
}
