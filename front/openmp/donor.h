/*
 * A parked pthread that gives its stack and its thread-local storage to a logical thread. It blocks
 * all signals and sleeps for good, or, where switches are the baton's, runs the logical thread itself.
 * Donors are kept and used again; they end with the process. After fork() a child has none of them
 * as threads, but their memory is there and is all that is needed.
 */
#ifndef SPANWISE_OPENMP_DONOR_H
#define SPANWISE_OPENMP_DONOR_H

#include "front/openmp/switch.h"

struct sw_omp_donor {
    uint64_t low, top;       /* the part of its stack that is free */
    uint64_t thread_pointer; /* of the pthread */
    int tid;
    /* Of the baton: what the pthread is to run. */
    struct sw_omp_context *context;
    sw_omp_main *main;
    void *argument;
    uint32_t ready;
};

/* A pthread with so large a stack (0: as pthreads have by default) whose thread will run
 * main(argument) when `context` is first switched to. 0 or an error number. */
int sw_omp_donor_start(struct sw_omp_donor *donor, uint64_t stack_size,
                       struct sw_omp_context *context, sw_omp_main *main, void *argument);

#endif
