/* Makes the effort of a profile, by path, lock and thread, of the record that a sampled run has left. */
#include "live/effort.h"
#include "base/order.h"
#include "collect/front_end.h"

static uint64_t overhead_of(const struct sw_effort_sums *s)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < SW_OVERHEADS; i++)
        sum += s->overhead[i];
    return sum;
}

/* Paths that have something are kept, sampled or not. */
static void mark(struct sw_gathered_samples *g, const struct sw_effort_record *r)
{
    for (uint32_t i = 1; i < g->n && i < SW_EFFORT_PATHS; i++) {
        const struct sw_effort_sums *s = &r->sums[i];
        g->others[i] = (s->work + overhead_of(s)) / (r->period ? r->period : 1);
        g->index[i] = s->work || overhead_of(s) || s->idle || s->waited || s->blamed;
    }
}

static void fill_path(struct sw_effort_path *to, const struct sw_effort_sums *from)
{
    to->work = from->work;
    to->idle = from->idle;
    to->waited = from->waited;
    to->blamed = from->blamed;
    for (unsigned i = 0; i < SW_OVERHEADS; i++)
        to->overhead[i] = from->overhead[i];
    for (unsigned i = 0; i < SW_IDLES; i++)
        to->idle_by[i] = from->idle_by[i];
}

static void add_paths(struct sw_profile *p, const struct sw_gathered_samples *g,
                      const struct sw_live *live)
{
    struct sw_effort *e = &p->effort;
    SW_ROOM(e->paths, p->sampled.n_paths);
    for (uint32_t i = 1; i < g->n; i++) {
        uint64_t address = live->sampling.paths.nodes[i].address;
        uint32_t linked = (uint32_t)address;
        if (!g->index[i])
            continue;
        struct sw_effort_path *path = &e->paths[g->index[i] - 1];
        if (i < SW_EFFORT_PATHS)
            fill_path(path, &live->effort->sums[i]);
        if (!(address & SW_CALL_PATH_LINK))
            continue;
        path->physical = linked < i ? g->index[linked] : 0;
        path->resumed = !!(address & SW_CALL_PATH_RESUMED);
    }
}

/* Where all is in one place, or none was charged, there is none. */
static uint32_t longest(const struct sw_gathered_samples *g, const struct sw_lock_path *paths)
{
    const struct sw_lock_path *best = &paths[0];
    for (unsigned i = 1; i < SW_LOCK_PATHS; i++)
        if (paths[i].ns > best->ns)
            best = &paths[i];
    return best->ns && best->path < g->n ? g->index[best->path] : 0;
}

static int longest_first(const void *a, const void *b)
{
    const struct sw_effort_lock *x = a, *y = b;
    return SW_FALLING(x->waited, y->waited);
}

static void add_locks(struct sw_profile *p, const struct sw_gathered_samples *g,
                      const struct sw_effort_record *r)
{
    struct sw_effort *e = &p->effort;
    size_t n = 0;
    for (uint32_t i = 0; i < SW_EFFORT_LOCKS; i++)
        n += r->lock_addresses[i] && r->locks[i].waits;
    SW_ROOM(e->locks, n);
    for (uint32_t i = 0; i < SW_EFFORT_LOCKS && e->n_locks < n; i++)
        if (r->lock_addresses[i] && r->locks[i].waits)
            e->locks[e->n_locks++] = (struct sw_effort_lock){
                .address = r->lock_addresses[i],
                .name = sw_profile_empty,
                .holder = longest(g, r->locks[i].holders),
                .waiter = longest(g, r->locks[i].waiters),
                .inside = longest(g, r->locks[i].inside),
                .waits = r->locks[i].waits,
                .waited = r->locks[i].waited,
                .held = r->locks[i].held,
                .entries = r->locks[i].entries,
            };
    qsort(e->locks, e->n_locks, sizeof *e->locks, longest_first);
}

enum { MOST_NAMED = 256 }; /* of those that are no variable: each has calls to look up */

static void add_trails(struct sw_profile *p, const struct sw_live *live)
{
    for (size_t i = 0; i < p->effort.n_locks && i < MOST_NAMED; i++) {
        sw_trails_add(p, live, SW_TRAIL_TAKEN(p->effort.locks[i].address));
        sw_trails_add(p, live, SW_TRAIL_MADE(p->effort.locks[i].address));
    }
}

static void add_stretches(struct sw_effort *e, const struct sw_gathered_samples *g,
                          const struct sw_effort_record *r)
{
    uint64_t n = e->stretch ? (e->time + e->stretch - 1) / e->stretch : 0;
    n = n < SW_EFFORT_STRETCHES ? n : SW_EFFORT_STRETCHES;
    SW_ROOM(e->stretches, n);
    for (; e->n_stretches < n; e->n_stretches++) {
        const __typeof__(*r->stretches) *s = &r->stretches[e->n_stretches];
        e->stretches[e->n_stretches] = (struct sw_effort_stretch){
            s->work, s->overhead, s->idle, sw_gathered_leader(g, s->alone), 0};
    }
}

/* The lock that is at this place of the table, which is one more, in the profile's order. */
static uint16_t lock_at(const struct sw_effort *e, const struct sw_effort_record *r, uint32_t place)
{
    for (size_t i = 0; place && place <= SW_EFFORT_LOCKS && i < e->n_locks && i < UINT16_MAX; i++)
        if (e->locks[i].address == r->lock_addresses[place - 1])
            return (uint16_t)(i + 1);
    return 0;
}

static void fill_lane(struct sw_effort *e, const struct sw_gathered_samples *g,
                      const struct sw_effort_record *r, size_t lane)
{
    struct sw_effort_cell *cells = e->cells + lane * e->n_stretches;
    for (size_t i = 0; i < e->n_stretches; i++) {
        const struct sw_lane_cell *from = &r->lanes[lane]->cells[i];
        uint32_t whom = sw_majority_leader(from->whom);
        cells[i] = sw_gathered_cell(g, from, r->over.length);
        cells[i].whom = whom <= e->n_lanes ? (uint16_t)whom : 0;
        cells[i].lock = lock_at(e, r, sw_majority_leader(from->on));
    }
}

/* A wait that had not ended when the run did. */
static void fill_wait(struct sw_effort *e, const struct sw_effort_record *r, size_t lane)
{
    const struct sw_worker *w = r->workers[lane];
    uint64_t end = r->ended ? r->ended : r->newest, since = w->waits_since;
    unsigned part = w->waits_for == SW_WAIT_LOCK      ? SW_LANE_LOCK
                    : w->waits_for == SW_WAIT_THREADS ? SW_LANE_THREADS
                                                      : SW_LANE_AWAY;
    for (size_t i = 0; since > r->over.started && i < e->n_stretches; i++) {
        uint64_t from = r->over.started + i * r->over.length, to = from + r->over.length;
        from = from > since ? from : since;
        to = to < end ? to : end;
        struct sw_effort_cell *cell = &e->cells[lane * e->n_stretches + i];
        uint32_t sum = cell->parts[part] + sw_gathered_part((int64_t)(to - from), r->over.length);
        cell->parts[part] = (uint16_t)(sum < SW_LANE_WHOLE ? sum : SW_LANE_WHOLE);
    }
}

static void add_lanes(struct sw_effort *e, const struct sw_gathered_samples *g,
                      const struct sw_effort_record *r)
{
    while (e->n_lanes < r->n_workers && e->n_lanes < SW_EFFORT_LANES && r->lanes[e->n_lanes])
        e->n_lanes++;
    SW_ROOM(e->lanes, e->n_lanes);
    SW_ROOM(e->cells, e->n_lanes * e->n_stretches);
    for (size_t i = 0; i < e->n_lanes; i++) {
        e->lanes[i].threads = r->lanes[i]->threads;
        fill_lane(e, g, r, i);
        fill_wait(e, r, i);
    }
}

static void add_ranges(struct sw_effort *e, const struct sw_effort_record *r)
{
    uint32_t n = r->n_runtime < SW_EFFORT_RANGES ? r->n_runtime : SW_EFFORT_RANGES;
    SW_ROOM(e->runtime, 2 * n);
    for (; e->n_runtime < n; e->n_runtime++) {
        e->runtime[2 * e->n_runtime] = r->runtime[e->n_runtime].low;
        e->runtime[2 * e->n_runtime + 1] = r->runtime[e->n_runtime].high;
    }
}

/* When it would have come to its end on a machine of its own, in ticks; 0: that is not known. Who was killed came as far as its newest sample. */
static uint64_t due_end(const struct sw_effort_record *r)
{
    uint64_t lag = r->newest_lag;
    return r->ended ? r->ended_due : r->newest > r->over.started + lag ? r->newest - lag : 0;
}

/* Up to its end, or the newest sample where it did not end by itself. */
static void add_times(struct sw_profile *p, const struct sw_live *live)
{
    const struct sw_effort_record *r = live->effort;
    struct sw_effort *e = &p->effort;
    uint64_t end = r->ended ? r->ended : r->newest, due = due_end(r);
    e->processors = r->processors;
    e->time = sw_live_to_ns(live, end - r->over.started);
    e->threads = r->threads;
    e->threads_most = r->threads_most;
    e->stretch = sw_live_to_ns(live, r->over.length);
    e->runtimes = r->reporters;
    e->due = due ? sw_live_to_ns(live, due - r->over.started) : 0;
    e->delay = r->delay;
    e->blocked = r->blocked;
    for (unsigned i = 0; i < SW_WAITS; i++)
        e->nobody[i] = sw_live_to_ns(live, r->nobody[i]);
    for (uint32_t i = 0; i < r->n_workers && i < SW_EFFORT_WORKERS; i++)
        e->cost += sw_live_to_ns(live, r->workers[i]->cost) + r->workers[i]->walked_ns;
    uint64_t cpu = r->ended_cpu;
    for (uint32_t i = 0; !r->ended && i < live->sampling.n_samplers && i < SW_SAMPLERS_MAX; i++)
        cpu += live->sampling.counts[i]->cpu_ns;
    e->cpu = cpu > r->started_cpu ? cpu - r->started_cpu : 0; /* no samples may have come */
}

_Static_assert((int)SW_EFFORT_THREADS == SW_REPORTER_THREADS &&
                   (int)SW_EFFORT_LIBGOMP == SW_REPORTER_GOMP &&
                   (int)SW_EFFORT_LIBOMP == SW_REPORTER_OMPT &&
                   (int)SW_EFFORT_CILK == SW_REPORTER_CILK,
               "a program's runtimes are bits of its profile");

int sw_effort_name_runtimes(struct sw_profile *p)
{
    static const char *const names[] = {"POSIX or C11 threads", "OpenMP (libgomp)",
                                        "OpenMP (libomp)", "Cilk"};
    char text[128] = "";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (p->effort.runtimes & 1u << i)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? ", " : "",
                     names[i]);
    p->front_end_text = sw_profile_empty;
    return sw_string_set(&p->front_end_text, *text ? text : "none (single-threaded)");
}

static void add_whole(struct sw_profile *p)
{
    p->whole.count = 1;
    for (size_t i = 0; i < p->sampled.n_paths; i++)
        p->whole.work += p->effort.paths[i].work;
    p->circumstances.threads = p->effort.threads;
}

bool sw_effort_is_there(const struct sw_live *live)
{
    return live->effort;
}

int sw_effort_gather(struct sw_profile *p, struct sw_live *live, bool careful SW_UNUSED)
{
    struct sw_gathered_samples g;
    const struct sw_effort_record *r = live->effort;
    sw_gather_samples_init(&g, live);
    mark(&g, r);
    sw_gather_samples_fill(&g, p, live);
    add_times(p, live);
    add_paths(p, &g, live);
    add_locks(p, &g, r);
    add_trails(p, live);
    add_stretches(&p->effort, &g, r);
    add_lanes(&p->effort, &g, r);
    add_ranges(&p->effort, r);
    add_whole(p);
    if (r->is_forked) {
        p->flags |= SW_PROFILE_UNFOLLOWED;
        sw_profile_warn(p, "this process was forked by the program, and is sampled from its first "
                           "thread on");
    }
    if (r->lost_locks)
        sw_profile_warn(
            p, "%llu waits for locks are not charged to who held them: there were too many",
            (unsigned long long)r->lost_locks);
    return sw_effort_name_runtimes(p);
}
