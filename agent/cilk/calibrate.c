/*
 * Functions with sleds are timed, patched and unpatched; the difference is what their notes cost the
 * program, and what was skipped meanwhile is their replay. One is a small fib, whose notes are as
 * dense as can be; the other has some work between them, so that the processor can read its clock
 * on the side.
 */
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "agent/core/timing.h"
#include "live/site.h"
#include "profile/site_kind.h"

#define CHUNKS     200  /* of the loop */
#define N          14   /* of the recursion: */
#define TREE       1219 /* invocations */

#define SLED(name) extern SW_HIDDEN sw_timed name
SLED(sw_calibrate_recursion);
SLED(sw_calibrate_child);
SLED(sw_calibrate_exit);
SLED(sw_calibrate_leaf);
SLED(sw_calibrate_leaf_exit);

/* By number. */
enum { RECURSION = 2, LEAF, N_FUNCTIONS };
enum { N_SLEDS = 4 };

static void add_function(struct sw_live *live, uint32_t number, sw_timed *entry, sw_timed *exit)
{
    struct sw_live_function *f = &live->functions[number];
    f->address = (uint64_t)entry;
    f->size = (uint32_t)((uint64_t)exit - f->address + 8);
    f->first_sled = live->cilk.n_sleds;
    f->n_sleds = 2;
    f->spawns = 1; /* the budget keeps off */
    live->cilk.sleds[live->cilk.n_sleds++] =
        (struct sw_live_sled){.at = (uint64_t)entry, .function = number, .kind = SW_SLED_ENTRY};
    live->cilk.sleds[live->cilk.n_sleds++] =
        (struct sw_live_sled){.at = (uint64_t)exit, .function = number, .kind = SW_SLED_EXIT};
}

static struct sw_timed_note measure(struct sw_live *live, struct sw_thread *t, uint64_t reading,
                                    bool is_leaf, const struct sw_timed_calls *calls)
{
    const struct sw_live_function *f = &live->functions[is_leaf ? LEAF : RECURSION];
    sw_timed *function = (sw_timed *)f->address;
    struct sw_timed_ticks bare = sw_time_calls(t, reading, function, calls);
    sw_patch_function(live, f, true);
    struct sw_timed_ticks patched = sw_time_calls(t, reading, function, calls);
    sw_patch_function(live, f, false);
    return sw_time_note(patched, bare, calls);
}

/* Chunks of a cilk_for, inside a scope such as the loop's own sled opens. */
static void measure_loop(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    uint64_t chunks = t->counter ? SW_TIME_FEW : CHUNKS;
    static struct sw_cilk_loop loop; /* 540 bytes; calibration happens once */
    struct sw_timing timing;
    sw_time_init(&timing, costs->reading);
    uint32_t site = sw_site_new(live, (uint64_t)&loop, 0, SW_SITE_SCOPE);
    sw_event_call(t->strand, site, SW_FUNCTION_SAME, 0);
    t->strand->at.top->mark = (uint64_t)__builtin_frame_address(0) | 1;
    for (int round = 0; round < SW_TIME_ROUNDS; round++) {
        sw_time_start(&timing, t);
        uint64_t n = sw_cilk_loop_begin(&loop, chunks, 1, NULL);
        while (n)
            n = sw_cilk_loop_next(&loop, NULL);
        sw_time_end(&timing, t, round);
    }
    sw_event_return(t->strand, 0);
    /* Of time a sixteenth less: the shortest body there is hides some of it. */
    costs->loop = sw_time_usual(timing.own) * (SW_COST_TICK - !t->counter) / chunks;
}

static void measure_all(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    const struct sw_timed_calls tree = {N, 1, .pairs = false, 2 * TREE};
    if (!t->counter)
        sw_site_new(live, (uint64_t)sw_calibrate_child, RECURSION, SW_SITE_SPAWN);
    sw_time_notes(live, t, costs, measure, &tree);
    measure_loop(live, t, costs);
}

int sw_calibrate(struct sw_live *live)
{
    add_function(live, RECURSION, sw_calibrate_recursion, sw_calibrate_exit);
    add_function(live, LEAF, sw_calibrate_leaf, sw_calibrate_leaf_exit);
    atomic_store(&live->n_functions, N_FUNCTIONS);
    int error = sw_patch_stubs(live, 0, N_SLEDS);
    if (error)
        return error;
    return sw_time_events(live, measure_all);
}
