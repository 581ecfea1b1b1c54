/* Threads: their creation, and freezing all of them at the end of the program. */
#include "agent/core/thread.h"
#include "agent/core/meter.h"
#include "agent/process/stack_find.h"
#include "agent/sampler/sampler.h"
#include "live/site.h"

struct sw_live *sw_live;
struct sw_thread sw_thread_nobody;
__thread struct sw_thread *sw_thread_self = &sw_thread_nobody;

#define FIRST_FRAMES (1u << 12)
#define MOST_FRAMES  (1u << 20)

/* Stands for threads that there is no memory for: always busy, so their events are turned away. */
static struct sw_thread nowhere;

/* Has the pages made now that the first events would otherwise wait for. Other threads may have taken
 * them meanwhile. */
static void touch(void *memory, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4096)
        __atomic_fetch_or((char *)memory + i, 0, __ATOMIC_RELAXED);
}

/* Room for notes; NULL: no memory. */
static struct sw_note *make_notes(struct sw_live *live)
{
    char *room = sw_arena_take(&live->arena, 2 * SW_NOTES_BYTES + sizeof(struct sw_note));
    if (!room)
        return NULL;
    room += -(uint64_t)room % SW_NOTES_BYTES;
    /* A tool is told at once, and a perf counter is read where something happens. */
    bool at_once = live->options.tool || live->options.meter == SW_METER_PERF;
    return (struct sw_note *)room + !at_once;
}

/* Workers count apart: they would wait for each other's caches at every call. */
static struct sw_live_calls *make_calls(struct sw_live *live)
{
    struct sw_live_calls *calls = NULL;
    if (live->options.workers > 1 && live->calls && live->arena.used < live->arena.size / 2)
        calls = sw_arena_take(&live->arena, live->most_numbers * sizeof *calls);
    return calls ? calls : live->calls;
}

struct sw_thread *sw_thread_make(struct sw_live *live, uint64_t frames, uint64_t most)
{
    struct sw_thread *t = sw_arena_take(&live->arena, sizeof *t);
    struct sw_leg *leg = sw_arena_take(&live->arena, sizeof *leg);
    uint64_t burden = sw_live_to_ticks(live, live->options.burden);
    struct sw_note *notes = make_notes(live);
    if (!t || !leg || !notes ||
        !sw_strand_make(&leg->strand, &live->arena, frames, most, live->most_numbers, burden))
        return NULL;
    sw_strand_root(&leg->strand, 1, 1);
    leg->strand.at.top->mark = UINT64_MAX; /* the root never returns */
    leg->strand.watcher = live->watcher;
    leg->stack_size = UINT64_MAX;
    t->live = live;
    t->rates = live->rates && live->rates->usual ? live->rates : NULL;
    t->memory = live->memory;
    t->next = t->notes = t->replayed = notes;
    t->meter.costs = live->costs;
    t->meter.reading = live->costs.reading;
    t->functions = live->functions;
    t->slots = live->slots;
    t->calls = make_calls(live);
    t->opencilk.by_id = live->opencilk.by_id;
    t->shared = live->options.workers > 1 || live->options.tool;
    t->own = leg;
    sw_thread_run(t, leg);
    touch(leg->strand.frames, 1 << 16);
    touch(live->arena.base + live->arena.used, 1 << 18);
    return t;
}

void sw_thread_rest(struct sw_thread *t)
{
    t->work_elsewhere += t->strand->at.work;
    t->cilk.tail_sp = 0;
    t->replayed = t->notes;
    t->idle = 1;
    atomic_store_explicit(&t->leg->thread, NULL, memory_order_release);
    t->leg = NULL;
    t->strand = NULL;
}

void sw_thread_run(struct sw_thread *t, struct sw_leg *leg)
{
    t->idle = 0;
    t->leg = leg;
    t->strand = &leg->strand;
    t->work_elsewhere -= leg->strand.at.work;
    t->stack_low = leg->stack_low;
    t->stack_size = leg->stack_size;
    atomic_store_explicit(&leg->thread, t, memory_order_release);
}

#define FREEZE_TIMES 100000 /* looks at a lock that is held for microseconds */

static bool freeze(struct sw_thread *t)
{
    for (unsigned times = 1; times < FREEZE_TIMES; times++) {
        if (!atomic_exchange_explicit(&t->replaying, 1, memory_order_acquire))
            return true;
        sw_wait(times);
    }
    return false;
}

void sw_thread_freeze_all(struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_threads);
    atomic_store(&live->frozen, 1);
    for (uint32_t i = 0; i < n && i < SW_LIVE_THREADS; i++) {
        struct sw_thread *t = live->threads[i];
        if (t && t->shared && t != sw_thread_self)
            t->frozen = freeze(t);
    }
}

void sw_thread_sample(struct sw_live *live, struct sw_thread *t, uint64_t sp)
{
    struct sw_stack stack = {sp, 0};
    if (!live->sampling.period_ns || !live->sampling.taker->by_thread || t->samples.sampler)
        return;
    sw_stack_find(sp, &stack);
    t->samples.sampler =
        sw_sampler_start(live, t, (struct sw_unwind_stack){stack.low, stack.low + stack.size});
}

struct sw_thread *sw_thread_new(uint64_t sp)
{
    struct sw_live *live = sw_live;
    if (!live || atomic_load(&live->stopped))
        return NULL;
    uint32_t n = atomic_fetch_add(&live->n_threads, 1);
    struct sw_stack stack;
    struct sw_thread *t =
        n < SW_LIVE_THREADS ? sw_thread_make(live, FIRST_FRAMES, MOST_FRAMES) : NULL;
    if (!t) {
        nowhere.counter = sw_thread_nobody.counter; /* stubs read it before they look */
        sw_thread_self = &nowhere;
        return NULL;
    }
    /* Frames elsewhere are no part of its nesting. */
    if (sw_stack_find(sp, &stack)) {
        t->stack_low = t->own->stack_low = stack.low;
        t->stack_size = t->own->stack_size = stack.size;
    }
    sw_meter_start(live, t);
    live->threads[n] = t;
    sw_thread_self = t;
    sw_thread_sample(live, t, sp);
    return t;
}
