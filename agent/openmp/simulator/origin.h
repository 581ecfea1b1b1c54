/*
 * Where what a thread runs was made: the call path of the construct that made a task or a region, down to
 * the call, and from where on the stack is the task's own. So a sample's path is the one that the program
 * was written with, whoever runs the task: the origin's, then what is on the stack up to the limit.
 *
 * The creator's stack is there when a task is made, but tasks are made in great numbers. So it is walked
 * when something is made at a place for the first time, and what was found is kept with the return
 * addresses that led to it and where they were. The next time these are compared with the stack, which takes
 * some nanoseconds, and is exact. Where the stack is another one nearly every time the last path of that
 * place is taken instead.
 *
 * Recursion is folded: a task whose creator was called by functions that are all on the path already is
 * made where the outermost of these was.
 */
#pragma once

#include "agent/sampler/path.h"

#include <stdint.h>

struct sw_live;
struct sw_omp_origins;
struct sw_omp_thread;

struct sw_omp_origin {
    uint64_t limit; /* on the stack; 0: all of it is its own */
    uint32_t path;  /* 0: none */
};

/* What was found, of a simulator. In the live range; NULL: no memory. */
struct sw_omp_origins *sw_omp_origins_new(struct sw_live *live);

/* The path to the call of the runtime that returns to the address, which the thread is in. 0: none. Inside
 * the runtime; touches no memory but the live range. */
uint32_t sw_omp_origin_of_task(struct sw_omp_thread *thread, const void *address);
uint32_t sw_omp_origin_of_region(struct sw_omp_thread *thread, const void *address);

/* What can be read of the stack that the thread is on, from sp up, and where what its task has of it ends.
 * Signal-safe. */
void sw_omp_origin_stacks(const struct sw_omp_thread *thread, struct sw_sampled_at *at);
