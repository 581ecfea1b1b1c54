/*
 * Where a logical thread stands, and going from one to another. The thread pointer goes along, so
 * what a logical thread sees as its own (threadprivate, errno, exceptions in flight) is that of the
 * pthread whose stack it runs on: donor.h.
 *
 * 20 to 40 ns. With the baton each logical thread runs on the pthread itself, one at a time, and a
 * switch wakes one and puts the other to sleep: some microseconds, for programs or machines that a
 * changed thread pointer is too much for.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sw_omp_context {
    /* Known to the assembly: */
    uint64_t sp;             /* where its registers are saved, while it does not run */
    uint64_t thread_pointer; /* which it runs with */
    /* The baton's: */
    uint32_t go;
    void (*ended)(void); /* NULL: it has to run; else the thread is to call this and end */
};

typedef void sw_omp_main(void *argument);

/* How to switch, for all of the process: once, before any other. */
void sw_omp_switch_init(bool baton);
bool sw_omp_switch_is_baton(void);

/* Saves where the caller stands and goes on where `to` stands. Returns when somebody comes back. */
void sw_omp_switch(struct sw_omp_context *from, struct sw_omp_context *to);

/* A context that calls main(argument) on a stack that ends at `top`; main does not return. */
void sw_omp_context_init(struct sw_omp_context *context, uint64_t top, uint64_t thread_pointer,
                         sw_omp_main *main, void *argument);

/* The thread that is running. Who sets it uses no thread-local storage in the same function. */
uint64_t sw_omp_thread_pointer(void);
void sw_omp_set_thread_pointer(uint64_t thread_pointer);

/* Calls function(argument) on another stack that ends at `top`, with the same thread pointer. */
void sw_omp_call_on(uint64_t top, sw_omp_main *function, void *argument);
