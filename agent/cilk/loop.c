/*
 * cilk_for under the profiler. Iterations run in serial order, in chunks; between two chunks we
 * report what Cilk's divide and conquer over the iterations would do there:
 *
 *     run(low, high): while (high - low > grain) { spawn run(low, middle); low = middle; }
 *                     chunk(low, high); sync
 *
 * A frame of that recursion is an entry of loop->end[]; the first is the loop's own scope, which
 * its sled has opened. All have the loop's site.
 *
 * A chunk of some nanoseconds cannot be timed: a processor does much of it while it reads the clock, and it takes less in the gap than
 * it would in a row. So short chunks in which nothing else happens are run together, as many as take a fraction of a microsecond: we
 * do not descend into a half that is no larger than that, and when it is done we do so after all, with its time in equal
 * parts. Where costs are counted there is no need to, and where samples or tools want to know what runs it cannot be.
 */
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "live/notes/cilk.h"

static bool has_spawned(const struct sw_cilk_loop *loop)
{
    uint32_t d = loop->depth;
    return (d < 32 ? loop->spawned_low >> d : loop->spawned_high >> (d - 32)) & 1;
}

static void set_spawned(struct sw_cilk_loop *loop, bool spawned)
{
    uint32_t *word = loop->depth < 32 ? &loop->spawned_low : &loop->spawned_high;
    uint32_t bit = 1u << loop->depth % 32;
    *word = spawned ? *word | bit : *word & ~bit;
}

/* Spawns left halves until what is left is no larger than that; returns its size. */
static uint64_t descend(struct sw_strand *s, struct sw_cilk_loop *loop, uint64_t cost,
                        uint64_t most)
{
    for (;;) {
        uint64_t count = loop->end[loop->depth] - loop->at;
        if (count <= most || loop->depth == 63 || sw_strand_full(s)) {
            sw_event_pass(s, cost);
            return count;
        }
        set_spawned(loop, true);
        uint64_t mark = s->at.top->mark;
        sw_event_spawn(s, s->at.top->site, SW_FUNCTION_SAME, cost);
        s->at.top->mark = mark;
        cost = 0;
        loop->depth++;
        set_spawned(loop, false);
        loop->end[loop->depth] = loop->at + count / 2;
    }
}

/* Cilk's own rule, min(2048, count / 8P), for the 128 processors that the report goes up to. */
static uint64_t default_grain(uint64_t count)
{
    uint64_t grain = count / (8 * 128);
    return grain > 2048 ? 2048 : grain ? grain : 1;
}

static uint64_t grain_of(uint64_t count)
{
    return sw_live->options.grain ? sw_live->options.grain : default_grain(count);
}

#define SHORT_PARTS 4000000 /* of a second: what takes less is run together with what follows */
#define LONG_TIMES  8       /* longer than that: not so much at once */

static struct sw_loop_pace *pace_of(struct sw_thread *t, const void *site)
{
    struct sw_loop_pace *pace = &t->cilk.paces[(uintptr_t)site / 16 % SW_LOOP_PACES];
    if (pace->site != (uint64_t)site)
        *pace = (struct sw_loop_pace){.site = (uint64_t)site};
    return pace;
}

/* How many iterations to run at once. */
static uint64_t at_once(struct sw_thread *t, const struct sw_cilk_loop *loop, const void *site)
{
    const struct sw_live_options *o = &t->live->options;
    if (!site || t->counter || o->sample_rate || o->tool)
        return loop->grain;
    uint64_t most = pace_of(t, site)->most;
    return most > loop->grain ? most : loop->grain;
}

/* So many iterations took so long. What had events in it is told by chunks from then on. */
static void learn(struct sw_thread *t, const void *site, uint64_t ran, uint64_t cost)
{
    struct sw_loop_pace *pace = pace_of(t, site);
    uint64_t is_short = t->live->ticks_per_second / SHORT_PARTS;
    if (t->events != pace->events || pace->busy) {
        pace->busy = 1;
        pace->most = 0;
    } else if (cost < is_short) {
        pace->most = 2 * ran;
    } else if (cost > LONG_TIMES * is_short) {
        pace->most = ran / 2;
    }
}

uint64_t sw_cilk_loop_begin(struct sw_cilk_loop *loop, uint64_t count, uint64_t grain,
                            const void *site)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter((uint64_t)__builtin_frame_address(0));
    bool own_grain = grain;
    loop->depth = UINT32_MAX;
    if (!t)
        return count;
    if (!grain)
        grain = grain_of(count);
    uint64_t cost = sw_meter_cost(t, now, t->meter.costs.loop);
    t->events++;
    sw_cilk_close_calls(t);
    if (t->strand->at.top->mark & 1) { /* the loop's scope is open */
        sw_cilk_name_loop(t, own_grain);
        loop->at = 0;
        loop->grain = grain;
        loop->depth = 0;
        loop->end[0] = count;
        set_spawned(loop, false);
        count = descend(t->strand, loop, cost, at_once(t, loop, site));
        if (site)
            pace_of(t, site)->events = t->events;
    } else {
        sw_event_pass(t->strand, cost);
    }
    sw_leave(t);
    return count;
}

/* The chunk up to the end of the innermost frame is done: sync, return, and go on in the caller. */
static uint64_t next_chunk(struct sw_strand *s, struct sw_cilk_loop *loop, uint64_t cost,
                           uint64_t most)
{
    loop->at = loop->end[loop->depth];
    if (has_spawned(loop)) {
        sw_event_sync(s, cost);
        cost = 0;
    }
    if (loop->depth == 0) {
        sw_event_pass(s, cost);
        return 0;
    }
    sw_event_spawn_return(s, cost);
    loop->depth--;
    return descend(s, loop, 0, most);
}

/* What ran at once is done: chunk by chunk, each with its part of the time. */
static uint64_t next_chunks(struct sw_thread *t, struct sw_cilk_loop *loop, uint64_t cost,
                            uint64_t most)
{
    uint64_t left = loop->end[loop->depth] - loop->at;
    uint64_t n = descend(t->strand, loop, 0, loop->grain);
    t->cilk.together += n < left;
    for (; n < left; t->events++, t->cilk.together++) {
        uint64_t part = cost * n / left;
        cost -= part;
        left -= n;
        n = next_chunk(t->strand, loop, part, loop->grain);
    }
    return next_chunk(t->strand, loop, cost, most);
}

uint64_t sw_cilk_loop_next(struct sw_cilk_loop *loop, const void *site)
{
    if (loop->depth == UINT32_MAX) /* begun where events were turned away */
        return 0;
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter((uint64_t)__builtin_frame_address(0));
    uint64_t ran = loop->end[loop->depth] - loop->at;
    if (!t) {
        uint64_t rest = loop->end[0] - loop->end[loop->depth];
        loop->depth = UINT32_MAX;
        return rest;
    }
    uint64_t cost = sw_meter_cost(t, now, t->meter.costs.loop);
    if (site)
        learn(t, site, ran, cost);
    t->events++;
    sw_cilk_close_calls(t);
    uint64_t most = at_once(t, loop, site);
    uint64_t count = (ran > loop->grain ? next_chunks(t, loop, cost, most)
                                        : next_chunk(t->strand, loop, cost, most));
    if (site)
        pace_of(t, site)->events = t->events;
    sw_leave(t);
    return count;
}

uint64_t sw_cilk_loop_grain(uint64_t count, uint64_t grain)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter((uint64_t)__builtin_frame_address(0));
    if (!t)
        return grain ? grain : default_grain(count);
    uint64_t cost = sw_meter_cost(t, now, t->meter.costs.loop);
    t->events++;
    sw_cilk_close_calls(t);
    if (t->strand->at.top->mark & 1)
        sw_cilk_name_loop(t, grain);
    sw_event_pass(t->strand, cost);
    sw_leave(t);
    return grain ? grain : grain_of(count);
}
