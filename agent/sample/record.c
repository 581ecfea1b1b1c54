/* The record of a sampled run, and what each runtime has told about its own code and stacks. */
#include "agent/sample/record.h"
#include "agent/process/live_range.h"
#include "base/clock.h"
#include "base/processors.h"
#include "base/ticks.h"

#include <link.h>
#include <string.h>

#define FRESH_PERIODS 2
#define SHORT_TASK_NS 20000 /* with all around it: those are tiny, and their overhead is seen */
#define FRESH_NS      2000000
#define STRETCH_NS    4000000 /* at first: 256 of them are a second */

bool sw_effort_init(struct sw_live *live)
{
    struct sw_arena *arena = &live->arena;
    struct sw_effort_record *r;
    if (!SW_TAKE(arena, r, 1) || !SW_TAKE(arena, r->sums, SW_EFFORT_PATHS) ||
        !SW_TAKE(arena, r->lock_addresses, SW_EFFORT_LOCKS) ||
        !SW_TAKE(arena, r->locks, SW_EFFORT_LOCKS) || !SW_TAKE(arena, live->trails, SW_TRAILS))
        return false;
    uint64_t fresh = FRESH_PERIODS * live->sampling.period_ns;
    r->processors = sw_processors();
    r->period = live->sampling.period_ns;
    r->many_tasks = (uint32_t)(r->period / SHORT_TASK_NS + 1);
    r->period_ticks = sw_live_to_ticks(live, r->period);
    r->fresh = sw_live_to_ticks(live, fresh > FRESH_NS ? fresh : FRESH_NS);
    r->over.length = sw_live_to_ticks(live, STRETCH_NS);
    r->started_cpu = sw_clock_of(CLOCK_PROCESS_CPUTIME_ID);
    r->over.vote = r->period_ticks ? r->period_ticks : 1;
    r->over.started = sw_meter_ticks();
    r->newest = r->over.started;
    live->effort = r;
    return true;
}

void sw_effort_end(struct sw_live *live)
{
    live->effort->ended_cpu = sw_clock_of(CLOCK_PROCESS_CPUTIME_ID);
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

/* Tells the sampler which code belongs to a runtime. */

static int note(struct dl_phdr_info *info, size_t size, void *data)
{
    const char *name = data, *slash = strrchr(info->dlpi_name, '/');
    (void)size;
    if (strncmp(slash ? slash + 1 : info->dlpi_name, name, strlen(name)) != 0)
        return 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_X)
            sw_runtime_code(at, at + p->p_memsz);
    }
    return 0;
}

void sw_runtime_module(const char *name)
{
    dl_iterate_phdr(note, (void *)(uintptr_t)name);
}

/* The run in stretches of time, with the lanes of its threads (engine/lanes/lane.h). */

static void fold(void *record)
{
    struct sw_effort_record *r = record;
    for (unsigned i = 1; i < SW_EFFORT_STRETCHES; i++) {
        sw_stretch_move(&r->stretches[i].work, &r->stretches[i / 2].work);
        sw_stretch_move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        sw_stretch_move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
        sw_majority_move(&r->stretches[i].alone, &r->stretches[i / 2].alone);
    }
    for (unsigned i = 0; i < SW_EFFORT_LANES; i++)
        sw_lane_fold(r->lanes[i]);
}

void sw_timeline_add(struct sw_live *live, uint64_t now, enum sw_doing doing, uint64_t ns,
                     uint64_t idle, uint32_t alone)
{
    struct sw_effort_record *r = live->effort;
    uint64_t i = sw_stretch_at(&r->over, now, fold, r);
    atomic_fetch_add(doing == SW_DOING_WORK ? &r->stretches[i].work : &r->stretches[i].overhead,
                     ns);
    atomic_fetch_add(&r->stretches[i].idle, idle);
    if (alone)
        sw_majority_vote(&r->stretches[i].alone, alone, 1);
}

static struct sw_lane *lane_of(const struct sw_effort_record *r, const struct sw_worker *worker)
{
    return worker->lane ? r->lanes[worker->lane - 1] : NULL;
}

void sw_lane_sampled(struct sw_live *live, const struct sw_worker *worker, uint64_t now,
                     enum sw_doing doing, uint64_t weight, uint32_t path)
{
    struct sw_effort_record *r = live->effort;
    struct sw_lane *lane = lane_of(r, worker);
    if (!lane)
        return;
    struct sw_lane_cell *cell = &lane->cells[sw_stretch_at(&r->over, now, fold, r)];
    atomic_fetch_add(&cell->parts[doing == SW_DOING_WORK ? SW_LANE_WORK : SW_LANE_OVERHEAD],
                     weight * r->period_ticks);
    sw_majority_vote(&cell->path, path, 1);
}

void sw_lane_waited(struct sw_live *live, const struct sw_worker *worker, uint64_t since,
                    uint64_t now, enum sw_wait_for what)
{
    struct sw_effort_record *r = live->effort;
    struct sw_lane *lane = lane_of(r, worker);
    const struct sw_lock *on = atomic_load_explicit(&worker->on, memory_order_relaxed);
    struct sw_lane_note note = {.from = since,
                                .to = now,
                                .part = what == SW_WAIT_LOCK      ? SW_LANE_LOCK
                                        : what == SW_WAIT_THREADS ? SW_LANE_THREADS
                                                                  : SW_LANE_AWAY,
                                .instead_of = SW_LANE_PARTS};
    if (on && note.part != SW_LANE_AWAY)
        note.whom = atomic_load_explicit(&on->released_by, memory_order_relaxed);
    if (on && note.part == SW_LANE_LOCK)
        note.on = (uint32_t)(on - r->locks) + 1;
    if (lane)
        sw_lane_add(&r->over, lane, &note, fold, r);
}
