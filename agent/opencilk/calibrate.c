/* What the notes of hooks cost: functions with hooks and the same without are timed, as agent/cilk/calibrate.c does with sleds. */
#include "abi/opencilk.h"
#include "agent/core/meter.h"
#include "agent/core/thread.h"
#include "agent/core/timing.h"
#include "agent/opencilk/start.h"

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

static struct sw_timed_note measure(struct sw_live *live, struct sw_thread *t, uint64_t reading,
                                    bool is_leaf, const struct sw_timed_calls *calls)
{
    (void)live;
    struct sw_timed_ticks bare =
        sw_time_calls(t, reading, is_leaf ? leaf_bare : recursion_bare, calls);
    struct sw_timed_ticks noted =
        sw_time_calls(t, reading, is_leaf ? leaf_hooks : recursion_hooks, calls);
    return sw_time_note(noted, bare, calls);
}

static void measure_all(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    const struct sw_timed_calls tree = {N, 1, .pairs = false, NOTES};
    sw_time_notes(live, t, costs, measure, &tree);
}

int sw_opencilk_calibrate(struct sw_live *live)
{
    return sw_time_events(live, measure_all);
}
