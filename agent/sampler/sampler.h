/*
 * Sampled call paths: while a thread of the program runs, a signal comes SW_LIVE.options.sample_rate
 * times a second of its processor time; the handler walks the stack (unwind/walk.h), gives the path a
 * number (path.h) and hands it to the front end, which knows what strand it is in.
 *
 * The signal is process/signal.h's. It is one at a time: a thread that keeps it blocked loses samples, which the
 * profile tells (processor time less samples). It goes to one thread, and not to children. The handler
 * runs on the stack of what it interrupts, with all signals blocked, calls
 * nothing of libc and touches nothing outside the live range and those stacks.
 *
 * A front end gives each thread of the operating system (not: a coroutine) that runs the program's code a
 * sampler, by sw_sampler_start() on that thread, and has a taker. Which sampler a signal is for is
 * known without thread-local storage: a front end that switches the thread pointer may use this.
 */
#pragma once

#include "agent/sampler/path.h"
#include "agent/sampler/source.h"

#include <signal.h>

struct sw_live;

/* Whose time a signal fell in. */
enum sw_sample_of {
    SW_SAMPLE_PROGRAM,
    SW_SAMPLE_PROFILER, /* inside an event: nobody's, as that time is */
    SW_SAMPLE_NOBODY,   /* a scheduler's, that waits for work */
};

struct sw_sampler;

/* What a front end does with samples. Its functions run in the handler, on the sampler's thread. */
struct sw_sample_taker {
    bool by_thread; /* every struct sw_thread has a sampler, from when it is made on */
    /* Whose time is it, and which stacks can be read? At least the one that sp is on, from sp up. And where
     * does the path end? */
    enum sw_sample_of (*whose)(struct sw_sampler *sampler, struct sw_sampled_at *at);
    /* The program was on this path: `weight` samples of it, for sw_event_sample(). What has passed since
     * the meter stood at `since` is the sampler's and not the program's. */
    void (*take)(struct sw_sampler *sampler, uint32_t path, uint64_t weight, uint64_t since);
    /* The path of the sample, in place of what a walk to `end` gives with `base`; by the sampler's walker. NULL: that. */
    uint32_t (*number)(struct sw_sampler *sampler, const struct sw_sampled_at *at);
    /* A thread's first sample comes at random: threads that are shorter than a period have their share. */
    bool at_random;
    /* As in struct sw_unwind_walk. */
    bool (*find_stack)(uint64_t address, struct sw_unwind_stack *stack);
    /* Threads call sw_sampler_wake() whenever they go on after a wait. */
    bool wakes;
};

/* One of a thread. In the live range. */
struct sw_sampler {
    void *user; /* the front end's */
    struct sw_live *live;
    struct sw_sample_source source;
    struct sw_unwind_stack stack; /* the thread's own; what of it was mapped at the start */
    uint64_t stack_floor;         /* down to where it may have grown */
    struct sw_sample_counts counts;
    uint64_t signals;      /* that have come */
    uint64_t first_cpu_ns; /* the thread's clock at the start, ... */
    uint64_t other_cpu_ns; /* ... and processor time of threads that had this sampler before */
    uint64_t weighed_ns;   /* timer: processor time that samples stand for */
    unsigned idle_ticks;   /* timer: in a row, without processor time */
    struct sw_path_walker walker;
    struct sw_sampler *next_free; /* its thread has stopped it */
    _Atomic(struct sw_sampler *) next_in_slot;
};

/* Whether that is on the thread's own stack; and what can be read of that from there up, or else what there was of it at the start. */
static inline bool sw_sampler_has(const struct sw_sampler *sampler, uint64_t address)
{
    return address >= sampler->stack_floor && address < sampler->stack.high;
}
static inline struct sw_unwind_stack sw_sampler_stack(const struct sw_sampler *sampler, uint64_t sp)
{
    uint64_t low = sw_sampler_has(sampler, sp) ? sp : sampler->stack.low;
    return (struct sw_unwind_stack){low, sampler->stack.high};
}

/* Whether ThreadSanitizer is in the program: it holds signals back until the thread calls something of libc, so that all samples would
 * be there, and crashes by one that comes to a new thread. */
bool sw_sampling_is_held_back(void);

/* Before the first thread starts: takes the signal. False: there is nothing to sample with. Uses libc. */
bool sw_sampling_init(struct sw_live *live, const struct sw_sample_taker *taker);

/* Code of the profiler: samples in it are the profiler's. */
void sw_sampling_own(struct sw_sampling *sampling, uint64_t low, uint64_t high);

/* Samples the calling thread from now on. Inside an event. NULL: it cannot be, which is counted. */
struct sw_sampler *sw_sampler_start(struct sw_live *live, void *user, struct sw_unwind_stack stack);

/* Of a run that samples fills (SW_SAMPLED_FILLS): the calling thread, which has a sampler or is left out, stands there. */
void sw_sampler_take(const struct sw_unwind_registers *registers);

/* The calling thread goes on after a wait. Timers come rarely to threads that wait. */
void sw_sampler_wake(struct sw_sampler *sampler);

/* The calling thread's, by its number; NULL: it has none. */
struct sw_sampler *sw_sampler_here(struct sw_live *live);

/* The calling thread's is over. */
void sw_sampler_stop(struct sw_sampler *sampler);

/* No thread is interrupted any more; what was sampled stays. */
void sw_samplers_close(struct sw_live *live);
