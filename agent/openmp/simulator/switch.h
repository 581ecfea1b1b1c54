/*
 * Where a logical thread stands, and going from one to another. The thread pointer goes along, so
 * what a logical thread sees as its own (threadprivate, errno, exceptions in flight) is that of the
 * pthread whose stack it runs on: a donor.
 *
 * 20 to 40 ns. With the baton each logical thread runs on the pthread itself, one at a time, and a
 * switch wakes one and puts the other to sleep: some microseconds, for programs or machines that a
 * changed thread pointer is too much for.
 */
#pragma once

#include <pthread.h>
#include <signal.h>
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

/* The thread that is running. Who sets it uses no thread-local storage in the same function. */
uint64_t sw_omp_thread_pointer(void);
void sw_omp_set_thread_pointer(uint64_t thread_pointer);

/* Calls function(argument) on another stack that ends at `top`, with the same thread pointer. */
void sw_omp_call_on(uint64_t top, sw_omp_main *function, void *argument);

/*
 * A donor: a parked pthread that gives its stack and its thread-local storage to a logical thread. It blocks
 * all signals and sleeps, or, where switches are the baton's, runs the logical thread itself. Donors are
 * kept and used again, and end with the OS thread whose regions they serve. After fork() a child has none
 * of them as threads, but their memory is there and is all that is needed: so the stacks are ours, which
 * libc does not give to other threads then.
 */
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

/* --- What switch.c and the assembly agree on --- */

#define SW_OMP_HIDDEN __attribute__((visibility("hidden")))

SW_OMP_HIDDEN void sw_omp_switch_stacks(struct sw_omp_context *from,
                                        const struct sw_omp_context *to);

/* Where a new context begins: calls what its saved registers hold. */
SW_OMP_HIDDEN void sw_omp_begin(void);

#if defined __x86_64__
/* mxcsr and the x87 control word, r15, r14, r13, r12, rbx, rbp, the return address. */
#define SW_OMP_SAVED_WORDS 8
static inline void sw_omp_fill_saved(uint64_t *at, uint64_t main, uint64_t argument)
{
    uint32_t mxcsr;
    uint16_t control;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(control));
    at[0] = mxcsr | (uint64_t)control << 32;
    at[3] = main;     /* r13 */
    at[4] = argument; /* r12 */
    at[7] = (uint64_t)sw_omp_begin;
}
#else
/* x19 to x30, d8 to d15, fpcr, fpsr. */
#define SW_OMP_SAVED_WORDS 22
static inline void sw_omp_fill_saved(uint64_t *at, uint64_t main, uint64_t argument)
{
    uint64_t fpcr, fpsr;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(fpcr), "=r"(fpsr));
    at[0] = argument; /* x19 */
    at[1] = main;     /* x20 */
    at[11] = (uint64_t)sw_omp_begin;
    at[20] = fpcr;
    at[21] = fpsr;
}
#endif
