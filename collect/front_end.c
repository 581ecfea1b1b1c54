/*
 * Finds which front end has left records in the live range and has it make the profile of them; gathers what is the same for all of them:
 * modules, threads, trails, pieces and the warnings about counters.
 */
#include "collect/front_end.h"

/* --- Threads, trails, pieces --- */

uint32_t sw_threads_count(const struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_threads);
    return n < SW_LIVE_THREADS ? n : SW_LIVE_THREADS;
}

bool sw_thread_is_busy(const struct sw_thread *t)
{
    return !t->frozen && ((!t->next && !t->idle) || atomic_load(&t->replaying));
}

void sw_threads_add(struct sw_profile *p, const struct sw_live *live, const struct sw_thread *t)
{
    struct sw_circumstances *k = &p->circumstances;
    k->events += t->events;
    k->events_dropped += t->dropped;
    k->events_elsewhere += t->elsewhere;
    k->overhead += sw_live_to_ns(live, t->meter.overhead);
    k->preempted += sw_live_to_ns(live, t->meter.preempted);
    p->rank.apart += sw_live_to_ns(live, t->meter.apart);
    k->threads += !t->helper;
    if (sw_thread_is_busy(t))
        p->flags |= SW_PROFILE_DAMAGED;
}

_Static_assert((int)SW_TRAIL_CALLS == SW_CALLS_MOST, "all calls of a trail are in the profile");

void sw_trails_add(struct sw_profile *p, const struct sw_live *live, uint64_t of)
{
    const struct sw_trail *from = sw_trail_find(live->trails, of);
    if (!from || sw_profile_calls(p, of))
        return;
    SW_ROOM_FOR_MORE(p->calls, p->n_calls);
    struct sw_calls *more = &p->calls[p->n_calls++];
    *more = (struct sw_calls){.of = of, .is_frame = from->is_frame, .offset = from->offset};
    while (more->n < SW_CALLS_MOST && from->calls[more->n]) {
        more->addresses[more->n] = from->calls[more->n];
        more->places[more->n++] = SW_NOWHERE;
    }
}

uint32_t sw_pieces_add(struct sw_profile *p, const struct sw_piece *piece)
{
    SW_ROOM_FOR_MORE(p->pieces, p->n_pieces);
    p->pieces[p->n_pieces++] = *piece;
    return (uint32_t)p->n_pieces;
}

/* --- Modules --- */

static const struct sw_module *overlapped(const struct sw_profile *p, const struct sw_module *m)
{
    for (const struct sw_module *other = p->modules; other < m; other++)
        if (m->start < other->end && other->start < m->end)
            return other;
    return NULL;
}

/* One was closed before the other was opened; an address alone does not tell which it was. */
static void warn_of_overlaps(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i], *other = overlapped(p, m);
        if (other)
            sw_profile_warn(p,
                            "'%s' and '%s' were loaded at the same place, one after the other: "
                            "their call sites cannot be distinguished",
                            other->path, m->path);
    }
}

static void add_module(struct sw_profile *p, const struct sw_live_module *from)
{
    struct sw_module *m = &p->modules[p->n_modules++];
    m->start = from->start;
    m->end = from->end;
    m->bias = from->bias;
    m->build_id_size = from->build_id_size;
    memcpy(m->build_id, from->build_id, sizeof m->build_id);
    m->path = sw_gather_need(strndup(from->path, PATH_MAX));
}

/* One may have been noted in both ways. */
static bool has_module(const struct sw_profile *p, const struct sw_live_module *m)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (p->modules[i].start == m->start && !strcmp(p->modules[i].path, m->path))
            return true;
    return false;
}

/* Warns of those that were loaded at one place. */
static void gather_modules(struct sw_profile *p, const struct sw_live *live)
{
    uint32_t n = live->modules.n < SW_LIVE_MODULES ? live->modules.n : SW_LIVE_MODULES;
    uint32_t n_late = atomic_load(&live->modules.n_late);
    n_late = n_late < SW_LIVE_LATE ? n_late : SW_LIVE_LATE;
    SW_ROOM(p->modules, n + n_late);
    for (uint32_t i = 0; i < n; i++)
        add_module(p, &live->modules.all[i]);
    for (uint32_t i = 0; i < n_late; i++)
        if (!has_module(p, &live->modules.late[i]))
            add_module(p, &live->modules.late[i]);
    warn_of_overlaps(p);
}

/* --- Counters and the clock --- */

struct counted {
    unsigned taken, closed, paused, failed;
    double least; /* of the paused ones: the share of its time that was counted */
    int error;    /* of a failed one */
};

static void count(struct counted *c, const struct sw_perf_meter *m)
{
    double share = m->enabled_ns ? (double)m->running_ns / (double)m->enabled_ns : 1;
    c->taken += m->end == SW_PERF_TAKEN;
    c->closed += m->end == SW_PERF_CLOSED;
    c->paused += m->enabled_ns != m->running_ns;
    c->least = share < c->least ? share : c->least;
    c->failed += m->error < 0;
    c->error = m->error < 0 ? -(int)m->error : c->error;
}

static const char *threads(unsigned n)
{
    return n == 1 ? "thread" : "threads";
}

void sw_perf_warnings(struct sw_profile *p, const struct sw_live *live)
{
    struct counted c = {.least = 1};
    for (uint32_t i = 0; i < sw_threads_count(live); i++)
        if (live->threads[i])
            count(&c, &live->threads[i]->meter.perf);
    if (c.taken)
        sw_profile_warn(
            p, "the kernel took the counter from %u %s: the figures leave out what came after that",
            c.taken, threads(c.taken));
    if (c.closed)
        sw_profile_warn(p,
                        "the program closed the file of the counter of %u %s: the figures leave "
                        "out what came after that",
                        c.closed, threads(c.closed));
    if (c.paused)
        sw_profile_warn(
            p,
            "the counter of %u %s counted only part of the time, at least %.0f%% (cores of "
            "different kinds count separately), and nothing is scaled up: the figures are too low",
            c.paused, threads(c.paused), 100 * c.least);
    if (c.failed)
        sw_profile_warn(p, "%u %s could not be counted (%s): the figures leave out all of that",
                        c.failed, threads(c.failed), strerror(c.error));
}

void sw_clock_warn(struct sw_profile *profile, const char *path)
{
    static const char *const others[] = {"hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"};
    char name[64] = "";
    FILE *file = fopen(path, "re");
    if (file && fgets(name, sizeof name, file))
        name[strcspn(name, "\n")] = 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i]))
            sw_profile_warn(profile,
                            "this machine's time stamp counter is not steady (Linux uses '%s' "
                            "instead): times may be wrong; try --meter=instructions",
                            name);
}

/* --- The table --- */

/* A row for each that records something, in the order that they are asked in (front_end.h says what the functions do). */
static const struct gatherer {
    enum sw_front_end_kind kind;
    bool (*is_there)(const struct sw_live *live);
    int (*gather)(struct sw_profile *profile, struct sw_live *live, bool careful);
    void (*warn)(struct sw_profile *profile,
                 const struct sw_live *live); /* last; NULL: of nothing */
} gatherers[] = {
    {SW_FRONT_END_ANNOTATE, sw_annotate_is_there, sw_annotate_gather, NULL},
    {SW_FRONT_END_SAMPLE, sw_effort_is_there, sw_effort_gather, NULL},
    {SW_FRONT_END_THREADS, sw_vthreads_are_there, sw_simulation_gather, NULL},
    {SW_FRONT_END_OPENMP, sw_simulation_is_there, sw_simulation_gather, NULL},
    {SW_FRONT_END_OPENCILK, sw_opencilk_is_there, sw_cilk_gather, sw_opencilk_warn},
    {SW_FRONT_END_CILK, sw_cilk_is_there, sw_cilk_gather, NULL},
};

#define N_GATHERERS (sizeof gatherers / sizeof *gatherers)
_Static_assert(
    N_GATHERERS == SW_FRONT_ENDS - 3,
    "every front end has a row, but UNKNOWN, NONE and OPENCILK_STATIC, which record nothing");

/* Never NULL: where nothing was recorded, that of Cilk will say so. */
static const struct gatherer *find_gatherer(const struct sw_live *live)
{
    const struct gatherer *g = gatherers, *last = g + N_GATHERERS - 1;
    while (g < last && !g->is_there(live))
        g++;
    return g;
}

static void describe(struct sw_profile *profile, const struct sw_live *live)
{
    profile->started_unix = live->started_unix;
    profile->circumstances.forks = atomic_load(&live->forks);
    profile->circumstances.memory = live->arena.used;
    if (!live->ended)
        profile->flags |= SW_PROFILE_INCOMPLETE;
    if (*live->trouble)
        sw_profile_warn(profile, "%.*s", (int)sizeof live->trouble, live->trouble);
    sw_perf_warnings(profile, live);
    sw_clock_warn(profile, SW_CLOCK_SOURCE);
}

static int gather(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    const struct gatherer *front_end = find_gatherer(live);
    profile->front_end = front_end->kind;
    gather_modules(profile, live);
    sw_memory_gather(profile, live);
    int error = front_end->gather(profile, live, careful);
    describe(profile, live);
    if (!error && front_end->warn)
        front_end->warn(profile, live);
    return error;
}

int sw_gather(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    int error = gather(profile, live, careful);
    if (error || !atomic_load(&live->tree))
        return error;
    if (careful)
        sw_profile_warn(profile,
                        "the program was killed while recording: the program tree is lost");
    else
        sw_gather_tree(profile, live);
    return 0;
}
