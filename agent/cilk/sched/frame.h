/*
 * What the code that `spanwise cc` generates and the work-stealing runtime agree on.
 *
 * A function that spawns has a *frame*. A spawn is a call of a *task*, a function of its own that
 * copies its arguments, pushes the frame on the deque of its worker, makes the spawned call, stores
 * the result and pops the frame again. Just before the task is called the context of the spawning
 * function is saved: what it takes to go on behind the call on another stack, as if the call had
 * returned. The compiler knows nothing of it: a task is an ordinary function, and what comes behind
 * its call runs once, on this worker or on the thief's. The spawning function addresses its variables
 * by the frame pointer, since its stack pointer may come to lie on another stack.
 *
 * Of the registers that calls preserve, only those that the spawning function *uses* (it has saved
 * them for its caller) are part of the context. They are pushed below the stack pointer that is saved;
 * which ones is said by the instruction before the place to go on at (SW_FRAME_USED). A thief has
 * nothing meaningful in the others, and the function does not look at them: only its caller does, behind
 * the sync. The child that was running at the first steal preserves them, as every function does. So
 * if its frame was stolen a task returns the frame, and the code behind its call, instead of going on,
 * calls __spanwise_lost(), which notes them.
 *
 * `state` has all bits set while no continuation of the frame is stolen. The first steal puts the
 * address of a struct sw_stolen there: its `count` is the number of children that run somewhere, and
 * who takes it to -1, the parent at its sync or the last child, resumes the parent behind the sync. That
 * happens on the frame's *home*, the stack that it was made on.
 *
 * Known by offset to switch.S and to the assembly filter (sleds/), and by its text to the prelude
 * of the rewriter.
 */
#pragma once

#define SW_FRAME_PC    0
#define SW_FRAME_SP    8
#define SW_FRAME_FP    16
#define SW_FRAME_STATE 24

/* Registers that calls preserve, how many of them are pushed at a time, and how far before its pc the bits of
 * those that a function uses are, one for each push (sleds/). */
#if defined __aarch64__
#define SW_FRAME_N_REGS 18 /* x19-x28, d8-d15 */
#define SW_FRAME_PUSHED 2
#define SW_FRAME_USED   4 /* udf #bits */
#else
#define SW_FRAME_N_REGS 5 /* rbx, r12-r15 */
#define SW_FRAME_PUSHED 1
#define SW_FRAME_USED   10 /* mov $bits, %esi; jne */
#endif

#define SW_STOLEN_COUNT    0 /* of struct sw_stolen */

/* Of struct sw_worker. */
#define SW_WORKER_SCHED_SP 16
#define SW_WORKER_ROOT     24
#define SW_WORKER_REGS     128

#ifndef __ASSEMBLER__
#include "agent/cilk/sched/fiber.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sw_fiber;
struct sw_views;
struct sw_worker;

struct sw_frame {
    uint64_t pc, sp, fp;
    _Atomic uint64_t state;
};

/* Bits of state that are no part of an address. A flag is set when its bit is not: a frame starts with a state that one
 * instruction can write and compare. */
enum {
    SW_FRAME_ROOT = 1,   /* the first of a computation: after a sync it goes on where it began */
    SW_FRAME_THROWN = 2, /* C++: a child has ended by an exception, which the frame has */
    SW_FRAME_SERIAL =
        4, /* it was not pushed: there is no runtime. Only generated code knows of it */
    SW_FRAME_FLAGS = 7,
};

/* What the runtime needs to know of a frame from its first steal to its sync, or if stacks are kept to its end. Not in
 * the frame, because there are as many of those on a stack as a recursion is deep. */
struct sw_stolen {
    _Atomic int32_t count; /* -1: of no continuation */
    uint32_t used;         /* registers of the context, see SW_FRAME_USED */
    uint64_t home_sp;
    struct sw_fiber *home;
    struct sw_fiber *kept;         /* for what it has allocated on them */
    struct sw_worker *root;        /* whose thread began the computation */
    struct sw_views *first, *last; /* of reducers: before the first steal, behind the last */
    void *first_leg, *last_leg;    /* the same, of the profiler's */
    struct sw_caught below,
        above; /* of C++: the first child's at its end, the parent's at the sync */
    uint64_t regs[SW_FRAME_N_REGS]; /* used ones; the others from the first child */
};

/* NULL: there is none. */
static inline struct sw_stolen *sw_frame_stolen(const struct sw_frame *frame)
{
    uint64_t state = atomic_load_explicit(&frame->state, memory_order_relaxed);
    return (state | SW_FRAME_FLAGS) == UINT64_MAX
               ? NULL
               : (struct sw_stolen *)(state & -(SW_FRAME_FLAGS + 1ull));
}

/* To NULL, or from it. A child of the frame may set a flag meanwhile. */
static inline void sw_frame_set_stolen(struct sw_frame *frame, const struct sw_stolen *stolen)
{
    if (stolen)
        atomic_fetch_and_explicit(&frame->state, (uint64_t)stolen | SW_FRAME_FLAGS,
                                  memory_order_relaxed);
    else
        atomic_fetch_or_explicit(&frame->state, -(SW_FRAME_FLAGS + 1ull), memory_order_relaxed);
}

static inline bool sw_frame_is_root(const struct sw_frame *frame)
{
    return !(atomic_load_explicit(&frame->state, memory_order_relaxed) & SW_FRAME_ROOT);
}

_Static_assert(offsetof(struct sw_frame, pc) == SW_FRAME_PC, "switch.S knows it");
_Static_assert(offsetof(struct sw_frame, sp) == SW_FRAME_SP, "switch.S knows it");
_Static_assert(offsetof(struct sw_frame, fp) == SW_FRAME_FP, "switch.S knows it");
_Static_assert(offsetof(struct sw_frame, state) == SW_FRAME_STATE, "switch.S knows it");
_Static_assert(offsetof(struct sw_stolen, count) == SW_STOLEN_COUNT, "switch.S knows it");
_Static_assert(SW_FRAME_ROOT == 1 && SW_FRAME_FLAGS == 7, "switch.S knows it");

#pragma GCC visibility push(default)
/* What generated code calls. All may return on another thread than they were called on. The first three
 * are called through kept.S and change general registers only. */

/* The first spawn of a computation on this thread: makes it a worker. */
struct sw_worker *__spanwise_begin(struct sw_frame *frame);

/* Before a push: frames at the tail whose children would run above this frame have been left by
 * longjmp. Returns the new tail. */
struct sw_frame **__spanwise_trim(struct sw_worker *worker, struct sw_frame *frame);

/* After a push: somebody sleeps, and there is something to steal now; or it takes a fence to know. */
void __spanwise_alarm(struct sw_worker *worker);

/* The end of a child whose parent is not the newest frame here: it was stolen, or newer ones have
 * been left by longjmp. Pops it if not stolen. Both return the frame if it was, else NULL. */
struct sw_frame *__spanwise_unwind(struct sw_worker *worker, struct sw_frame *frame);

/* The end of a child whose parent a thief reaches for. */
struct sw_frame *__spanwise_pop(struct sw_worker *worker, struct sw_frame *frame);

/* Where a task has returned a frame, jumped to with that as its result. */
_Noreturn void __spanwise_lost(void);

/* A sync of a frame whose state is not what it began with. After that a root is on its thread again. */
void __spanwise_sync(_Atomic uint64_t *state);

/* The end of a frame whose state is not what it began with, after its sync. */
void __spanwise_end(uint64_t *fp);

/* A cilk_for begins: how many of its iterations are not divided further. `grain`: what the program says
 * to that; 0: nothing. */
unsigned long __spanwise_loop(unsigned long count, unsigned long grain);

/* For cilk/cilk_api.h: the number of this worker, from 0; how many there are, or are to be: `set`, if
 * that is a number of workers and nothing was spawned yet. */
int __spanwise_worker_number(void);
int __spanwise_workers_here(int set);
#pragma GCC visibility pop
#endif
