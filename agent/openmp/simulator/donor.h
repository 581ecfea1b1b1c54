/*
 * A parked pthread that gives its stack and its thread-local storage to a logical thread. It blocks
 * all signals and sleeps, or, where switches are the baton's, runs the logical thread itself. Donors are
 * kept and used again, and end with the OS thread whose regions they serve. After fork() a child has none
 * of them as threads, but their memory is there and is all that is needed: so the stacks are ours, which
 * libc does not give to other threads then.
 */
#pragma once

#include "agent/openmp/simulator/switch.h"

#include <pthread.h>
#include <signal.h>

struct sw_omp_donor {
    uint64_t low, top;       /* the part of its stack that is free */
    uint64_t thread_pointer; /* of the pthread */
    int tid;
    void *stack;
    uint64_t size;
    pthread_t pthread;
    uint32_t ready, end;
    void (*ended)(void); /* to be called on the pthread before it ends */
    /* Of the baton: what the pthread is to run, with those signals blocked. */
    struct sw_omp_context *context;
    sw_omp_main *main;
    void *argument;
    sigset_t blocked;
};

/* A pthread with so large a stack (0: as pthreads have by default) whose thread will run
 * main(argument) when `context` is first switched to. 0 or an error number. */
int sw_omp_donor_start(struct sw_omp_donor *donor, uint64_t stack_size,
                       struct sw_omp_context *context, sw_omp_main *main, void *argument);

/* It is not needed any more, and is asked to end; and waited for. Only in the process that has made it. */
void sw_omp_donor_end(struct sw_omp_donor *donor, void (*ended)(void));
void sw_omp_donor_join(struct sw_omp_donor *donor);
