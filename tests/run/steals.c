/*
 * Random programs as the notes of their sleds, once on one thread and once on several, with
 * continuations stolen at random: all figures of all sites must be the same, to the integer,
 * whatever was stolen.
 *
 * A program is a list of steps in serial order. Both runs are simulated in one thread of ours: a
 * spawned child runs on its parent's thread and leg. In the parallel run, before any note, some
 * continuation on offer is stolen, the oldest of its leg; the victim's notes are replayed up to
 * there. The thief runs it at once, up to where it has to wait, or somebody takes it up when the
 * child is done. All else that the scheduler does is as in front/cilk/sched/schedule.c.
 */
#include "front/cilk/replay.h"
#include "profile/profile.h"
#include "runtime/leg.h"
#include "runtime/site.h"
#include "runtime/thread.h"
#include "tests/check.h"

#include <stdlib.h>
#include <sys/mman.h>

#define PROGRAMS   1500
#define SIZE       ((size_t)1 << 34)
#define STEPS      6000
#define FUNCTIONS  8 /* from 2 on */
#define SITES      1024
#define SLEDS      4 /* of each kind in a function */
#define LABELS     3
#define THREADS    6
#define OFFERS     STEPS
#define STACK_SIZE 0x100000

static uint64_t state = 1;

static uint32_t pick(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

/* --- a program --- */

/* The first six have an end, END: what is between is in them. */
enum kind { CALL, SPAWN, TASK, SCOPE, RANGE, DIVIDE, END, SYNC, REGION, REGION_END };

struct step {
    enum kind kind;
    uint32_t function; /* called; of others, that they are in */
    uint32_t which;    /* of its sleds or places; of a region, its label */
    uint32_t room;     /* on the stack */
    bool vanishes;     /* of an END: no EXIT sled is passed */
    bool elsewhere;    /* called from code that is not in the function, as a task's is */
    uint64_t cost;
    size_t end;
};

static struct step steps[STEPS + 1000];
static size_t n_steps;
static uint32_t most_cost;
static uint32_t link_bytes; /* that a call puts on the stack: a return address, or nothing */
static int fuel;

static size_t add(enum kind kind, uint32_t function)
{
    uint32_t cost = pick(4) ? pick(most_cost + 1) : 0;
    steps[n_steps] = (struct step){.kind = kind,
                                   .function = function,
                                   .which = pick(SLEDS),
                                   .room = 16 * (1 + pick(4)),
                                   .elsewhere = pick(2),
                                   .cost = cost};
    fuel--;
    return n_steps++;
}

static void add_end(size_t of)
{
    steps[of].end = add(END, steps[of].function);
}

static void body(uint32_t f, int depth, bool spawns);

/* Where nothing is put on the stack by a call, what is still open and what is called next are told
 * apart by their functions: only those that do not spawn vanish. */
static void call(enum kind kind, uint32_t f, int depth)
{
    size_t at = add(kind, f);
    body(f, depth - 1, f % 2);
    add_end(at);
    steps[n_steps - 1].vanishes = (link_bytes || f % 2 == 0) && pick(5) == 0;
}

static uint32_t any_function(void)
{
    return 2 + pick(FUNCTIONS);
}

static void leaf(uint32_t f)
{
    size_t at = add(CALL, f);
    add_end(at);
}

/* What has vanished is known to be gone when something happens above it: before the next spawn. */
static void call_seen(enum kind kind, int depth)
{
    call(kind, any_function(), depth);
    if (steps[n_steps - 1].vanishes)
        leaf(any_function());
}

static void task(uint32_t f, int depth)
{
    size_t at = add(TASK, f);
    if (pick(4))
        call(CALL, any_function(), depth);
    add_end(at);
}

static void scope(uint32_t f, int depth)
{
    size_t at = add(SCOPE, f);
    body(f, depth - 1, true);
    add_end(at);
}

/* Iterations that are left, as the rewriter has them divided. */
static void range(uint32_t f, int depth, uint32_t count)
{
    size_t at = add(RANGE, f);
    for (; count > 1; count -= count / 2) {
        size_t half = add(DIVIDE, f);
        range(f, depth, count / 2);
        add_end(half);
    }
    if (pick(3) == 0)
        scope(f, depth); /* an iteration that spawns */
    else
        body(f, depth - 1, false);
    add(SYNC, f);
    steps[n_steps - 1].elsewhere = true;
    add_end(at);
}

static void loop(uint32_t f, int depth)
{
    size_t at = add(SCOPE, f);
    range(f, depth, 1 + pick(9));
    add_end(at);
}

static void region(uint32_t f, int depth, bool spawns)
{
    uint32_t label = pick(LABELS);
    size_t at = add(REGION, f);
    steps[at].which = label;
    body(f, depth - 1, spawns);
    if (spawns)
        add(SYNC, f); /* or a thief would come to its end */
    at = add(REGION_END, f);
    steps[at].which = label;
}

static void spawning_statement(uint32_t f, int depth)
{
    switch (pick(8)) {
    case 0:
        add(SYNC, f);
        break;
    case 1:
        scope(f, depth);
        break;
    case 2:
        loop(f, depth);
        break;
    case 3:
    case 4:
        task(f, depth);
        break;
    default:
        call_seen(SPAWN, depth);
    }
}

static void body(uint32_t f, int depth, bool spawns)
{
    for (uint32_t n = pick(6); n-- > 0 && depth > 0 && fuel > 0;) {
        if (spawns && pick(3))
            spawning_statement(f, depth);
        else if (pick(8))
            call_seen(CALL, depth);
        else
            region(f, depth, spawns);
    }
}

static void write_program(void)
{
    n_steps = 0;
    most_cost = (uint32_t[]){1, 4, 30, 2000}[pick(4)];
    link_bytes = pick(2) ? 8 : 0;
    fuel = 20 + (int)pick(pick(6) ? 300 : STEPS - 1000);
    int depth = 3 + (int)pick(14);
    do
        call(CALL, 3, depth);
    while (fuel > 0 && pick(4));
}

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
    bool begun; /* the thief has run */
};

/* Where the program stands. */
struct place {
    struct sw_thread *t;
    uint64_t sp;
};

struct machine {
    struct sw_live *live;
    struct sw_thread *threads[THREADS];
    uint32_t n_threads;
    struct offer *offers[OFFERS];
    uint32_t n_offers;
    uint64_t stacks;    /* made */
    uint32_t eagerness; /* a steal before one note in so many; 0: none */
    uint64_t at_once;   /* of its steals */
    uint64_t region_id;
};

static struct machine *m;

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
    live->sleds = sw_arena_take(arena, sled_number(functions, 0, 0) * sizeof *live->sleds);
    live->slots = sw_arena_take(arena, 2 * SW_SITES_MAX * sizeof *live->slots);
    live->calls = sw_arena_take(arena, SITES * sizeof *live->calls);
    live->most_numbers = SITES;
    atomic_store(&live->n_sites, 2);
    atomic_store(&live->n_functions, functions);
    for (uint32_t f = 2; f < functions; f++) {
        live->functions[f].address = function_at(f);
        live->functions[f].size = 0x800;
        for (uint32_t i = sled_number(f, 0, 0); i < sled_number(f + 1, 0, 0); i++)
            live->sleds[i].at = function_at(f) + 0x200 + 4 * (i - sled_number(f, 0, 0));
        for (uint32_t k = 0; k < SLEDS; k++)
            for (uint32_t g = 2; g < functions; g++)
                sw_site_new(live, spawn_in(g, k), f, SW_SITE_SPAWN);
    }
}

static struct sw_thread *make_thread(void)
{
    struct sw_thread *t = m->n_threads < THREADS ? sw_thread_make(m->live, 64, 1 << 16) : NULL;
    if (t)
        m->threads[m->n_threads++] = t;
    return t;
}

static struct sw_stack make_stack(void)
{
    return (struct sw_stack){0x7000000000 + STACK_SIZE * m->stacks++, STACK_SIZE};
}

static void make_machine(struct machine *machine, uint32_t eagerness, uint64_t burden)
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
    live->options.burden_ns = burden;
    live->options.workers = eagerness ? THREADS : 1;
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
    t->seen = 1000 + pick(100000);
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
    uint32_t start = pick(m->n_threads);
    if (pick(4) == 0)
        start = m->n_threads;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        struct sw_thread *t = m->threads[(start + i) % m->n_threads];
        if (!t->leg && start < m->n_threads)
            return t;
    }
    struct sw_thread *t = make_thread();
    if (t) {
        sw_thread_rest(t);
        return t;
    }
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (!m->threads[i]->leg)
            return m->threads[i];
    return NULL;
}

static void resume(struct place *p, struct sw_leg *leg, uint64_t sp)
{
    p->t = idle_thread();
    p->sp = sp;
    if (!p->t)
        abort();
    run_leg(p->t, leg);
}

static uint64_t stack_start(const struct sw_leg *leg)
{
    return leg->stack_low + leg->stack_size - 64;
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
    o->thief = sw_leg_steal(m->live, o->leg, o->sp, make_stack());
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
    p.sp = stack_start(o->thief);
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
        resume(p, o->thief, stack_start(o->thief));
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
    uint64_t last = t->next > t->replayed ? t->next[-1].ticks : t->seen;
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
    struct activation a = {.function = steps[i].function, .at = i + 1, .end = steps[i].end};
    if (!run(&a, p))
        abort();
}

static void function(size_t i, uint64_t from, struct place *p)
{
    const struct step *s = &steps[i], *end = &steps[s->end];
    uint64_t keep = p->sp, entry = keep - link_bytes;
    note(p, entry, from, (uint64_t)SW_SLED_ENTRY << 32 | s->function, s->cost);
    p->sp = entry - s->room;
    run_inside(i, p);
    uint64_t after = end->which == 3 ? 3 : 0;
    uint64_t what = after << 40 | (uint64_t)SW_SLED_EXIT << 32 |
                    sled_number(s->function, SW_SLED_EXIT, end->which);
    if (!end->vanishes)
        note(p, entry, from, what, end->cost);
    p->sp = keep;
}

/* A task, with or without sleds of its own; or half of a range. */
static void spawned(const struct activation *a, size_t i, struct place *p)
{
    const struct step *s = &steps[i], *end = &steps[s->end];
    uint64_t keep = p->sp;
    p->sp -= link_bytes + s->room;
    if (s->kind == SPAWN) {
        function(i, spawn_in(a->function, s->which), p);
    } else {
        body_sled(p, s, s->kind == TASK ? SW_SLED_SPAWN : SW_SLED_DIVIDE, s->cost);
        if (i + 1 < s->end && steps[i + 1].kind == CALL)
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
    a->at = steps[i].end + 1;
    m->offers[m->n_offers++] = &o;
    spawned(a, i, p);
    m->n_offers--;
    return !o.thief || child_done(&o, p);
}

static void scope_step(size_t i, struct place *p)
{
    body_sled(p, &steps[i], SW_SLED_SCOPE, steps[i].cost);
    run_inside(i, p);
    body_sled(p, &steps[i], SW_SLED_SCOPE_END, steps[steps[i].end].cost);
}

static void range_step(size_t i, struct place *p)
{
    uint64_t keep = p->sp;
    p->sp -= link_bytes + steps[i].room;
    run_inside(i, p);
    p->sp = keep;
}

/* As front/cilk/region.c does it, without a clock. */
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
        *b = (struct sw_begun){1, ++m->region_id, stamp, false};
        sw_event_region(t->strand, s->which, b->id, 0);
    } else if (--b->depth == 0) {
        CHECK(sw_event_region_end(t->strand, b->id, 0));
    }
}

static bool step(struct activation *a, size_t i, struct place *p)
{
    const struct step *s = &steps[i];
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

static void run_program(void)
{
    struct sw_thread *t = m->threads[0];
    struct activation root = {.function = 1, .end = n_steps};
    struct place p = {t, stack_start(t->own)};
    t->seen = 1000;
    if (!run(&root, &p))
        abort();
    CHECK(p.t->leg == t->own && m->n_offers == 0);
    replay(p.t, p.t->next);
    sw_cilk_settle(p.t);
    sw_strand_finish(&t->own->strand);
    for (uint32_t i = 0; i < m->live->n_legs; i++)
        sw_prof_flatten(&m->live->legs[i]->strand.pool, &m->live->legs[i]->strand.off);
}

/* --- both --- */

#define FIELDS (sizeof(struct sw_record) / sizeof(uint64_t))

static void add_record(struct sw_record *sum, const struct sw_prof *prof, uint32_t site)
{
    if (site >= prof->capacity)
        return;
    const uint64_t *from = (const uint64_t *)&prof->array[site];
    for (size_t i = 0; i < FIELDS; i++)
        ((uint64_t *)sum)[i] += from[i];
}

static struct sw_record on_span(const struct machine *of, uint32_t site)
{
    struct sw_record r = {0};
    add_record(&r, &of->threads[0]->own->strand.root, site);
    return r;
}

static struct sw_record on_work(const struct machine *of, uint32_t site)
{
    struct sw_record r = on_span(of, site);
    add_record(&r, &of->threads[0]->own->strand.off, site);
    for (uint32_t i = 0; i < of->live->n_legs; i++)
        add_record(&r, &of->live->legs[i]->strand.off, site);
    return r;
}

static void compare_records(struct sw_record got, struct sw_record want)
{
    for (size_t i = 0; i < FIELDS; i++)
        CHECK_EQ(((uint64_t *)&got)[i], ((uint64_t *)&want)[i]);
}

static void compare_sites(const struct machine *a, const struct machine *b)
{
    uint32_t n = atomic_load(&a->live->n_sites);
    CHECK_EQ(atomic_load(&b->live->n_sites), n);
    for (uint32_t i = 1; i < n; i++) {
        const struct sw_live_site *s = &a->live->sites[i];
        uint32_t k = i == 1 ? 1 : sw_site_new(b->live, s->address, s->function, s->kind);
        k &= ~SW_SITE_SPAWNS;
        compare_records(on_span(b, k), on_span(a, i));
        compare_records(on_work(b, k), on_work(a, i));
    }
}

static void add_regions(struct sw_region_sums *sum, const struct sw_leg *leg, uint32_t label)
{
    const struct sw_regions *r = leg->strand.regions;
    for (size_t k = 0; r && k < sizeof *sum / sizeof(uint64_t); k++)
        (&sum->count)[k] += (&r->sums[label].count)[k];
}

static struct sw_region_sums region_sums(const struct machine *of, uint32_t label)
{
    struct sw_region_sums sum = {0};
    add_regions(&sum, of->threads[0]->own, label);
    for (uint32_t i = 0; i < of->live->n_legs; i++)
        add_regions(&sum, of->live->legs[i], label);
    return sum;
}

static void compare_regions(const struct machine *a, const struct machine *b)
{
    for (uint32_t label = 0; label < LABELS; label++) {
        struct sw_region_sums want = region_sums(a, label), got = region_sums(b, label);
        CHECK_EQ(got.count, want.count);
        CHECK_EQ(got.work, want.work);
        CHECK_EQ(got.span, want.span);
        CHECK_EQ(got.burdened_span, want.burdened_span);
        CHECK_EQ(got.spawns, want.spawns);
        CHECK_EQ(got.syncs, want.syncs);
    }
}

/* What each thread says that it has worked, together. */
static uint64_t work_of_threads(const struct machine *of)
{
    uint64_t work = 0;
    for (uint32_t i = 0; i < of->n_threads; i++) {
        const struct sw_thread *t = of->threads[i];
        work += t->strand ? sw_thread_work(t) : t->work_elsewhere;
        CHECK_EQ(t->elsewhere, 0);
    }
    return work;
}

static uint64_t events(const struct machine *of)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < of->n_threads; i++)
        n += of->threads[i]->events;
    return n;
}

static void compare(const struct machine *a, const struct machine *b)
{
    struct sw_position want = sw_strand_position(&a->threads[0]->own->strand);
    struct sw_position got = sw_strand_position(&b->threads[0]->own->strand);
    CHECK_EQ(got.work, want.work);
    CHECK_EQ(got.span, want.span);
    CHECK_EQ(got.burdened_span, want.burdened_span);
    CHECK_EQ(got.spawns, want.spawns);
    CHECK_EQ(got.syncs, want.syncs);
    CHECK_EQ(events(b), events(a));
    CHECK_EQ(work_of_threads(b), want.work);
    compare_regions(a, b);
    compare_sites(a, b);
}

int main(int argc, char **argv)
{
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : PROGRAMS;
    uint64_t steals = 0, at_once = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= programs; seed++) {
        static struct machine serial, parallel;
        unsigned before = check_failed;
        state = seed * 0x9e3779b97f4a7c15u;
        write_program();
        uint64_t burden = pick(3) ? pick(50) : 5000;
        make_machine(&serial, 0, burden);
        run_program();
        make_machine(&parallel, 1 + pick(20), burden);
        run_program();
        compare(&serial, &parallel);
        steals += parallel.live->steals;
        at_once += parallel.at_once;
        wrong += check_failed != before;
        if (check_failed != before && before < 50)
            fprintf(stderr, "^ in program %" PRIu64 " (%zu steps)\n", seed, n_steps);
        munmap(serial.live, SIZE);
        munmap(parallel.live, SIZE);
    }
    printf("%" PRIu64 " programs, %" PRIu64 " wrong; %" PRIu64 " steals, %" PRIu64 " run at once\n",
           programs, wrong, steals, at_once);
    CHECK(steals > 10 * programs && at_once > programs);
    return check_done();
}
