/* Samples of a thread wait here for its next hook, which gives them to its strand: see agent/openmp/simulator/sample.h. */
#pragma once

#include "agent/threads/simulator.h"

enum { SW_THREAD_PATHS = 256, SW_THREAD_RUNS = 64 }; /* powers of two */

struct sw_thread_samples {
    uint32_t n;
    struct {
        uint32_t path, weight;
    } slots[SW_THREAD_PATHS];
    /* The same in their order, for its lane: paths that follow each other, the longest of several where there are too many. */
    uint32_t n_runs;
    struct {
        uint32_t path, weight;
    } runs[SW_THREAD_RUNS];
};

extern __attribute__((visibility("hidden"))) const struct sw_sample_taker sw_threads_taker;

/* On the thread: it is sampled from now on, if threads are; and no more. */
void sw_thread_samples_begin(struct sw_vthread *thread);
void sw_thread_samples_end(struct sw_vthread *thread);

/* With the baton: they are its strand's, or nobody's. */
void sw_thread_samples_drop(struct sw_vthread *thread);
void sw_thread_samples_drain(struct sw_vthread *thread);
