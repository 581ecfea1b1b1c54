/*
 * What the notes of hooks cost: functions with hooks and the same without are timed, as
 * runtime/calibrate.c does with sleds. One is a small fib, whose notes are as dense as can be; the
 * other has some work between them.
 */
#include "front/opencilk/abi.h"
#include "front/opencilk/start.h"
#include "runtime/meter.h"
#include "runtime/thread.h"
#include "runtime/timing.h"

#include <errno.h>

#define LEAVES 1000 /* calls of the leaf */
#define N      14   /* of the recursion: */
#define TREE   1219 /* invocations, */
#define SPAWNS 609  /* of which so many spawn */
#define NOTES  (2 * TREE + 3 * SPAWNS)

/* Ids that no program has: the last ones that there is room for. */
enum { LEAF_ID = SW_SITES_MAX - 3, RECURSION_ID };

/* Calls hooks as OpenCilk's code does, with a frame pointer. */
#define NOINLINE      __attribute__((noinline))
#define FRAME_POINTER __asm__ volatile("" ::"r"(__builtin_frame_address(0)))
#define HOOKS(x)      x
#define BARE(x)       (void)0

#define RECURSION(name, IF)                                   \
    NOINLINE static uint64_t name(uint64_t n)                 \
    {                                                         \
        FRAME_POINTER;                                        \
        IF(__csi_func_entry(RECURSION_ID, SW_CSI_MAY_SPAWN)); \
        uint64_t a = n, b = 0;                                \
        if (n >= 2) {                                         \
            IF(__csi_detach(0, 0, 0));                        \
            IF(__csi_task(0, 0, 0));                          \
            a = name(n - 1);                                  \
            IF(__csi_task_exit(0, 0, 0, 0, 0));               \
            IF(__csi_detach_continue(0, 0, 0, 0));            \
            b = name(n - 2);                                  \
            IF(__csi_before_sync(0, 0));                      \
            IF(__csi_after_sync(0, 0));                       \
        }                                                     \
        IF(__csi_func_exit(0, RECURSION_ID, 0));              \
        return a + b;                                         \
    }

/* A chain of slow operations, some twenty nanoseconds, and others beside it. */
static inline uint64_t work(uint64_t x)
{
    uint64_t beside = 1;
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        x = x * 0x5851f42d4c957f2d + 1;
        beside = (beside ^ 0x55) + (beside << 1);
        __asm__ volatile("" : "+r"(x), "+r"(beside));
    }
    return x;
}

#define LEAF(name, IF)                                   \
    NOINLINE static uint64_t name(uint64_t x)            \
    {                                                    \
        FRAME_POINTER;                                   \
        IF(__csi_func_entry(LEAF_ID, SW_CSI_MAY_SPAWN)); \
        x = work(x);                                     \
        IF(__csi_func_exit(0, LEAF_ID, 0));              \
        return x;                                        \
    }

RECURSION(recursion_hooks, HOOKS)
RECURSION(recursion_bare, BARE)
LEAF(leaf_hooks, HOOKS)
LEAF(leaf_bare, BARE)

/* What so many calls cost more with hooks, and in .skipped their replay. */
static struct sw_timing measure(struct sw_thread *t, sw_timed *hooks, sw_timed *bare, uint64_t n,
                                int calls, bool pairs)
{
    struct sw_timing without = sw_time_calls(t, bare, n, calls, pairs);
    struct sw_timing with = sw_time_calls(t, hooks, n, calls, pairs);
    with.own = sw_less(with.own, without.own);
    return with;
}

int sw_opencilk_calibrate(struct sw_live *live)
{
    struct sw_thread *t = sw_thread_make(live, 1000);
    if (!t)
        return -ENOMEM;
    sw_meter_start(live, t);
    struct sw_thread *before = sw_thread_self;
    sw_thread_self = t;
    struct sw_timing dense = measure(t, recursion_hooks, recursion_bare, N, 1, false);
    struct sw_timing chain = measure(t, leaf_hooks, leaf_bare, 1, LEAVES, false);
    struct sw_timing pairs = measure(t, leaf_hooks, leaf_bare, 1, LEAVES, true);
    sw_thread_self = before;
    live->costs.dense_note = dense.own * SW_COST_TICK / NOTES;
    live->costs.dense_ticks = live->costs.dense_note / SW_COST_TICK + 2;
    /* Programs are between the two, those with many short calls nearer to the first. */
    live->costs.note = (2 * chain.own + pairs.own) / 3 * SW_COST_TICK / (2 * LEAVES);
    live->costs.replay = dense.skipped * SW_COST_TICK / NOTES;
    return 0;
}
