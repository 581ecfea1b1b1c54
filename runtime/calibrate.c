/*
 * Functions with sleds are timed, patched and unpatched; the difference is what their notes cost the
 * program, and what was skipped meanwhile is their replay. One is a small fib, whose notes are as
 * dense as can be; the other has some work between them, so that the processor can read its clock
 * on the side.
 */
#include "runtime/calibrate.h"
#include "front/cilk/events.h"
#include "front/cilk/loop.h"
#include "profile/profile.h"
#include "runtime/meter.h"
#include "runtime/patch.h"
#include "runtime/site.h"

#include <errno.h>

#define ROUNDS   40
#define CHUNKS   200 /* of the loop */
#define READINGS 100
#define LEAVES   1000 /* calls of the leaf */
#define N        14   /* of the recursion: */
#define TREE     1219 /* invocations */

typedef uint64_t calibrated(uint64_t n);

struct calls {
    uint64_t n;
    int times;
    bool pairs;
    calibrated *function;
};

#define SLED(name) extern SW_HIDDEN calibrated name
SLED(sw_calibrate_recursion);
SLED(sw_calibrate_child);
SLED(sw_calibrate_exit);
SLED(sw_calibrate_leaf);
SLED(sw_calibrate_leaf_exit);

/* By number. */
enum { RECURSION = 2, LEAF, N_FUNCTIONS };
enum { N_SLEDS = 4 };

static void add_function(struct sw_live *live, uint32_t number, calibrated *entry, calibrated *exit)
{
    struct sw_live_function *f = &live->functions[number];
    f->address = (uint64_t)entry;
    f->size = (uint32_t)((uint64_t)exit - f->address + 8);
    f->first_sled = live->n_sleds;
    f->n_sleds = 2;
    f->spawns = 1; /* the budget keeps off */
    live->sleds[live->n_sleds++] =
        (struct sw_live_sled){.at = (uint64_t)entry, .function = number, .kind = SW_SLED_ENTRY};
    live->sleds[live->n_sleds++] =
        (struct sw_live_sled){.at = (uint64_t)exit, .function = number, .kind = SW_SLED_EXIT};
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/*
 * Takes something's time, and apart from it what was skipped meanwhile. The processor's speed may
 * change from one round to the next: times are told as at the speed at which a reading of the clock
 * takes `reading`; that which three of four rounds reach counts, and the least of what was skipped.
 */
struct timing {
    uint64_t own[ROUNDS], skipped;
    uint64_t reading, start, overhead;
};

static void time_start(struct timing *timing, struct sw_thread *t)
{
    if (sw_cilk_enter(0))
        sw_cilk_leave(t);
    timing->overhead = t->overhead;
    timing->start = sw_meter_ticks();
}

static void time_end(struct timing *timing, struct sw_thread *t, int round)
{
    uint64_t took = sw_meter_ticks() - timing->start, skipped = t->overhead - timing->overhead;
    timing->own[round] = less(took, skipped) * timing->reading / sw_meter_reading(READINGS);
    timing->skipped = smaller(timing->skipped, skipped);
}

static uint64_t time_usual(struct timing *timing)
{
    uint64_t *own = timing->own;
    for (int i = 1; i < ROUNDS; i++)
        for (int k = i; k > 0 && own[k] < own[k - 1]; k--) {
            uint64_t larger = own[k - 1];
            own[k - 1] = own[k];
            own[k] = larger;
        }
    return own[ROUNDS / 4];
}

/* Ticks of all calls; each waits for the one before or, in pairs, for the last but one. */
static uint64_t time_calls(struct timing *timing, struct sw_thread *t, const struct calls *calls)
{
    timing->skipped = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t x = calls->n, y = calls->n;
        time_start(timing, t);
        for (int i = 0; i < calls->times; i += 1 + calls->pairs) {
            x = calls->function(x);
            if (calls->pairs)
                y = calls->function(y);
        }
        time_end(timing, t, round);
    }
    return time_usual(timing);
}

/* The same with the function's sleds patched and not, an event. */
struct measured {
    uint64_t interval;     /* ticks from one to the next */
    uint64_t cost, replay; /* in sixteenths */
};

static struct measured measure(struct sw_live *live, struct sw_thread *t, uint64_t reading,
                               uint32_t number, struct calls calls, uint64_t events)
{
    struct timing timing = {.reading = reading};
    const struct sw_live_function *f = &live->functions[number];
    calls.function = (calibrated *)f->address;
    uint64_t bare = time_calls(&timing, t, &calls);
    sw_patch_function(live, f, true);
    uint64_t patched = time_calls(&timing, t, &calls);
    sw_patch_function(live, f, false);
    return (struct measured){patched / events, less(patched, bare) * SW_COST_TICK / events,
                             timing.skipped * SW_COST_TICK / events};
}

static uint64_t shortest_reading(void)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++)
        best = smaller(best, sw_meter_reading(READINGS));
    return best;
}

static void measure_notes(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    uint64_t reading = costs->reading = shortest_reading();
    sw_site_new(live, (uint64_t)sw_calibrate_child, RECURSION, SW_SITE_SPAWN);
    struct measured dense =
        measure(live, t, reading, RECURSION, (struct calls){N, 1, .pairs = false}, 2 * TREE);
    struct measured chain =
        measure(live, t, reading, LEAF, (struct calls){0, LEAVES, .pairs = false}, 2 * LEAVES);
    struct measured pairs =
        measure(live, t, reading, LEAF, (struct calls){0, LEAVES, .pairs = true}, 2 * LEAVES);
    costs->dense_note = dense.cost;
    /* Programs are between the two, those with many short calls nearer to the first. */
    costs->note = (2 * chain.cost + pairs.cost) / 3;
    /* Where a reading waits for what was before it, it costs the more the more that is. */
    bool waits = costs->note > costs->dense_note;
    costs->dense_ticks = dense.interval + (waits ? dense.interval / 4 : 2);
    costs->replay = dense.replay;
}

/* Chunks of a cilk_for, inside a scope such as the loop's own sled opens. */
static void measure_loop(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    static struct sw_cilk_loop loop; /* 540 bytes; calibration happens once */
    struct timing timing = {.reading = costs->reading};
    uint32_t site = sw_site_new(live, (uint64_t)&loop, 0, SW_SITE_SCOPE);
    sw_event_call(&t->strand, site, SW_FUNCTION_SAME, 0);
    t->strand.at.top->mark = (uint64_t)__builtin_frame_address(0) | 1;
    for (int round = 0; round < ROUNDS; round++) {
        time_start(&timing, t);
        uint64_t n = sw_cilk_loop_begin(&loop, CHUNKS, 1, &loop);
        while (n)
            n = sw_cilk_loop_next(&loop, &loop);
        time_end(&timing, t, round);
    }
    sw_event_return(&t->strand, 0);
    /* A sixteenth less: the shortest body there is hides some of it. */
    costs->loop = time_usual(&timing) * (SW_COST_TICK - 1) / CHUNKS;
}

int sw_calibrate(struct sw_live *live)
{
    add_function(live, RECURSION, sw_calibrate_recursion, sw_calibrate_exit);
    add_function(live, LEAF, sw_calibrate_leaf, sw_calibrate_leaf_exit);
    atomic_store(&live->n_functions, N_FUNCTIONS);
    int error = sw_patch_stubs(live, 0, N_SLEDS);
    if (error)
        return error;
    struct sw_thread *t = sw_thread_make(live, 1000);
    if (!t)
        return -ENOMEM;
    sw_meter_start(live, t);
    struct sw_thread *before = sw_thread_self;
    sw_thread_self = t;
    struct sw_live_costs costs = {0};
    measure_notes(live, t, &costs);
    measure_loop(live, t, &costs);
    sw_thread_self = before;
    live->costs = costs;
    return 0;
}
