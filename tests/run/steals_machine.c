/*
 * Simulates a program's run, in one thread of ours: its notes are taken, with invented costs, and
 * replayed in pieces. A spawned child runs on its parent's thread and leg. Before any note some
 * continuation on offer may be stolen, the oldest of its leg: the victim's notes are replayed up to
 * there first. The thief runs it at once, up to where it has to wait; or somebody takes it up when the
 * child is done. What follows is as in agent/cilk/sched/schedule.c.
 */
#include "agent/core/thread.h"
#include "agent/process/own_code.h"
#include "live/leg.h"
#include "live/notes/cilk.h"
#include "live/site.h"
#include "profile/profile.h"
#include "tests/run/steals.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SIZE       ((size_t)1 << 34)
#define SITES      4096
#define STACK_SIZE 0x100000

/* --- what it runs on --- */

/* An open function, scope or range: it has something to join. */
struct activation {
    uint32_t function;
    size_t at, end;              /* the next step, and its last */
    struct sw_leg *first, *last; /* before the first steal, behind the last */
    uint64_t home;               /* its stack pointer before the first */
    uint32_t away;               /* children that run while it is stolen */
};

struct offer {
    struct activation *from;
    uint64_t sp;
    struct sw_leg *leg, *thief;
    struct sw_stack stack; /* the thief's */
    bool begun;            /* it has run */
};

/* Where the program stands. */
struct place {
    struct sw_thread *t;
    uint64_t sp;
};

static struct machine *m;
static const struct program *program;

static uint64_t function_at(uint32_t f)
{
    return 0x10000 + f * 0x1000;
}

static uint64_t place_in(uint32_t f, uint32_t which, bool elsewhere)
{
    return function_at(f) + (elsewhere ? 0x900 : 0x100) + 4 * which;
}

static uint64_t spawn_in(uint32_t f, uint32_t which)
{
    return function_at(f) + 0xa00 + 4 * which;
}

/* Of a function: SLEDS of each kind. */
static uint32_t sled_number(uint32_t f, uint32_t kind, uint32_t which)
{
    return (f * SW_SLED_KINDS + kind) * SLEDS + which;
}

static void make_tables(struct sw_live *live)
{
    struct sw_arena *arena = &live->arena;
    uint32_t functions = 2 + FUNCTIONS;
    live->functions = sw_arena_take(arena, functions * sizeof *live->functions);
    live->sites = sw_arena_take(arena, SITES * sizeof *live->sites);
    live->cilk.sleds =
        sw_arena_take(arena, sled_number(functions, 0, 0) * sizeof *live->cilk.sleds);
    live->slots = sw_arena_take(arena, 2 * SW_SITES_MAX * sizeof *live->slots);
    live->calls = sw_arena_take(arena, SITES * sizeof *live->calls);
    live->most_numbers = SITES;
    atomic_store(&live->n_sites, 2);
    atomic_store(&live->n_functions, functions);
    for (uint32_t f = 2; f < functions; f++) {
        live->functions[f].address = function_at(f);
        live->functions[f].size = 0x800;
        for (uint32_t i = sled_number(f, 0, 0); i < sled_number(f + 1, 0, 0); i++)
            live->cilk.sleds[i].at = function_at(f) + 0x200 + 4 * (i - sled_number(f, 0, 0));
        for (uint32_t k = 0; k < SLEDS; k++)
            for (uint32_t g = 2; g < functions; g++)
                sw_site_new(live, spawn_in(g, k), f, SW_SITE_SPAWN);
    }
}

static struct sw_thread *make_thread(void)
{
    struct sw_thread *t = m->n_threads < sizeof m->threads / sizeof *m->threads
                              ? sw_thread_make(m->live, 64, 1 << 16)
                              : NULL;
    if (t)
        m->threads[m->n_threads++] = t;
    return t;
}

static struct sw_stack make_stack(void)
{
    return (struct sw_stack){0x7000000000 + STACK_SIZE * m->stacks++, STACK_SIZE};
}

void machine_init(struct machine *machine, uint32_t eagerness, uint64_t burden)
{
    struct sw_live *live = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (live == MAP_FAILED)
        abort();
    memset(machine, 0, sizeof *machine);
    m = machine;
    m->live = live;
    m->eagerness = eagerness;
    sw_arena_init(&live->arena, live, SIZE);
    sw_arena_take(&live->arena, sizeof *live);
    live->ticks_per_second = 1000000000;
    live->options.burden = burden;
    live->options.workers = eagerness ? 2 : 1;
    make_tables(live);
    struct sw_thread *t = make_thread();
    if (!t)
        abort();
    struct sw_stack stack = make_stack();
    t->stack_low = t->own->stack_low = stack.low;
    t->stack_size = t->own->stack_size = stack.size;
}

/* --- threads and legs --- */

static void replay(struct sw_thread *t, struct sw_note *end)
{
    if (end > t->replayed)
        sw_cilk_replay(t, end);
    if (t->replayed == t->next)
        t->next = t->replayed = t->notes;
}

static void run_leg(struct sw_thread *t, struct sw_leg *leg)
{
    sw_thread_run(t, leg);
    t->meter.seen = 1000 + pick(100000);
    t->next = t->replayed = t->notes;
}

static void leave_leg(struct sw_thread *t)
{
    replay(t, t->next);
    sw_cilk_settle(t);
    sw_thread_rest(t);
}

/* One that runs nothing; NULL: all do. */
static struct sw_thread *idle_thread(void)
{
    struct sw_thread *idle = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (!m->threads[i]->leg && pick(++n) == 0)
            idle = m->threads[i];
    struct sw_thread *fresh = idle && pick(4) ? NULL : make_thread();
    if (fresh)
        sw_thread_rest(fresh);
    return fresh ? fresh : idle;
}

static void resume(struct place *p, struct sw_leg *leg, uint64_t sp)
{
    p->t = idle_thread();
    p->sp = sp;
    if (!p->t)
        abort();
    run_leg(p->t, leg);
}

static uint64_t stack_start(struct sw_stack stack)
{
    return stack.low + stack.size - 64;
}

/* --- steals --- */

static bool run(struct activation *a, struct place *p);

/* One that is the oldest of its leg; NULL: none is on offer. */
static struct offer *find_offer(void)
{
    struct offer *found = NULL;
    uint32_t legs = 0;
    for (uint32_t i = 0; i < m->n_offers; i++) {
        struct offer *o = m->offers[i];
        bool oldest = !o->thief;
        for (uint32_t k = 0; k < i && oldest; k++)
            oldest = m->offers[k]->thief || m->offers[k]->leg != o->leg;
        if (oldest && pick(++legs) == 0)
            found = o;
    }
    return found;
}

static void steal(struct offer *o)
{
    struct activation *a = o->from;
    struct sw_thread *victim = o->leg->thread;
    replay(victim, victim->next);
    o->stack = make_stack();
    o->thief = sw_leg_steal(m->live, o->leg, o->sp, o->stack);
    if (!o->thief)
        abort();
    if (!a->away && !a->first) {
        a->first = o->leg;
        a->home = o->sp;
    }
    a->last = o->thief;
    a->away++;
}

static void maybe_steal(void)
{
    struct offer *o = m->eagerness && pick(m->eagerness) == 0 ? find_offer() : NULL;
    if (!o)
        return;
    steal(o);
    struct place p = {pick(2) ? idle_thread() : NULL, 0};
    if (!p.t)
        return;
    m->at_once++;
    o->begun = true;
    run_leg(p.t, o->thief);
    p.sp = stack_start(o->stack);
    if (run(o->from, &p))
        abort(); /* its child is not done */
}

/* What was stolen comes back, the last first, and it goes on on its own stack. */
static void join(struct activation *a, struct place *p)
{
    for (struct sw_leg *leg = a->last; leg != a->first;) {
        struct sw_leg *left = leg->left;
        sw_leg_join(m->live, leg);
        leg = left;
    }
    resume(p, a->first, a->home);
    a->first = a->last = NULL;
}

/* Behind a sync, or the end; false: it waits for a child. */
static bool wait_for_children(struct activation *a, struct place *p)
{
    if (!a->first)
        return true;
    leave_leg(p->t);
    if (a->away)
        return false;
    join(a, p);
    return true;
}

/* The child is done, and its parent stolen. False: that waits for others, somewhere else. */
static bool child_done(struct offer *o, struct place *p)
{
    struct activation *a = o->from;
    leave_leg(p->t);
    a->away--;
    if (!o->begun) {
        resume(p, o->thief, stack_start(o->stack));
        return true;
    }
    if (a->away)
        return false;
    join(a, p);
    return true;
}

/* --- steps --- */

static void note(struct place *p, uint64_t sp, uint64_t from, uint64_t what, uint64_t cost)
{
    struct sw_thread *t = p->t;
    maybe_steal();
    uint64_t last = t->next > t->replayed ? t->next[-1].ticks : t->meter.seen;
    *t->next++ = (struct sw_note){last + cost, sp, from, what};
    uint64_t unread = (uint64_t)(t->next - t->replayed);
    if (t->next - t->notes == SW_NOTES_BYTES / sizeof *t->next - 1)
        replay(t, t->next);
    else if (pick(10) == 0)
        replay(t, t->replayed + pick((uint32_t)unread + 1));
}

static void body_sled(struct place *p, const struct step *s, uint64_t kind, uint64_t cost)
{
    note(p, p->sp, 0, kind << 32 | sled_number(s->function, (uint32_t)kind, s->which), cost);
}

/* All that is between the step and its end, in an activation of its own. */
static void run_inside(size_t i, struct place *p)
{
    struct activation a = {
        .function = program->steps[i].function, .at = i + 1, .end = program->steps[i].end};
    if (!run(&a, p))
        abort();
}

static uint64_t of_function(uint64_t kind, uint32_t f, uint32_t which)
{
    uint64_t after = kind == SW_SLED_EXIT && which == 3 ? 3 : 0;
    return after << 40 | kind << 32 | sled_number(f, (uint32_t)kind, which);
}

static void enter(struct place *p, uint32_t f, uint64_t from, uint64_t cost)
{
    note(p, p->sp, from, (uint64_t)SW_SLED_ENTRY << 32 | f, cost);
}

/* With the stack pointer that it was entered with. */
static void leave(struct place *p, const struct step *end, uint64_t from)
{
    uint32_t f = end->function;
    if (end->tail)
        note(p, p->sp, from, of_function(SW_SLED_TAIL, f, end->which), end->cost);
    if (end->vanishes)
        return;
    if (end->tail)
        enter(p, f = end->tail, from, end->cost / 2);
    note(p, p->sp, from, of_function(SW_SLED_EXIT, f, end->which), end->cost);
}

static void function(size_t i, uint64_t from, struct place *p)
{
    const struct step *s = &program->steps[i];
    uint64_t keep = p->sp, entry = keep - program->link_bytes;
    p->sp = entry;
    enter(p, s->function, from, s->cost);
    p->sp = entry - s->room;
    run_inside(i, p);
    p->sp = entry;
    leave(p, &program->steps[s->end], from);
    p->sp = keep;
}

/* A task, with or without sleds of its own; or half of a range. */
static void spawned(const struct activation *a, size_t i, struct place *p)
{
    const struct step *s = &program->steps[i], *end = &program->steps[s->end];
    uint64_t keep = p->sp;
    p->sp -= program->link_bytes + s->room;
    if (s->kind == SPAWN) {
        function(i, spawn_in(a->function, s->which), p);
    } else {
        body_sled(p, s, s->kind == TASK ? SW_SLED_SPAWN : SW_SLED_DIVIDE, s->cost);
        if (i + 1 < s->end && program->steps[i + 1].kind == CALL)
            function(i + 1, place_in(s->function, s->which, s->elsewhere), p);
        else
            run_inside(i, p);
        body_sled(p, s, SW_SLED_SPAWN_END, end->cost);
    }
    p->sp = keep;
}

static bool spawn(struct activation *a, size_t i, struct place *p)
{
    struct offer o = {.from = a, .sp = p->sp, .leg = p->t->leg};
    a->at = program->steps[i].end + 1;
    m->offers[m->n_offers++] = &o;
    spawned(a, i, p);
    m->n_offers--;
    return !o.thief || child_done(&o, p);
}

static void scope_step(size_t i, struct place *p)
{
    body_sled(p, &program->steps[i], SW_SLED_SCOPE, program->steps[i].cost);
    run_inside(i, p);
    body_sled(p, &program->steps[i], SW_SLED_SCOPE_END, program->steps[program->steps[i].end].cost);
}

static void range_step(size_t i, struct place *p)
{
    uint64_t keep = p->sp;
    p->sp -= program->link_bytes + program->steps[i].room;
    run_inside(i, p);
    p->sp = keep;
}

/* As agent/cilk/region.c does it, without a clock. */
static void region_step(const struct step *s, struct place *p)
{
    struct sw_thread *t = p->t;
    maybe_steal();
    replay(t, t->next);
    sw_cilk_settle(t);
    sw_event_pass(t->strand, s->cost);
    struct sw_begun *b = sw_leg_begun(m->live, t->leg);
    uint32_t stamp = sw_strand_stamp(t->strand, t->strand->at.top);
    b += s->which;
    if (s->kind == REGION) {
        if (b->depth++)
            return;
        *b = (struct sw_begun){1, ++m->region_ids, stamp, false};
        sw_event_region(t->strand, s->which, b->id, 0);
    } else if (--b->depth == 0) {
        m->lost_regions += !sw_event_region_end(t->strand, b->id, 0);
    }
}

static bool step(struct activation *a, size_t i, struct place *p)
{
    const struct step *s = &program->steps[i];
    a->at = s->end ? s->end + 1 : i + 1;
    switch (s->kind) {
    case CALL:
        function(i, place_in(a->function, s->which, false), p);
        return true;
    case SPAWN:
    case TASK:
    case DIVIDE:
        return spawn(a, i, p);
    case SCOPE:
        scope_step(i, p);
        return true;
    case RANGE:
        range_step(i, p);
        return true;
    case SYNC:
        body_sled(p, s, SW_SLED_SYNC, s->cost);
        return wait_for_children(a, p);
    default:
        region_step(s, p);
        return true;
    }
}

/* From where it stands to its end; false: it waits for a child. */
static bool run(struct activation *a, struct place *p)
{
    while (a->at < a->end)
        if (!step(a, a->at, p))
            return false;
    return wait_for_children(a, p);
}

void machine_run(struct machine *machine, const struct program *what)
{
    m = machine;
    program = what;
    struct sw_thread *t = m->threads[0];
    struct activation root = {.function = 1, .end = program->n};
    struct place p = {t, stack_start((struct sw_stack){t->stack_low, t->stack_size})};
    t->meter.seen = 1000;
    if (!run(&root, &p) || p.t->leg != t->own || m->n_offers)
        abort();
    replay(p.t, p.t->next);
    sw_strand_finish(&t->own->strand);
    for (uint32_t i = 0; i < m->live->cilk.n_legs; i++)
        sw_prof_flatten(&m->live->cilk.legs[i]->strand.pool, &m->live->cilk.legs[i]->strand.off);
}

void machine_release(struct machine *machine)
{
    munmap(machine->live, SIZE);
}

/* For counter.c: what the linker's script makes is not here, and nothing is counted. */
struct sw_range sw_own_code(void)
{
    return (struct sw_range){0, 0};
}
