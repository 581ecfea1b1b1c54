/*
 * The record of a sampled run: makes it, ends it, and keeps what each runtime has told about its
 * own code and stacks.
 */
#include "agent/sample/record.h"
#include "agent/process/live_range.h"
#include "agent/sample/start.h"
#include "base/processors.h"
#include "base/ticks.h"

#include <time.h>

#define FRESH_PERIODS 2
#define SHORT_TASK_NS 20000 /* with all around it: those are tiny, and their overhead is seen */
#define FRESH_NS      2000000
#define STRETCH_NS    4000000 /* at first: 256 of them are a second */

static uint64_t cpu_ns(void)
{
    struct timespec t = {0};
    sw_raw4(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&t, 0, 0);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

bool sw_effort_init(struct sw_live *live)
{
    struct sw_arena *arena = &live->arena;
    struct sw_effort_record *r = sw_arena_take(arena, sizeof *r);
    if (!r)
        return false;
    r->sums = sw_arena_take(arena, SW_EFFORT_PATHS * sizeof *r->sums);
    r->lock_addresses = sw_arena_take(arena, SW_EFFORT_LOCKS * sizeof *r->lock_addresses);
    r->locks = sw_arena_take(arena, SW_EFFORT_LOCKS * sizeof *r->locks);
    live->trails = sw_arena_take(arena, SW_TRAILS * sizeof *live->trails);
    if (!r->sums || !r->lock_addresses || !r->locks || !live->trails)
        return false;
    uint64_t fresh = FRESH_PERIODS * live->sampling.period_ns;
    r->processors = sw_processors();
    r->period = live->sampling.period_ns;
    r->many_tasks = (uint32_t)(r->period / SHORT_TASK_NS + 1);
    r->period_ticks = sw_live_to_ticks(live, r->period);
    r->fresh = sw_live_to_ticks(live, fresh > FRESH_NS ? fresh : FRESH_NS);
    r->over.length = sw_live_to_ticks(live, STRETCH_NS);
    r->started_cpu = cpu_ns();
    r->over.vote = r->period_ticks ? r->period_ticks : 1;
    r->over.started = sw_meter_ticks();
    r->newest = r->over.started;
    live->effort = r;
    return true;
}

void sw_effort_end(struct sw_live *live)
{
    live->effort->ended_cpu = cpu_ns();
    live->effort->ended = sw_meter_ticks();
    struct sw_worker *w = sw_worker_known();
    live->effort->ended_due = w ? sw_delay_due(w, live->effort->ended) : 0;
}

void sw_runtime_code(uint64_t low, uint64_t high)
{
    struct sw_live *live = sw_live;
    if (!live || !live->effort)
        return;
    uint32_t n = atomic_fetch_add(&live->effort->n_runtime, 1);
    if (n < SW_EFFORT_RANGES)
        live->effort->runtime[n] = (struct sw_range){low, high};
}

bool sw_runtime_has(uint64_t pc)
{
    const struct sw_live *live = sw_live;
    uint32_t n = live && live->effort ? atomic_load(&live->effort->n_runtime) : 0;
    for (uint32_t i = 0; i < n && i < SW_EFFORT_RANGES; i++)
        if (pc >= live->effort->runtime[i].low && pc < live->effort->runtime[i].high)
            return true;
    return false;
}

void sw_reporter_active(enum sw_reporter reporter)
{
    struct sw_live *live = sw_live;
    if (live && live->effort && !(atomic_load(&live->effort->reporters) & reporter))
        atomic_fetch_or(&live->effort->reporters, reporter);
}

static const struct sw_reporter_places
    *_Atomic places; /* NULL: nobody knows more than samples tell */

void sw_reporter_knows(const struct sw_reporter_places *of)
{
    atomic_store_explicit(&places, of, memory_order_release);
}

enum sw_doing sw_reporter_doing_at(uint64_t pc)
{
    const struct sw_reporter_places *p = atomic_load_explicit(&places, memory_order_acquire);
    return p ? p->doing(pc) : SW_DOING_WORK;
}

bool sw_reporter_stack_at(uint64_t address, struct sw_unwind_stack *stack)
{
    const struct sw_reporter_places *p = atomic_load_explicit(&places, memory_order_acquire);
    return p && p->stack(address, stack);
}
