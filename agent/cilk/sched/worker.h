/*
 * Workers: threads with a deque each. System workers are ours, CILK_NWORKERS less one; a thread of
 * the program becomes a worker for as long as it is in a computation, that is from the first spawn
 * of a frame (its root) to the root's end. Nobody else resumes a root, so what follows is on the
 * thread that it was on before. In between code may run on any worker of ours; but a thread of the
 * program does nothing but its own computation, since another one may wait for that very thread.
 *
 * The program's code runs on the program's own stacks or on fibers, the scheduler on a stack of the
 * worker's own, and in the section `spanwise_sched`: that tells one from the other to whoever walks
 * stacks.
 */
#pragma once

#include "abi/cilk.h"
#include "agent/cilk/sched/deque.h"
#include "agent/cilk/sched/fiber.h"
#include "agent/cilk/sched/patience.h"

#define SW_WORKERS_ALL 2048 /* with the threads of the program */
#define SW_SCHED       __attribute__((section("spanwise_sched")))
#define SW_DEQUE_BYTES (8ul << 20) /* a million frames deep; the page behind may not be touched */
#define SW_DEQUE_USUAL 4096        /* of these: 512 frames */
#define SW_SCHED_TOP   64          /* bytes of the scheduler's stack above where it starts */

struct sw_worker {
    struct sw_deque deque;          /* first: generated code and switch.S know it */
    uint64_t regs[SW_FRAME_N_REGS]; /* that calls preserve, of who has just left: switch.S */
    struct sw_fiber *fiber;         /* that the program's code runs on; NULL: a stack of its own */
    struct sw_fiber *spare;         /* for the next steal */
    struct sw_views *views, *spare_views; /* of reducers: of what it runs; for the next steal */
    struct sw_stolen *spare_stolen;       /* the same */
    struct sw_fiber *buried;              /* to be given back when we have left them */
    void *leg, *victims_leg;          /* of the profiler's: what it runs; what it has stolen from */
    struct sw_worker *_Atomic serves; /* the one that began the computation that it works for */
    struct sw_frame *_Atomic ready;   /* the root, synced elsewhere and to be resumed here */
    uint64_t random;
    struct sw_patience patience;
    void *alternate;                      /* a stack for signals; NULL: none of ours */
    uint64_t stack_low, stack_bytes;      /* of its thread; 0: not known */
    struct sw_sanitizer_stack own, sched; /* of its thread; of the scheduler */
    _Alignas(64) _Atomic uint32_t asleep; /* 1: waits on this word */
    _Atomic uint32_t taken;               /* has a thread */
};

_Static_assert(offsetof(struct sw_worker, deque.sched_sp) == SW_WORKER_SCHED_SP,
               "switch.S knows it");
_Static_assert(offsetof(struct sw_worker, regs) == SW_WORKER_REGS, "switch.S knows it");
_Static_assert(offsetof(struct sw_worker, deque.root) == SW_WORKER_ROOT, "switch.S knows it");

/* Whose code is this? NULL: not in a computation. Code may find itself on another worker after any
 * spawn or sync: generated code reads it anew every time. */
extern __thread struct sw_worker *__spanwise_worker __attribute__((visibility("default")));

/* Of a run that is profiled: what each worker has for itself. */
extern __attribute__((visibility("hidden")))
const struct sw_cilk_hooks *__spanwise_hooks; /* module.c */
static inline void sw_sched_spare(const void *own, uint64_t bytes)
{
    if (__spanwise_hooks && __spanwise_hooks->spare)
        __spanwise_hooks->spare(own, bytes);
}

/* What a sampler wants to know. */
struct sw_sched_counts {
    _Atomic uint32_t workers; /* slots in use, of sw_workers[] */
    _Atomic int32_t working;  /* that run the program's code, in computations */
    _Atomic int32_t idle;     /* that look for some, or sleep in a computation */
    _Atomic int32_t roots;    /* computations */
    _Atomic int32_t sleepers;
};

extern struct sw_sched_counts __spanwise_counts __attribute__((visibility("default")));

/* The profiler of a parallel run; NULL: there is none. */
extern const struct sw_cilk_parallel *__spanwise_parallel __attribute__((visibility("default")));
extern struct sw_worker *sw_workers[SW_WORKERS_ALL];
extern int32_t sw_processors_here; /* that the process may use; 1 where there is one worker */

/* Makes what the first computation of this thread needs, ahead of it. Exported: of several modules with a scheduler
 * the first one's is used by all, and its workers are to be prepared. */
void __spanwise_prepare(void) __attribute__((visibility("default")));

/* Looks for something to do and does it. On the scheduler's stack of a worker. */
_Noreturn void sw_schedule(struct sw_worker *worker);

/* Is there something to steal that is for this worker to do? */
bool sw_worker_may(const struct sw_worker *worker, const struct sw_worker *victim);

/* Ends the program where there is no memory; gives one back. */
struct sw_stolen *sw_stolen_new(void);
void sw_stolen_free(struct sw_stolen *stolen);

/* Tells a profiler that wants to know. */
void sw_sched_tell_idle(const struct sw_worker *worker);

/* Wakes one that sleeps, if any does; wakes this one. */
void sw_wake_one(void);
void sw_wake(struct sw_worker *worker);

/* Sleeps until woken, unless there is something to do already. */
void sw_sleep(struct sw_worker *worker);

/* The fence of all threads: where the kernel has none, owners of deques fence by themselves. */
void sw_fence_init(bool wanted);
bool sw_fence_of_all(void);

/* The program has jumped out of spawned functions: an error where others might go on with their
 * parents. */
void sw_workers_jumped(void);

/* Prints "spanwise: ..." and aborts. */
_Noreturn void sw_sched_fail(const char *message);

/* kept.S: calls it, keeps vector registers; returns what it returns. */
void *sw_with_vectors_kept(void *(*call)(void));

/* switch.S */
_Noreturn void sw_switch(struct sw_worker *worker, struct sw_frame *frame,
                         void (*next)(struct sw_worker *, struct sw_frame *));
_Noreturn void sw_resume(struct sw_frame *frame, uint64_t sp, const uint64_t *regs);
